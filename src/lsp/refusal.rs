//! Requests that get no answer, with the reason.

use lsp_server::{ErrorCode, RequestId, Response};

/// The reason why a request gets no answer.
#[derive(Debug)]
pub(super) struct RefusedRequest {
    /// The protocol's number for it.
    pub(super) code: ErrorCode,
    /// The reason for people.
    pub(super) message: String,
}

impl RefusedRequest {
    /// Refuses a request that was understood and cannot be done.
    pub(super) fn failed(message: impl Into<String>) -> RefusedRequest {
        RefusedRequest {
            code: ErrorCode::RequestFailed,
            message: message.into(),
        }
    }

    /// Returns the response that tells it.
    pub(super) fn to_response(&self, id: RequestId) -> Response {
        Response::new_err(id, self.code as i32, self.message.clone())
    }
}

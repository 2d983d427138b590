//! Requests over HTTP, a connection each.

use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use std::net::SocketAddr;
use tokio::net::TcpStream;

/// A client of a server.
pub(crate) struct Http {
    address: SocketAddr,
    headers: Vec<(String, String)>,
}

/// An answer of a server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: hyper::HeaderMap,
    pub(crate) text: String,
}

impl Http {
    pub(crate) fn new(address: SocketAddr) -> Http {
        Http {
            address,
            headers: vec![("host".to_owned(), address.to_string())],
        }
    }

    /// Sends another header along, in the place of one of the same name.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Http {
        self.headers.retain(|(other, _)| other != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let json = Http {
            address: self.address,
            headers: self.headers.clone(),
        };
        json.with("content-type", "application/json")
            .send("POST", path, &body.to_string())
            .await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .unwrap();
        let driven = tokio::spawn(connection);
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request
            .body(Full::new(Bytes::from(body.to_owned())))
            .unwrap();
        let response = sender.send_request(request).await.unwrap();
        let (head, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        driven.abort();
        Answer {
            status: head.status.as_u16(),
            headers: head.headers,
            text: String::from_utf8_lossy(&body).into_owned(),
        }
    }
}

impl Answer {
    /// Returns the code of a refusal.
    pub(crate) fn code(&self) -> String {
        let value: Value = serde_json::from_str(&self.text).unwrap_or_default();
        value["refusal"]["code"]
            .as_str()
            .unwrap_or(&self.text)
            .to_owned()
    }
}

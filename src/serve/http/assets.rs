//! The page's files, as whoever starts the server read them.

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use std::collections::BTreeMap;

/// The file that `/` shows.
const INDEX: &str = "index.html";
/// The folder whose files carry a hash in their name, so that they never change.
const HASHED: &str = "assets/";

/// The files of a page, by path.
#[derive(Debug, Clone, Default)]
pub struct Assets(BTreeMap<String, Asset>);

#[derive(Debug, Clone)]
struct Asset {
    bytes: Bytes,
    media_type: HeaderValue,
    tag: HeaderValue,
}

impl Assets {
    /// Takes files with their paths below the page's root (`index.html`, `assets/main-1a2b.js`).
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Assets {
        let files = files.into_iter();
        Assets(
            files
                .map(|(path, bytes)| (path.clone(), Asset::new(&path, bytes)))
                .collect(),
        )
    }

    /// Answers a request for a path.
    pub(crate) fn get(&self, path: &str, headers: &HeaderMap) -> Response {
        let path = match path.trim_start_matches('/') {
            "" => INDEX,
            path => path,
        };
        let Some(asset) = self.0.get(path) else {
            let text = if self.0.is_empty() {
                "this server has no page; its tables are at /socket and /api"
            } else {
                "there is no such page"
            };
            return (StatusCode::NOT_FOUND, text).into_response();
        };
        let lasting = if path.starts_with(HASHED) {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let lasting = (CACHE_CONTROL, HeaderValue::from_static(lasting));
        let tag = (ETAG, asset.tag.clone());
        if headers.get(IF_NONE_MATCH) == Some(&asset.tag) {
            return (StatusCode::NOT_MODIFIED, [lasting, tag]).into_response();
        }
        let media_type = (CONTENT_TYPE, asset.media_type.clone());
        ([lasting, tag, media_type], asset.bytes.clone()).into_response()
    }
}

impl Asset {
    fn new(path: &str, bytes: Vec<u8>) -> Asset {
        let guessed = mime_guess::from_path(path).first_or_octet_stream();
        let media_type = match guessed.type_() {
            mime_guess::mime::TEXT => format!("{guessed}; charset=utf-8"),
            _ => guessed.to_string(),
        };
        let unknown = HeaderValue::from_static("application/octet-stream");
        let tag = format!("\"{}\"", &blake3::hash(&bytes).to_hex()[..16]);
        Asset {
            media_type: HeaderValue::try_from(media_type).unwrap_or(unknown),
            tag: HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\"")),
            bytes: bytes.into(),
        }
    }
}

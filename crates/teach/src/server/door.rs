//! Who may come in: requests that name this server by an address or `localhost`,
//! and that no other site's page has sent.

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Lets a request through, or says why not.
pub(crate) async fn guarded(request: Request, next: Next) -> Response {
    match refusal(request.headers()) {
        None => next.run(request).await,
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
    }
}

fn refusal(headers: &HeaderMap) -> Option<&'static str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST)?;
    if !is_own_name(host) {
        return Some("this server answers to its address and to localhost only");
    }
    match text(ORIGIN) {
        None => None,
        Some(origin) if origin.strip_prefix("http://") == Some(host) => None,
        Some(_) => Some("pages of other sites may not ask this server"),
    }
}

/// Whether the name of a host, with or without a port, is an address or
/// `localhost`: names that nobody else can give away.
fn is_own_name(host: &str) -> bool {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split(':').next().unwrap_or(host),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<std::net::IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn refused(host: &'static str, origin: Option<&'static str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_static(origin));
        }
        refusal(&headers).is_some()
    }

    #[test]
    fn addresses_and_localhost_come_in_and_names_do_not() {
        for host in [
            "127.0.0.1:8008",
            "localhost",
            "LOCALHOST:1",
            "[::1]:80",
            "192.168.1.7:80",
        ] {
            assert!(!refused(host, None), "{host}");
        }
        for host in [
            "evil.example:8008",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
        ] {
            assert!(refused(host, None), "{host}");
        }
    }

    #[test]
    fn other_sites_pages_stay_outside() {
        assert!(!refused("127.0.0.1:80", Some("http://127.0.0.1:80")));
        assert!(refused("127.0.0.1:80", Some("http://evil.example")));
        assert!(refused("127.0.0.1:80", Some("null")));
    }
}

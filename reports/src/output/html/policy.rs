//! The page's own script, and the policy that lets the browser run this script only.

use sha2::{Digest as _, Sha256};

/// The script between its tags.
pub(super) const SCRIPT: &str = include_str!("script.js");

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Forbids the browser to load or send anything and to run any script but this one, whatever the text of the page contains
/// (Content Security Policy, level 2: a script is allowed by its SHA-256).
pub(crate) fn policy(script: &str) -> String {
    format!("default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {}", allowed(script))
}

/// The source expression that allows this script, which is all the text between its tags.
pub(crate) fn allowed(script: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(script.as_bytes())))
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            out.push(if place > group.len() { '=' } else { char::from(digit) });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // RFC 4648, section 10.
        let pairs = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (text, expected) in pairs {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    #[test]
    fn the_script_is_allowed_by_its_hash() {
        // printf '' | openssl dgst -sha256 -binary | base64
        assert!(policy("").ends_with("script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"));
        assert!(!SCRIPT.contains("</script"), "the script would end early");
    }
}

//! Reading doc comments, and the kebab-case names that TOML uses.

use syn::{Attribute, Expr, ExprLit, Ident, Lit, Meta};

/// The doc comment as one line; empty if there is none. Only the first paragraph counts.
pub(crate) fn first_paragraph(attrs: &[Attribute]) -> String {
    let mut text = String::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        let Meta::NameValue(pair) = &attr.meta else { continue };
        let Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) = &pair.value else { continue };
        let line = line.value();
        let line = line.trim();
        if line.is_empty() && !text.is_empty() {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
    }
    text
}

/// `first_play` and `FirstPlay` both become `first-play`.
pub(crate) fn kebab(ident: &Ident) -> String {
    let mut name = String::new();
    for c in ident.to_string().trim_start_matches("r#").chars() {
        if c == '_' {
            name.push('-');
        } else if c.is_uppercase() {
            if !name.is_empty() {
                name.push('-');
            }
            name.extend(c.to_lowercase());
        } else {
            name.push(c);
        }
    }
    name
}

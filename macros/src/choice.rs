//! `#[derive(Params)]` on an enum: its variants become the words of one parameter.

use crate::docs::{first_paragraph, kebab};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataEnum, DeriveInput, Error, Fields};

pub(crate) fn expand(input: &DeriveInput, data: &DataEnum) -> syn::Result<TokenStream> {
    if data.variants.is_empty() {
        return Err(Error::new_spanned(&input.ident, "a parameter enum needs at least one variant"));
    }
    let mut words = Vec::new();
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(&variant.fields, "a variant is one word in TOML, so it has no fields"));
        }
        let doc = first_paragraph(&variant.attrs);
        if doc.is_empty() {
            return Err(Error::new_spanned(&variant.ident, "every variant needs a doc comment: it is what users see in `bench show`"));
        }
        let word = kebab(&variant.ident);
        words.push(quote!((#word, #doc)));
    }
    let ty = &input.ident;
    let variants = data.variants.iter().map(|variant| &variant.ident);
    Ok(quote! {
        impl ::treebench::__private::ParamChoice for #ty {
            const WORDS: &'static [(&'static str, &'static str)] = &[#(#words),*];
            const VARIANTS: &'static [Self] = &[#(Self::#variants),*];
        }
    })
}

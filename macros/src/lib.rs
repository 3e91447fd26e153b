//! The attributes of treebench: they check what the user wrote and register it; behaviour stays in ordinary traits.
//!
//! Reading order: `register` (`#[game]`, `#[agent]`), `params`, `param_args` and `choice` (`#[derive(Params)]`), `docs`.
//! Everything works on `proc_macro2` types and can be written by hand too. This crate knows syntax only.

mod choice;
mod docs;
mod param_args;
mod params;
mod register;

use proc_macro::TokenStream;

/// Registers a game under a name: `#[game("hex")] impl Game for Hex { … }`.
///
/// The type must implement `Params` (derive it).
#[proc_macro_attribute]
pub fn game(args: TokenStream, item: TokenStream) -> TokenStream {
    finish(register::expand(register::Registered::GAME, args.into(), item.into()))
}

/// Registers an agent under a name: `#[agent("uct")] impl Recipe for Uct { … }`.
///
/// The type must implement `Params` (derive it).
#[proc_macro_attribute]
pub fn agent(args: TokenStream, item: TokenStream) -> TokenStream {
    finish(register::expand(register::Registered::AGENT, args.into(), item.into()))
}

/// Makes the fields of a struct parameters, or the variants of an enum the words of one.
///
/// ```text
/// #[derive(Params)]
/// struct Uct {
///     /// Weight of the exploration term.
///     #[param(default = 1.4, range = 0.0..=10.0, source = "Auer et al. 2002")]
///     exploration: f64,
/// }
/// ```
///
/// Arguments of `param`: `default` is required; `range` has both ends included or no upper end; `source` names the paper; `added` marks a
/// parameter that is younger than some stored records and is left out of a cell's key while it has its default.
///
/// `group` takes in the parameters of another struct, and may change some of them: `defaults(cap = 200)` gives one another default,
/// `fixed(reuse = false)` removes one and gives it that value, `added(cap)` marks one as younger than some stored records.
#[proc_macro_derive(Params, attributes(param))]
pub fn params(item: TokenStream) -> TokenStream {
    let expanded = syn::parse::<syn::DeriveInput>(item).and_then(|input| match &input.data {
        syn::Data::Struct(data) => params::expand(&input, data),
        syn::Data::Enum(data) => choice::expand(&input, data),
        syn::Data::Union(_) => {
            Err(syn::Error::new_spanned(&input.ident, "a union has no parameters: use a struct, or an enum without fields"))
        }
    });
    finish(expanded)
}

fn finish(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

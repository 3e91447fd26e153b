//! The attributes of treebench: they check what the user wrote and register it; behaviour stays in ordinary traits.
//!
//! Reading order: `register` (`#[game]`, `#[agent]`), `params`, `param_args` and `choice` (`#[derive(Params)]`), `section` and `key_args`
//! (`#[derive(Section)]`), `docs`. Everything works on `proc_macro2` types and can be written by hand too. This crate knows syntax only.

mod choice;
mod docs;
mod key_args;
mod param_args;
mod params;
mod register;
mod section;

use proc_macro::TokenStream;

/// Registers a game under a name: `#[game("hex")] impl Game for Hex { … }`.
///
/// The type must implement `Params` (derive it).
#[proc_macro_attribute]
pub fn game(args: TokenStream, item: TokenStream) -> TokenStream {
    finish(register::expand(register::Attribute::GAME, args.into(), item.into()))
}

/// Registers an agent under a name: `#[agent("uct")] impl Recipe for Uct { … }`.
///
/// The type must implement `Params` (derive it).
#[proc_macro_attribute]
pub fn agent(args: TokenStream, item: TokenStream) -> TokenStream {
    finish(register::expand(register::Attribute::AGENT, args.into(), item.into()))
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

/// Makes the fields of a struct the keys of a table of experiment files; for use inside the harness. The doc comment of a field is what the key
/// reference says of it. Reading, the JSON Schema, the reference and the resolved copy follow from the declaration.
///
/// ```text
/// #[derive(Section)]
/// struct Stopping {
///     /// Games of a cell before the first decision.
///     #[key(default = 0)]
///     at_least: Located<u32>,
/// }
/// ```
///
/// What holds without the key is one of: `required = "EXAMPLE"`; `default = VALUE`; `otherwise = "WORDS"` for what no value says; `resolved` for
/// keys of resolved copies; nothing, for an `Option`, a list or a table of names. A value is limited by `range = LOW..=HIGH` or `between = LOW..HIGH`
/// (without the ends). `name` is the name of the key if it is not that of the field. In tables of names, `names` says what the names are, and
/// `plain` that they are names of tables. A field with `place` is no key and gets the place of the table.
#[proc_macro_derive(Section, attributes(key, section))]
pub fn section(item: TokenStream) -> TokenStream {
    finish(syn::parse::<syn::DeriveInput>(item).and_then(|input| section::expand(&input)))
}

fn finish(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

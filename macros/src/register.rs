//! `#[game("name")]` and `#[agent("name")]`: check the attribute and the item, then add one registry entry.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, ItemImpl, LitStr, Type};

/// The words in which the two attributes differ.
pub(crate) struct Attribute {
    attribute: &'static str,
    implemented: &'static str,
    entry: &'static str,
    /// The fields of the entry that know the type.
    made_of: fn(&Type) -> TokenStream,
}

impl Attribute {
    pub(crate) const GAME: Attribute = Attribute { attribute: "game", implemented: "Game", entry: "GameEntry", made_of: game };
    pub(crate) const AGENT: Attribute = Attribute { attribute: "agent", implemented: "Recipe", entry: "AgentEntry", made_of: agent };
}

fn game(ty: &Type) -> TokenStream {
    quote! { definition: &::treebench::__private::RustGame::<#ty>::NEW, }
}

fn agent(ty: &Type) -> TokenStream {
    quote! {
        doc: <#ty as ::treebench::__private::Params>::doc,
        specs: <#ty as ::treebench::__private::Params>::specs,
        build: {
            const BUILD: ::treebench::__private::BuildRecipe = |values| {
                <#ty as ::treebench::__private::Params>::from_values(values).map(::treebench::__private::erase_recipe)
            };
            BUILD
        },
    }
}

/// The argument of the attribute: a name in quotes.
struct Name(LitStr);

impl Parse for Name {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: LitStr = input.parse().map_err(|e| Error::new(e.span(), "expected the name in quotes, as in `\"uct-air\"`"))?;
        if !input.is_empty() {
            return Err(input.error("nothing may follow the name"));
        }
        Ok(Name(name))
    }
}

pub(crate) fn expand(what: Attribute, args: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let attribute = what.attribute;
    if args.is_empty() {
        return Err(Error::new(proc_macro2::Span::call_site(), format!("the name is missing: write `#[{attribute}(\"my-{attribute}\")]`")));
    }
    let Name(name) = syn::parse2(args)?;
    check_name(&name)?;
    let wanted = format!("`#[{attribute}]` belongs on `impl {} for …`", what.implemented);
    let item: ItemImpl = syn::parse2(item).map_err(|e| Error::new(e.span(), &wanted))?;
    let is_wanted = item.trait_.as_ref().and_then(|(.., path, _)| path.segments.last().map(|s| s.ident == what.implemented));
    if is_wanted != Some(true) {
        return Err(Error::new_spanned(&item.self_ty, wanted));
    }
    if !item.generics.params.is_empty() {
        return Err(Error::new_spanned(&item.generics, "a registered type cannot be generic: its parameters come from TOML"));
    }
    if let Some(second) = item.attrs.iter().find(|attr| attr.path().is_ident(attribute)) {
        return Err(Error::new_spanned(second, format!("a second `#[{attribute}]` on the same `impl`: each has one name")));
    }
    let (entry, made_of) = (format_ident!("{}", what.entry), (what.made_of)(&item.self_ty));
    Ok(quote! {
        #item

        ::treebench::__private::inventory::submit! {
            ::treebench::__private::#entry {
                name: #name,
                origin: ::treebench::__private::Origin { file: ::core::file!(), line: ::core::line!() },
                #made_of
            }
        }
    })
}

/// Names are words of lower-case letters and digits joined by hyphens, so that they need no quotes anywhere.
fn check_name(name: &LitStr) -> syn::Result<()> {
    let text = name.value();
    let ok = !text.is_empty()
        && text.split('-').all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
    if ok {
        Ok(())
    } else {
        Err(Error::new_spanned(name, "a name is made of lower-case letters and digits joined by hyphens, as in `\"uct-air\"`"))
    }
}

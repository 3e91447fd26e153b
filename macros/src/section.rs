//! `#[derive(Section)]` on a struct: a table of an experiment file, one key per field.

use crate::docs::{first_paragraph, kebab};
use crate::key_args::{KeyArgs, Presence};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Field, Fields, GenericArgument, Path, PathArguments, Type};

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a section is a table with keys: use a struct"));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new_spanned(&input.ident, "every key needs a name: use named fields"));
    };
    let (mut keys, mut reads, mut inits, mut written) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for field in &fields.named {
        let ident = &field.ident;
        let args = KeyArgs::of(field)?;
        if args.place {
            inits.push(quote!(#ident: ::core::clone::Clone::clone(fields.place())));
            continue;
        }
        let index = keys.len();
        let optional = in_option(&field.ty);
        let ty = optional.unwrap_or(&field.ty);
        keys.push(key(field, ty, &args)?);
        reads.push(quote!(let #ident = fields.read::<#ty>(#index);));
        if optional.is_some() {
            inits.push(quote!(#ident));
            written.push(quote!(self.#ident.as_ref().map_or(crate::config::Toml::Missing, crate::config::Shape::toml)));
        } else {
            inits.push(init(field, &args.presence, index));
            written.push(quote!(crate::config::Shape::toml(&self.#ident)));
        }
    }
    let rules = rules(input)?.map(|path| {
        quote! {
            fn add_rules(schema: &mut ::serde_json::Value) {
                #path(schema)
            }
        }
    });
    let ty = &input.ident;
    Ok(quote! {
        impl crate::config::Section for #ty {
            const KEYS: &'static [crate::config::Key] = &[#(#keys),*];

            fn read_keys(fields: &crate::config::Fields<'_>) -> ::core::option::Option<Self> {
                #(#reads)*
                ::core::option::Option::Some(Self { #(#inits),* })
            }

            fn values(&self) -> ::std::vec::Vec<crate::config::Toml> {
                ::std::vec![#(#written),*]
            }

            #rules
        }
    })
}

/// The declaration of a key with values of this type.
fn key(field: &Field, ty: &Type, args: &KeyArgs) -> syn::Result<TokenStream> {
    let ident = field.ident.as_ref().expect("named fields only");
    let name = args.name.as_ref().map_or_else(|| kebab(ident), syn::LitStr::value);
    let doc = first_paragraph(&field.attrs);
    if doc.is_empty() {
        return Err(Error::new_spanned(ident, format!("key `{name}` needs a doc comment: it is what users see in the key reference")));
    }
    let presence = match &args.presence {
        Presence::Optional => quote!(Optional),
        Presence::Required(example) => quote!(Required(#example)),
        Presence::Default(value) => quote!(Default(|| crate::config::default_text::<#ty>(#value))),
        Presence::Otherwise(words) => quote!(Otherwise(#words)),
        Presence::Resolved => quote!(Resolved),
    };
    let limits = args.limits();
    Ok(quote!(crate::config::Key::of::<#ty>(#name, #doc, crate::config::Presence::#presence, #limits)))
}

/// The value of a field in the finished struct. A value of the wrong shape counts as missing, once it has been reported.
fn init(field: &Field, presence: &Presence, index: usize) -> TokenStream {
    let (ident, ty) = (&field.ident, &field.ty);
    match presence {
        Presence::Required(_) => quote!(#ident: #ident?),
        Presence::Default(value) => {
            quote!(#ident: #ident.unwrap_or_else(|| <#ty as crate::config::Preset>::preset(#value, &fields.place_of(#index))))
        }
        Presence::Optional | Presence::Otherwise(_) | Presence::Resolved => quote!(#ident: crate::config::optional::<#ty>(#ident)),
    }
}

/// The `T` of an `Option<T>`: the value may be missing, whatever is said of the key, and the code that needs one takes the default.
fn in_option(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let option = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &option.arguments else { return None };
    arguments.args.iter().find_map(|argument| if let GenericArgument::Type(ty) = argument { Some(ty) } else { None })
}

/// The function in `#[section(schema = function)]`.
fn rules(input: &DeriveInput) -> syn::Result<Option<Path>> {
    let mut function = None;
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("section")) {
        attr.parse_nested_meta(|meta| {
            if !meta.path.is_ident("schema") {
                return Err(meta.error("expected `schema = function`"));
            }
            function = Some(meta.value()?.parse()?);
            Ok(())
        })?;
    }
    Ok(function)
}

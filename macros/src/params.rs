//! `#[derive(Params)]` on a struct: one parameter per field.

use crate::docs::{first_paragraph, kebab};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataStruct, DeriveInput, Error, Expr, ExprLit, ExprRange, ExprUnary, Field, Fields, Lit, LitStr, RangeLimits};

/// What `#[param(…)]` said.
#[derive(Default)]
struct ParamArgs {
    default: Option<Expr>,
    range: Option<ExprRange>,
    source: Option<LitStr>,
    /// The field is a set of parameters, which stand beside the others.
    group: bool,
}

pub(crate) fn expand(input: &DeriveInput, data: &DataStruct) -> syn::Result<TokenStream> {
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "parameters have no generics: their types are written in TOML"));
    }
    let fields = match &data.fields {
        Fields::Named(fields) => fields.named.iter().collect(),
        Fields::Unit => Vec::new(),
        Fields::Unnamed(fields) => return Err(Error::new_spanned(fields, "every parameter needs a name: use named fields")),
    };
    let mut specs = Vec::new();
    let mut reads = Vec::new();
    for field in fields {
        let args = parse_args(field)?;
        if args.group {
            specs.push(group_specs(field));
            reads.push(read_group(field));
        } else {
            specs.push(spec(field, args)?);
            reads.push(read(field));
        }
    }
    let ty = &input.ident;
    let doc = first_paragraph(&input.attrs);
    Ok(quote! {
        impl ::treebench::__private::Params for #ty {
            fn specs() -> ::std::vec::Vec<::treebench::__private::ParamSpec> {
                let mut specs = ::std::vec::Vec::new();
                #(#specs;)*
                specs
            }

            fn from_values(values: &::treebench::__private::Values) -> ::core::result::Result<Self, ::treebench::__private::ParamError> {
                let _ = values;
                ::core::result::Result::Ok(Self { #(#reads),* })
            }

            fn doc() -> &'static str {
                #doc
            }
        }
    })
}

/// The statement that adds a field's `ParamSpec`.
fn spec(field: &Field, args: ParamArgs) -> syn::Result<TokenStream> {
    let ident = field.ident.as_ref().expect("named fields only");
    let doc = first_paragraph(&field.attrs);
    if doc.is_empty() {
        return Err(Error::new_spanned(
            ident,
            format!("parameter `{}` needs a doc comment: it is what users see in `bench show`", kebab(ident)),
        ));
    }
    let Some(default) = args.default else {
        return Err(Error::new_spanned(ident, format!("parameter `{}` needs a default: `#[param(default = …)]`", kebab(ident))));
    };
    let name = kebab(ident);
    let ty = &field.ty;
    // `.into()` lets a text be written in quotes, but keeps a bare whole number from taking the type of its field.
    let default = if is_whole(&default) { quote!((#default) as #ty) } else { quote!((#default).into()) };
    let range = range(args.range.as_ref())?;
    let source = args.source.map_or(String::new(), |s| s.value());
    Ok(quote! {
        specs.push(::treebench::__private::ParamSpec {
            name: #name,
            kind: <#ty as ::treebench::__private::ParamField>::KIND,
            default: <#ty as ::treebench::__private::ParamField>::to_value(&{ let default: #ty = #default; default }),
            range: #range,
            doc: #doc,
            source: #source,
        })
    })
}

/// Adds the parameters of a group.
fn group_specs(field: &Field) -> TokenStream {
    let ty = &field.ty;
    quote!(specs.extend(<#ty as ::treebench::__private::Params>::specs()))
}

fn read_group(field: &Field) -> TokenStream {
    let (ident, ty) = (&field.ident, &field.ty);
    quote!(#ident: <#ty as ::treebench::__private::Params>::from_values(values)?)
}

/// Whether this is a whole number as it is written in the source, with or without a sign.
fn is_whole(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(_), .. }) => true,
        Expr::Unary(ExprUnary { expr, .. }) => is_whole(expr),
        _ => false,
    }
}

fn parse_args(field: &Field) -> syn::Result<ParamArgs> {
    let mut args = ParamArgs::default();
    for attr in field.attrs.iter().filter(|attr| attr.path().is_ident("param")) {
        attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("default") {
                args.default = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("range") {
                args.range = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("source") {
                args.source = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("group") {
                args.group = true;
            } else {
                return Err(meta.error("expected `default = …`, `range = LOW..=HIGH`, `source = \"…\"` or `group`"));
            }
            Ok(())
        })?;
    }
    Ok(args)
}

/// `LOW..=HIGH` or `LOW..`; the end of an open range is no limit.
fn range(range: Option<&ExprRange>) -> syn::Result<TokenStream> {
    let Some(range) = range else { return Ok(quote!(::core::option::Option::None)) };
    let Some(low) = &range.start else {
        return Err(Error::new_spanned(range, "a range needs a lower end: `LOW..=HIGH` or `LOW..`"));
    };
    let high = match (&range.end, &range.limits) {
        (Some(high), RangeLimits::Closed(_)) => quote!((#high) as f64),
        (Some(_), RangeLimits::HalfOpen(_)) => return Err(Error::new_spanned(range, "both ends of a range belong to it: write `..=`")),
        (None, _) => quote!(f64::INFINITY),
    };
    Ok(quote!(::core::option::Option::Some(::treebench::__private::Range { min: (#low) as f64, max: #high })))
}

fn read(field: &Field) -> TokenStream {
    let ident = field.ident.as_ref().expect("named fields only");
    let name = kebab(ident);
    let ty = &field.ty;
    quote! {
        #ident: match values.get(#name) {
            ::core::option::Option::Some(value) => <#ty as ::treebench::__private::ParamField>::from_value(#name, value)?,
            ::core::option::Option::None => return ::core::result::Result::Err(::treebench::__private::ParamError::rule(#name, "no value was given")),
        }
    }
}

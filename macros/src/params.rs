//! `#[derive(Params)]` on a struct: one parameter per field.

use crate::docs::{first_paragraph, kebab};
use crate::param_args::ParamArgs;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataStruct, DeriveInput, Error, Expr, ExprLit, ExprRange, ExprUnary, Field, Fields, Ident, Lit, RangeLimits};

pub(crate) fn expand(input: &DeriveInput, data: &DataStruct) -> syn::Result<TokenStream> {
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "parameter types cannot be generic: their values come from TOML"));
    }
    let fields = match &data.fields {
        Fields::Named(fields) => fields.named.iter().collect(),
        Fields::Unit => Vec::new(),
        Fields::Unnamed(fields) => return Err(Error::new_spanned(fields, "every parameter needs a name: use named fields")),
    };
    let mut specs = Vec::new();
    let mut reads = Vec::new();
    for field in fields {
        let args = ParamArgs::of(field)?;
        if args.group {
            specs.push(group_specs(field, &args));
            reads.push(read_group(field, &args));
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
    // `.into()` allows string literals, but would keep an unsuffixed whole number from taking the type of its field.
    let default = if is_whole(&default) { quote!((#default) as #ty) } else { quote!((#default).into()) };
    let range = range(args.range.as_ref())?;
    let source = args.source.map_or(String::new(), |s| s.value());
    let added = args.added;
    Ok(quote! {
        specs.push(::treebench::__private::ParamSpec {
            name: #name,
            kind: <#ty as ::treebench::__private::ParamField>::KIND,
            default: <#ty as ::treebench::__private::ParamField>::to_value(&{ let default: #ty = #default; default }),
            range: #range,
            doc: #doc,
            source: #source,
            added: #added,
        })
    })
}

/// Adds the parameters of a group, changed as the field says.
fn group_specs(field: &Field, args: &ParamArgs) -> TokenStream {
    let ty = &field.ty;
    let (names, values) =
        (args.defaults.iter().map(|(ident, _)| kebab(ident)), args.defaults.iter().map(|value| group_value(field, value)));
    let added = args.added_here.iter().map(kebab);
    // Only to report a field that the group does not have at its own place.
    let fields = &args.added_here;
    let fixed: Vec<String> = args.fixed.iter().map(|(ident, _)| kebab(ident)).collect();
    quote! {
        let mut group = <#ty as ::treebench::__private::Params>::specs();
        #(let _ = |group: &#ty| { let _ = &group.#fields; };)*
        for spec in &mut group {
            #(if spec.name == #names { spec.default = #values; })*
            #(if spec.name == #added { spec.added = true; })*
        }
        group.retain(|spec| { let fixed: &[&str] = &[#(#fixed),*]; !fixed.contains(&spec.name) });
        specs.extend(group)
    }
}

fn read_group(field: &Field, args: &ParamArgs) -> TokenStream {
    let (ident, ty) = (&field.ident, &field.ty);
    if args.fixed.is_empty() {
        return quote!(#ident: <#ty as ::treebench::__private::Params>::from_values(values)?);
    }
    let (names, fixed) = (args.fixed.iter().map(|(ident, _)| kebab(ident)), args.fixed.iter().map(|value| group_value(field, value)));
    quote! {
        #ident: {
            let mut values = ::core::clone::Clone::clone(values);
            #(values.set(#names, #fixed);)*
            <#ty as ::treebench::__private::Params>::from_values(&values)?
        }
    }
}

/// The value that `field = value` gives to a field of a group, with the type of that field.
fn group_value(group: &Field, (field, value): &(Ident, Expr)) -> TokenStream {
    let ty = &group.ty;
    quote!(::treebench::__private::field_value(|group: &#ty| &group.#field, #value))
}

/// Whether this is a whole number literal, with or without a sign.
fn is_whole(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Int(_), .. }) => true,
        Expr::Unary(ExprUnary { expr, .. }) => is_whole(expr),
        _ => false,
    }
}

/// `LOW..=HIGH` or `LOW..`; an open range has no upper limit.
fn range(range: Option<&ExprRange>) -> syn::Result<TokenStream> {
    let Some(range) = range else { return Ok(quote!(::core::option::Option::None)) };
    let Some(low) = &range.start else {
        return Err(Error::new_spanned(range, "a range needs a lower end: `LOW..=HIGH` or `LOW..`"));
    };
    let high = match (&range.end, &range.limits) {
        (Some(high), RangeLimits::Closed(_)) => quote!((#high) as f64),
        (Some(_), RangeLimits::HalfOpen(_)) => return Err(Error::new_spanned(range, "both ends are inclusive: write `..=`")),
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

//! What `#[key(…)]` says of a field.

use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{Error, Expr, ExprRange, Field, LitStr, RangeLimits};

/// What holds if a key is not given.
#[derive(Default)]
pub(crate) enum Presence {
    #[default]
    Optional,
    Required(LitStr),
    Default(Expr),
    Otherwise(LitStr),
    Resolved,
}

/// The arguments of one field.
#[derive(Default)]
pub(crate) struct KeyArgs {
    /// The field is no key: it gets the place of the table.
    pub(crate) place: bool,
    /// The key's name if it is not that of the field.
    pub(crate) name: Option<LitStr>,
    pub(crate) presence: Presence,
    /// The ends of the allowed numbers, and whether they are excluded.
    range: Option<([Option<Expr>; 2], bool)>,
    /// The kind of names in a table.
    names: Option<LitStr>,
    /// The names in a table are names of tables.
    plain: bool,
}

impl KeyArgs {
    pub(crate) fn of(field: &Field) -> syn::Result<Self> {
        let mut args = KeyArgs::default();
        for attr in field.attrs.iter().filter(|attr| attr.path().is_ident("key")) {
            attr.parse_nested_meta(|meta| args.read(&meta))?;
        }
        Ok(args)
    }

    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        let presence = if meta.path.is_ident("required") {
            Presence::Required(meta.value()?.parse()?)
        } else if meta.path.is_ident("default") {
            Presence::Default(meta.value()?.parse()?)
        } else if meta.path.is_ident("otherwise") {
            Presence::Otherwise(meta.value()?.parse()?)
        } else if meta.path.is_ident("resolved") {
            Presence::Resolved
        } else {
            return self.read_other(meta);
        };
        if !matches!(self.presence, Presence::Optional) {
            return Err(meta.error("a key has one of `required`, `default`, `otherwise` and `resolved`"));
        }
        self.presence = presence;
        Ok(())
    }

    fn read_other(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        if meta.path.is_ident("place") {
            self.place = true;
        } else if meta.path.is_ident("name") {
            self.name = Some(meta.value()?.parse()?);
        } else if meta.path.is_ident("range") {
            self.range = Some(closed(meta.value()?.parse()?)?);
        } else if meta.path.is_ident("between") {
            self.range = Some(open(meta.value()?.parse()?)?);
        } else if meta.path.is_ident("names") {
            self.names = Some(meta.value()?.parse()?);
        } else if meta.path.is_ident("plain") {
            self.plain = true;
        } else {
            return Err(meta.error(
                "expected `required = \"…\"`, `default = …`, `otherwise = \"…\"`, `resolved`, `range = LOW..=HIGH`, `between = LOW..HIGH`, \
                 `name = \"…\"`, `names = \"…\"`, `plain` or `place`",
            ));
        }
        Ok(())
    }

    /// The limits of the key's values.
    pub(crate) fn limits(&self) -> TokenStream {
        let range = self.range.as_ref().map(|([low, high], open)| {
            let high = high.as_ref().map_or_else(|| quote!(f64::INFINITY), |high| quote!((#high) as f64));
            quote!(min: (#low) as f64, max: #high, open: #open,)
        });
        let names = self.names.as_ref().map(|names| quote!(names: #names,));
        let plain = self.plain.then(|| quote!(plain: true,));
        quote!(crate::config::Limits { #range #names #plain ..crate::config::Limits::NONE })
    }
}

/// `LOW..=HIGH` or `LOW..`, whose ends are allowed.
fn closed(range: ExprRange) -> syn::Result<([Option<Expr>; 2], bool)> {
    match (&range.start, &range.end, &range.limits) {
        (None, _, _) => Err(Error::new_spanned(range, "a range needs a lower end: `LOW..=HIGH` or `LOW..`")),
        (_, Some(_), RangeLimits::HalfOpen(_)) => {
            Err(Error::new_spanned(range, "both ends are inclusive: write `..=`, or `between = LOW..HIGH` to exclude them"))
        }
        _ => Ok(([range.start.map(|low| *low), range.end.map(|high| *high)], false)),
    }
}

/// `LOW..HIGH`, whose ends are not allowed.
fn open(range: ExprRange) -> syn::Result<([Option<Expr>; 2], bool)> {
    match (&range.start, &range.end, &range.limits) {
        (Some(_), Some(_), RangeLimits::HalfOpen(_)) => Ok(([range.start.map(|low| *low), range.end.map(|high| *high)], true)),
        _ => {
            Err(Error::new_spanned(range, "both ends are exclusive: write `between = LOW..HIGH`, or `range = LOW..=HIGH` to include them"))
        }
    }
}

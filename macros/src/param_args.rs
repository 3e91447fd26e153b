//! What `#[param(…)]` says of a field.

use syn::meta::ParseNestedMeta;
use syn::parse::Parse;
use syn::token::Paren;
use syn::{Error, Expr, ExprRange, Field, Ident, LitStr, parenthesized};

/// All arguments, for the message about any other.
const EXPECTED: &str = "expected `default = …`, `range = LOW..=HIGH`, `source = \"…\"` or `added` for a parameter; `group`, \
    `defaults(field = …)`, `fixed(field = …)` or `added(field)` for a set of parameters";

/// The arguments of one field.
#[derive(Default)]
pub(crate) struct ParamArgs {
    pub(crate) default: Option<Expr>,
    pub(crate) range: Option<ExprRange>,
    pub(crate) source: Option<LitStr>,
    /// The parameter is younger than some stored records.
    pub(crate) added: bool,
    /// The field is a set of parameters, listed among those of the struct.
    pub(crate) group: bool,
    /// Parameters of the group whose defaults are different here.
    pub(crate) defaults: Vec<(Ident, Expr)>,
    /// Parameters of the group that have one value here and cannot be set.
    pub(crate) fixed: Vec<(Ident, Expr)>,
    /// Parameters of the group that are younger than some stored records of this game or agent.
    pub(crate) added_here: Vec<Ident>,
}

impl ParamArgs {
    pub(crate) fn of(field: &Field) -> syn::Result<Self> {
        let mut args = ParamArgs::default();
        for attr in field.attrs.iter().filter(|attr| attr.path().is_ident("param")) {
            attr.parse_nested_meta(|meta| args.read(&meta))?;
        }
        let of_parameter = args.default.is_some() || args.range.is_some() || args.source.is_some() || args.added;
        let of_group = !(args.defaults.is_empty() && args.fixed.is_empty() && args.added_here.is_empty());
        if args.group && of_parameter {
            let message = "a group itself has no `default`, `range`, `source` or `added`; set them on the fields of its type, or change a \
                 field here with `defaults(field = …)`, `fixed(field = …)` or `added(field)`";
            return Err(Error::new_spanned(&field.ident, message));
        }
        if !args.group && of_group {
            return Err(Error::new_spanned(&field.ident, "`defaults(…)`, `fixed(…)` and `added(…)` belong to a `group`"));
        }
        Ok(args)
    }

    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        if meta.path.is_ident("default") {
            self.default = Some(meta.value()?.parse()?);
        } else if meta.path.is_ident("range") {
            self.range = Some(meta.value()?.parse()?);
        } else if meta.path.is_ident("source") {
            self.source = Some(meta.value()?.parse()?);
        } else if meta.path.is_ident("added") && meta.input.peek(Paren) {
            let fields;
            parenthesized!(fields in meta.input);
            self.added_here.extend(fields.parse_terminated(Ident::parse, syn::Token![,])?);
        } else if meta.path.is_ident("added") {
            self.added = true;
        } else if meta.path.is_ident("group") {
            self.group = true;
        } else if meta.path.is_ident("defaults") {
            meta.parse_nested_meta(|field| read_value(&field, &mut self.defaults))?;
        } else if meta.path.is_ident("fixed") {
            meta.parse_nested_meta(|field| read_value(&field, &mut self.fixed))?;
        } else {
            return Err(meta.error(EXPECTED));
        }
        Ok(())
    }
}

fn read_value(field: &ParseNestedMeta<'_>, values: &mut Vec<(Ident, Expr)>) -> syn::Result<()> {
    values.push((field.path.require_ident()?.clone(), field.value()?.parse()?));
    Ok(())
}

//! The protocols of engines.

use super::conversation::Conversation;
use super::gtp::GtpConversation;
use super::ugi::{Dialect, UgiConversation};
use treebench_games::Params;

/// A protocol that engines speak.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Go Text Protocol, version 2.
    Gtp,
    /// Universal Game Interface.
    Ugi,
    /// Universal Chess Interface.
    Uci,
    /// Universal Shogi Interface.
    Usi,
    /// Universal Ataxx Interface.
    Uai,
}

impl Protocol {
    /// A conversation in this protocol, with an engine that is set to these options.
    pub fn conversation(self, options: Vec<(String, String)>) -> Box<dyn Conversation> {
        match self {
            Protocol::Gtp => Box::new(GtpConversation::new(options)),
            Protocol::Ugi => Box::new(UgiConversation::new(Dialect::Ugi, options)),
            Protocol::Uci => Box::new(UgiConversation::new(Dialect::Uci, options)),
            Protocol::Usi => Box::new(UgiConversation::new(Dialect::Usi, options)),
            Protocol::Uai => Box::new(UgiConversation::new(Dialect::Uai, options)),
        }
    }
}

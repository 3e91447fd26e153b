//! The parts of the JSON Schema of experiments that apply to one key.

use serde_json::Value as Json;

/// The schema of the value at a path: all parts that may apply. `text_at` gives the strings of the file at paths; they decide which parameters an
/// agent or a game has.
pub(super) fn at<'s>(schema: &'s Json, path: &[String], text_at: &dyn Fn(&[String]) -> Option<String>) -> Vec<&'s Json> {
    let mut nodes = expand(schema, &[], text_at);
    for (depth, key) in path.iter().enumerate() {
        let below = nodes
            .into_iter()
            .filter_map(|node| node["properties"].get(key).or_else(|| node.get("additionalProperties").filter(|other| other.is_object())));
        nodes = below.flat_map(|node| expand(node, &path[..=depth], text_at)).collect();
    }
    nodes
}

/// A part of the schema with its components. The elements of a list count as the list.
fn expand<'s>(node: &'s Json, path: &[String], text_at: &dyn Fn(&[String]) -> Option<String>) -> Vec<&'s Json> {
    let mut nodes = vec![node];
    let parts = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|word| node[word].as_array()).flatten();
    for part in parts.chain(node.get("items")) {
        let holds = part.get("if").is_none_or(|condition| {
            condition["properties"].as_object().is_some_and(|keys| {
                keys.iter().all(|(key, value)| {
                    let given = text_at(&[path, std::slice::from_ref(key)].concat());
                    given.or_else(|| path.last().cloned()).as_deref() == value["const"].as_str()
                })
            })
        });
        if holds {
            nodes.extend(expand(part, path, text_at));
            nodes.extend(part.get("then").into_iter().flat_map(|then| expand(then, path, text_at)));
        }
    }
    nodes
}

/// The documentation of a key, in Markdown: its meaning, its values, and its default.
pub(super) fn documentation(nodes: &[&Json]) -> Option<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut add = |line: String| {
        if !lines.contains(&line) {
            lines.push(line);
        }
    };
    nodes.iter().filter_map(|node| node["description"].as_str()).for_each(|doc| add(doc.to_owned()));
    for node in nodes {
        if let Some(values) = node["enum"].as_array().filter(|values| values.len() <= 20) {
            add(format!("One of {}.", values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ")));
        }
        match (node["minimum"].as_f64(), node["maximum"].as_f64()) {
            (Some(least), Some(most)) => add(format!("From {least} to {most}.")),
            (Some(least), None) => add(format!("At least {least}.")),
            _ => {}
        }
        if let Some(default) = node.get("default") {
            add(format!("Default: `{default}`."));
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n\n"))
}

/// The keys of a table, each with its documentation.
pub(super) fn keys(nodes: &[&Json]) -> Vec<(String, String)> {
    let own = nodes.iter().filter_map(|node| node["properties"].as_object()).flatten();
    let mut keys: Vec<(String, String)> =
        own.map(|(key, node)| (key.clone(), node["description"].as_str().unwrap_or_default().to_owned())).collect();
    keys.sort();
    keys.dedup_by(|second, first| second.0 == first.0);
    keys
}

/// The values that are listed for a key.
pub(super) fn values(nodes: &[&Json]) -> Vec<String> {
    let mut values: Vec<String> = nodes.iter().filter_map(|node| node["enum"].as_array()).flatten().map(Json::to_string).collect();
    if nodes.iter().any(|node| node["type"] == "boolean") {
        values.extend(["true".to_owned(), "false".to_owned()]);
    }
    values.dedup();
    values
}

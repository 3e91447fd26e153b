//! What statements and functions become, as text before and after.

use treebench_rg::{Limits, description};

fn lowered(text: &str) -> String {
    let text = format!("domain Player = a | b\ndomain Score = 0 | 100\n{text}");
    let tree = description("x.hrg", &text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    tree.to_string()
        .lines()
        .filter(|line| !line.starts_with("type Player") && !line.starts_with("type Score"))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn conditions_lead_to_either_node() {
    let text = lowered("graph rules() {\n  if player == a && not(player != b || goals[a] == 0) {\n    end()\n  }\n}\n");
    let expected = "begin, rules_3: player == a;\nbegin, rules_2: player != a;\nrules_3, rules_2: player != b;\nrules_3, rules_4: player == b;\n\
                    rules_4, rules_2: goals[a] == 0;\nrules_4, rules_1: goals[a] != 0;\nrules_1, end: player = keeper;\nrules_2, end: ;\n";
    assert_eq!(text, expected);
}

#[test]
fn functions_become_maps_with_their_commonest_value_as_the_default() {
    let text = lowered(
        "domain N = N(X) where X in 0..3\nnext: N -> N\nnext(N(X)) = if N(X + 1) in N then N(X + 1) else N(0)\ngraph rules() {\n}\n",
    );
    assert!(text.contains("const next: N -> N = { :N__3, N__0: N__1, N__1: N__2, N__3: N__0 };\n"), "{text}");
    let text = lowered("wrap: Player -> Score -> Score\nwrap(a, X) = X\nwrap(_, X) = (X - 1) % 101\ngraph rules() {\n}\n");
    assert!(text.contains("const wrap: Player -> Score -> Score = { :{ :99, 0: 100 }, a: { :100, 0: 0 } };\n"), "{text}");
}

#[test]
fn branches_and_repetitions_are_unrolled_over_their_values() {
    let text = lowered("graph rules() {\n  branch who in Player {\n    player = who\n    $ (to who)\n  }\n  repeat 2 {\n    $ x\n  }\n}\n");
    let expected = "begin, rules_2: player = a;\nrules_2, rules_3: $ to__a;\nrules_3, rules_1: ;\nbegin, rules_4: player = b;\n\
                    rules_4, rules_5: $ to__b;\nrules_5, rules_1: ;\nrules_1, rules_8: $ x;\nrules_8, rules_7: ;\nrules_7, rules_10: $ x;\n\
                    rules_10, rules_9: ;\nrules_9, rules_6: ;\nrules_6, end: ;\n";
    assert_eq!(text, expected);
}

#[test]
fn a_reusable_graph_is_there_once() {
    let text = lowered("reusable graph turn(me: Player) {\n  player = me\n  $ go\n}\ngraph rules() {\n  turn(a)\n  turn(b)\n  end()\n}\n");
    assert_eq!(text.matches("$ go").count(), 1, "{text}");
    assert!(text.contains("type turn_return_type = { turn_call_1, turn_call_2 };"), "{text}");
    let twice = lowered("graph turn(me: Player) {\n  player = me\n  $ go\n}\ngraph rules() {\n  turn(a)\n  turn(b)\n  end()\n}\n");
    assert_eq!(twice.matches("$ go").count(), 2, "{twice}");
}

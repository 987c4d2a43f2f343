/** Names of the generated rules file and of the schema beside it. */
export const RULES_FILE = 'rules.yaml';
export const RULES_SCHEMA = 'rules.schema.json';

export const EXAMPLE_RULES = `# yaml-language-server: $schema=./rules.schema.json
# Rules for our models, in addition to the built-in ones: archctl model check models --rules rules.yaml
# Findings have the rule custom/ID. To ignore a rule, add "ignore: [custom/ID]" to an element or to the top of a document.
# Texts are patterns: * matches any characters, ? matches one. A list matches any of its entries. All fields must match.
rules:
  - id: own-stores
    about: Only its own system uses a store; other systems use an app of that system.
    deny: { to: { type: store }, different: system }
  - id: people-use-apps
    about: People use apps, not stores or components.
    deny: { from: { type: actor }, to: { type: [store, component] } }
  - id: no-circles
    about: Systems in a dependency cycle cannot be changed independently.
    severity: warning
    noCircles: systems
  - id: described
    about: Systems and apps have descriptions, so that diagrams explain them.
    severity: warning
    objects: { type: [system, app], external: false, not: { status: removed } }
    require: [description]
  - id: hubs
    about: An app with too many connections is a bottleneck.
    severity: note
    objects: { type: app }
    maxConnections: 20
`;

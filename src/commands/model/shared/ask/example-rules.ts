/** Name of the file of rules that is written first, and of the schema beside it. */
export const RULES_FILE = 'rules.yaml';
export const RULES_SCHEMA = 'rules.schema.json';

/** A small file of rules to start from: what most landscapes want, and a word on each. */
export const EXAMPLE_RULES = `# yaml-language-server: $schema=./rules.schema.json
# What must hold of our models, besides what every model must: archctl model check models --rules rules.yaml
# Findings are told as custom/ID, and "ignore: [custom/ID]" at an element, or at the top of a document, silences one.
# Texts are patterns: * is any characters, ? is one. A list means one of these; fields together mean all of them.
rules:
  - id: own-stores
    about: A store is used within its own system alone; others ask an app of that system.
    deny: { to: { type: store }, different: system }
  - id: people-use-apps
    about: People do not reach into stores and components.
    deny: { from: { type: actor }, to: { type: [store, component] } }
  - id: no-circles
    about: Systems that use each other in a circle cannot be changed one at a time.
    severity: warning
    noCircles: systems
  - id: described
    about: Whoever meets a system on a diagram can read what it is.
    severity: warning
    objects: { type: [system, app], external: false, not: { status: removed } }
    require: [description]
  - id: hubs
    about: What everything depends on is too much for one thing.
    severity: note
    objects: { type: app }
    maxConnections: 20
`;

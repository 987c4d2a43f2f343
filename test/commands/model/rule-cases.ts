import { DECISION_CASES } from './decision-rule-cases.js';

/** For each rule, a document that breaks it, and a similar one that does not. */

/** A document without findings. */
export const SOUND = `namespace: ferry
tagGroups:
  - { id: reach, name: Reach, icon: globe }
tags:
  - { id: public, name: Public, color: blue, group: reach }
domains:
  - id: travel
    name: Travel
    objects:
      - { id: passenger, type: actor, name: Passenger }
      - id: booking
        type: system
        name: Booking
        objects:
          - { id: api, type: app, name: API, tags: [public] }
          - { id: db, type: store, name: Database }
connections:
  - { id: api-db, origin: api, target: db, name: Stores }
diagrams:
  - id: apps
    type: app-diagram
    of: booking
    name: Apps
    objects: [passenger, api, db]
flows:
  - id: book
    diagram: apps
    name: Book
    steps: [{ id: ask, origin: passenger, target: api, description: Asks }]
`;

/** A part of the valid document, and its replacement; « marks the position of the finding. */
export type Change = readonly [from: string, to: string];

export interface RuleCase {
  breaks: Change | readonly Change[];
  keeps?: Change | readonly Change[];
  /** Additional files, and those of the document without a finding. */
  others?: Readonly<Record<string, string>>;
  keptOthers?: Readonly<Record<string, string>>;
  exit: 0 | 2 | 8;
  /** Exit code with --strict, for a note (default: 8). */
  strict?: 0 | 8;
  /** Options that the finding requires. */
  options?: readonly string[];
}

const OBJECTS = '    objects:\n      - { id: passenger';
const GROUP = (fields: string): Change => [
  OBJECTS,
  `    objects:\n      - { id: crew, type: group, name: Crew }\n      - ${fields}\n      - { id: passenger`,
];
const STEP = 'target: api, description: Asks';
const END = 'description: Asks }]\n';
const atEnd = (text: string): Change => [END, `${END}${text}`];
const ignoring = (entry: string): Change => atEnd(`drift: { ignore: [${entry}] }\n`);

/** A lock file with two references to the same element. */
const LOCKED = {
  'model.lock.json': JSON.stringify({
    archctlLock: 1,
    references: ['far', 'twice'].map((id) => ({
      ...{ kind: 'object', id, owner: 'other', element: 'far' },
      ...{ handle: 'h', name: 'Far', type: 'system' },
    })),
  }),
};

/** Rules that compare references with a landscape; tested in `teams.test.ts`. */
export const LIVE_RULES = ['reference/changed', 'reference/gone'];

export const RULE_CASES: Readonly<Record<string, RuleCase>> = {
  'yaml/syntax': { breaks: ['    name: Travel', '    name: «Travel: x'], exit: 2 },
  'yaml/duplicate-key': { breaks: ['    name: Travel', '    name: Travel\n    «name: Sea'], exit: 2 },
  'yaml/aliases': {
    breaks: [
      ['name: Travel', `name: &long "${'x'.repeat(600_000)}"`],
      ['name: Stores', 'name: *long, description: «*long'],
    ],
    keeps: [
      ['name: Travel', 'name: &short Travel'],
      ['name: Stores', 'name: *short, description: *short'],
    ],
    exit: 2,
  },
  'yaml/size': { breaks: ['ferry', `[${','.repeat(1_999_998)}«,]`], exit: 2 },
  'yaml/depth': { breaks: ['namespace: ferry', `namespace: ${'['.repeat(5_000)}`], exit: 2 },
  'schema/shape': { breaks: ['name: Database', 'name: Database, tags: «public'], exit: 8 },
  'schema/key': { breaks: ['    name: Travel', '    name: Travel\n    ? «[a]\n    : b'], exit: 8 },
  'schema/unknown-key': { breaks: ['name: Database', 'name: Database, «captoin: x'], exit: 8 },
  'schema/required': { breaks: [', name: Database', ''], exit: 8 },
  'schema/choice': { breaks: ['type: store', 'type: «storage'], exit: 8 },
  'schema/date': {
    breaks: ignoring('{ element: api, reason: R, until: «2027-02-30 }'),
    keeps: ignoring('{ element: api, reason: R, until: 2027-02-28 }'),
    exit: 8,
  },
  'drift/unknown-element': {
    breaks: ignoring('{ element: «app, reason: R }'),
    keeps: ignoring('{ element: api, reason: R }'),
    exit: 0,
  },
  'drift/ambiguous-element': {
    breaks: [['name: Public', 'name: API'], ignoring('{ element: «API, reason: R }')],
    keeps: ignoring('{ element: API, reason: R }'),
    exit: 8,
  },
  'drift/unknown-field': {
    breaks: ignoring('{ element: api, field: «captain, reason: R }'),
    keeps: ignoring('{ element: api, field: caption, reason: R }'),
    exit: 8,
  },
  'identity/duplicate-id': {
    breaks: ['name: Database }', 'name: Database }\n          - { id: «api, type: app, name: Other }'],
    keeps: ['id: api-db', 'id: api'],
    exit: 8,
  },
  'document/two-values': {
    breaks: atEnd(''),
    others: { 'z.yaml': 'namespace: «lorry\n' },
    keptOthers: { 'z.yaml': 'namespace: ferry\n' },
    exit: 8,
  },
  'document/two-places': { breaks: ['name: Database', 'name: Database, parent: «booking'], exit: 8 },
  'document/two-layouts': {
    breaks: ['    name: Apps', '    name: Apps\n    layout: { objects: {} }'],
    others: { 'layout/apps.yaml': 'layoutOf: «apps\nobjects: { api: { x: 1, y: 2 } }\n' },
    keptOthers: {},
    exit: 8,
  },
  'reference/unknown': { breaks: ['[public]', '[public, «pubic]'], exit: 8 },
  'technology/unknown': {
    breaks: ['name: Database', 'name: Database, technologies: [«postgres]'],
    keeps: ['name: Database', 'name: Database, technologies: [postgresql]'],
    options: ['--catalog', 'catalog.json'],
    exit: 8,
  },
  'parent/type': {
    breaks: ['name: Database }', 'name: Database }\n          - { id: «form, type: component, name: Form }'],
    exit: 8,
  },
  'parent/circle': {
    breaks: atEnd(
      'objects:\n  - { id: a, type: group, name: A, parent: «b }\n  - { id: b, type: group, name: B, parent: a }\n',
    ),
    keeps: atEnd(
      'objects:\n  - { id: a, type: group, name: A, parent: b }\n  - { id: b, type: group, name: B, domain: travel }\n',
    ),
    exit: 8,
  },
  'parent/domain': {
    breaks: [
      ['domains:', 'domains:\n  - { id: sea, name: Sea }'],
      atEnd('objects:\n  - { id: a, type: app, name: A, parent: booking, domain: «sea }\n'),
    ],
    keeps: atEnd('objects:\n  - { id: a, type: app, name: A, parent: booking, domain: travel }\n'),
    exit: 8,
  },
  'domain/missing': {
    breaks: [
      ['domains:', 'domains:\n  - { id: sea, name: Sea }'],
      atEnd('objects:\n  - { id: «a, type: system, name: A }\n'),
    ],
    keeps: atEnd('objects:\n  - { id: a, type: system, name: A }\n'),
    exit: 8,
  },
  'group/type': {
    breaks: ['name: Passenger', 'name: Passenger, groups: [«booking]'],
    keeps: GROUP('{ id: deck, type: actor, name: Deck, groups: [crew] }'),
    exit: 8,
  },
  'group/circle': {
    breaks: [
      GROUP('{ id: deck, type: group, name: Deck, groups: [crew] }'),
      ['name: Crew', 'name: Crew, «groups: [deck]'],
    ],
    keeps: GROUP('{ id: deck, type: group, name: Deck, groups: [crew] }'),
    exit: 8,
  },
  'diagram/circle': { breaks: ['    of: booking', '    of: booking\n    parent: «apps'], exit: 8 },
  'name/duplicate': {
    breaks: ['name: Database', 'name: «API'],
    keeps: [
      '    objects:',
      '    objects:\n      - { id: a, type: system, name: API, objects: [{ id: b, type: app, name: API }] }',
    ],
    exit: 0,
  },
  'value/empty': { breaks: ['name: Database', 'name: «""'], keeps: ['name: Database', 'name: "0"'], exit: 8 },
  'diagram/of': { breaks: ['of: booking', 'of: «passenger'], exit: 0 },
  'diagram/content': {
    breaks: [
      ['of: booking', 'domain: travel'],
      ['type: app-diagram', 'type: context-diagram'],
      ['[passenger, api, db]', '[passenger, «api]'],
    ],
    exit: 0,
  },
  'diagram/group-box': {
    breaks: [
      GROUP('{ id: deck, type: group, name: Deck }'),
      ['[passenger, api', '[{ object: crew, shape: «box }, passenger, api'],
    ],
    keeps: [
      GROUP('{ id: deck, type: group, name: Deck }'),
      ['[passenger, api', '[{ object: crew, shape: area }, passenger, api'],
    ],
    exit: 8,
  },
  'diagram/duplicate': {
    breaks: ['[passenger, api, db]', '[passenger, api, db, «api]'],
    keeps: ['[passenger, api, db]', '[passenger, api, db, { object: api, id: api-2 }]'],
    exit: 8,
  },
  'diagram/line-end': {
    breaks: ['[passenger, api, db]', '[passenger, api]\n    connections: [«api-db]'],
    keeps: ['[passenger, api, db]', '[passenger, api, db]\n    connections: [api-db]'],
    exit: 8,
  },
  'layout/not-drawn': {
    breaks: [
      '[passenger, api, db]',
      '[passenger, api, db]\n    layout: { objects: { «booking: { x: 1, y: 2 } } }',
    ],
    keeps: [
      '[passenger, api, db]',
      '[passenger, api, db]\n    layout: { objects: { api: { x: 1, y: 2 } }, connections: { api-db: { label: 20 } } }',
    ],
    exit: 0,
  },
  'value/range': {
    breaks: [
      '[passenger, api, db]',
      '[passenger, api, db]\n    layout: { objects: { api: { x: -1, y: 2, width: «0 } } }',
    ],
    keeps: [
      '[passenger, api, db]',
      '[passenger, api, db]\n    layout: { objects: { api: { x: -1, y: 2, width: 1 } } }',
    ],
    exit: 8,
  },
  'flow/not-drawn': {
    breaks: ['target: api, d', 'target: «booking, d'],
    keeps: ['target: api, d', 'target: db, d'],
    exit: 8,
  },
  'flow/parent': {
    breaks: [STEP, `${STEP} }, { origin: passenger, type: information, parent: «ask/no`],
    keeps: [
      STEP,
      `${STEP}, paths: [{ id: no, name: No }] }, { origin: passenger, type: information, parent: ask/no`,
    ],
    exit: 8,
  },
  'flow/duplicate-step': { breaks: [STEP, `${STEP} }, { id: «ask, origin: passenger, target: api`], exit: 8 },
  'flow/step': {
    breaks: [STEP, `${STEP} }, «{ type: subflow`],
    keeps: [STEP, `${STEP} }, { type: subflow, flow: book`],
    exit: 0,
  },
  'reference/source': {
    breaks: atEnd('references:\n  - { id: «far }\n'),
    keeps: atEnd('references:\n  - { id: far, namespace: other }\n'),
    keptOthers: LOCKED,
    exit: 8,
  },
  'reference/duplicate': {
    breaks: atEnd(
      'references:\n  - { id: far, namespace: other }\n  - { id: «twice, namespace: other, element: far }\n',
    ),
    others: LOCKED,
    exit: 8,
  },
  'reference/not-locked': {
    breaks: atEnd('references:\n  - { id: «new, namespace: other, element: far }\n'),
    keeps: atEnd('references:\n  - { id: far, namespace: other }\n'),
    others: LOCKED,
    keptOthers: LOCKED,
    exit: 0,
  },
  'tag/unused': { breaks: [', tags: [public]', ''], exit: 0 },
  'namespace/missing': { breaks: ['namespace: ferry', '«landscape: ferry'], exit: 0 },
  'moved/unknown': {
    breaks: atEnd('moved:\n  - «{ from: a, to: b }\n'),
    keeps: atEnd('moved:\n  - { from: a, to: db }\n'),
    exit: 8,
  },
  'moved/still-there': { breaks: atEnd('moved:\n  - «{ from: api, to: db }\n'), exit: 8 },
  'ignore/unknown-rule': {
    breaks: ['name: Database', 'name: Database, ignore: [«reference/unknwon]'],
    keeps: ['name: Database', 'name: Database, ignore: [reference/unknown]'],
    exit: 0,
  },
  ...DECISION_CASES,
};

import { describe, expect, it } from 'vitest';
import { exportModel } from '../../../src/model/dialects/export.js';
import { readMermaid } from '../../../src/model/dialects/read/mermaid/mermaid.js';
import { readPlantuml } from '../../../src/model/dialects/read/plantuml/plantuml.js';
import { FORMATS } from '../../../src/model/dialects/writers.js';
import { elementsOf, type Model } from '../../../src/model/document/element.js';
import { readModel } from '../../../src/model/document/read.js';
import { imported } from './importing.js';

const mermaid = (...lines: readonly string[]) => imported(readMermaid, { 'in.mmd': lines.join('\n') });
const plantuml = (...lines: readonly string[]) =>
  imported(readPlantuml, { 'in.puml': ['@startuml', ...lines, '@enduml'].join('\n') });
const lossesOf = ({ findings }: ReturnType<typeof imported>) =>
  findings.filter((it) => !it.includes(' inferred '));

type Step = Readonly<Record<string, string>> & { paths?: readonly { name: string }[] };

/** Each flow with its steps: `origin text target`, below a path if they are in one. */
const flowsOf = (model: Model): Record<string, string[]> =>
  Object.fromEntries(
    elementsOf(model, 'flow').map(({ fields }) => [
      fields.name,
      (fields.steps as readonly Step[]).map(({ parent, type, origin, target, description, paths }) =>
        [
          parent && `${parent}:`,
          type,
          origin,
          description && `"${description}"`,
          target,
          paths?.map((it) => it.name).join('|'),
        ]
          .filter(Boolean)
          .join(' '),
      ),
    ]),
  );

describe('a sequence of Mermaid', () => {
  const made = mermaid(
    'sequenceDiagram',
    '  title Buy #quot;a#quot; ticket',
    '  accDescr: How it goes',
    '  autonumber',
    '  actor c as Customer',
    '  box rgb(200, 220, 100) Shop',
    '    participant w as Web<br/>shop',
    '    participant db@{ "type": "database", "alias": "Orders" }',
    '  end',
    '  link w: Docs @ https://x.example/docs',
    '  c->>+w: Orders #35;1; w-->>c: Thanks',
    '  activate w',
    '  w-)db:wrap: Stores',
    '  w->>w: Checks',
    '  Note over c,w: They wait<br/>long',
    '  rect rgb(1, 2, 3)',
    '  alt paid',
    '    w->>Bank of all: Books',
    '    opt large',
    '      w->>c: Calls',
    '    end',
    '  else not paid',
    '    w--xc: Refuses',
    '  end',
    '  end',
    '  par one',
    '  c->>w: A',
    '  and two',
    '  c->>w: B',
    '  end',
    '  %% comment',
    '  deactivate w',
  );

  it('is a flow with its replies, notes and branches', () => {
    expect(flowsOf(made.model)).toEqual({
      'Buy "a" ticket': [
        'customer "Orders #1" web-shop',
        'reply web-shop "Thanks" customer',
        'web-shop "Stores" orders',
        'self-action web-shop "Checks" web-shop',
        'information customer "They wait long" web-shop',
        'alternate-path paid|not paid',
        'branch-1/path-1: web-shop "Books" bank-of-all',
        'branch-1/path-1: alternate-path large',
        'branch-2/path-1: web-shop "Calls" customer',
        'branch-1/path-2: reply web-shop "Refuses" customer',
        'parallel-path one|two',
        'branch-3/path-1: customer "A" web-shop',
        'branch-3/path-2: customer "B" web-shop',
      ],
    });
    expect(lossesOf(made)).toEqual([]);
  });

  it('creates elements for participants, and one connection for all messages between two', () => {
    expect(made.types).toEqual({
      customer: 'actor',
      shop: 'system',
      'web-shop': 'app',
      orders: 'store',
      'bank-of-all': 'system',
    });
    expect(made.fields['web-shop']).toMatchObject({
      parent: 'shop',
      links: [{ url: 'https://x.example/docs', name: 'Docs' }],
    });
    expect(made.connections).toEqual([
      'customer Orders #1 web-shop',
      'web-shop Stores orders',
      'web-shop Books bank-of-all',
    ]);
    expect(made.findings.join()).toContain('3 connections made from the first message');
  });

  it('reports a loop and unreadable statements', () => {
    const { findings, model } = mermaid(
      'sequenceDiagram',
      'A->>B: x',
      'loop daily',
      'B->>A: y',
      'end',
      'what is it',
    );
    expect(flowsOf(model)).toEqual({
      in: ['a "x" b', 'information "Loop: daily"', 'b "y" a'],
    });
    expect(findings.filter((it) => it.includes(' lost '))).toEqual([
      'in.mmd:3 lost A loop becomes a note before its steps.',
      expect.stringMatching(/^in\.mmd:6 lost "what is it" is not a statement of a sequence diagram/),
    ]);
  });

  it.each([
    ['Mermaid', mermaid, ['sequenceDiagram', 'A->>B: x'], 'option no'],
    ['PlantUML', plantuml, ['A -> B : x'], 'else no'],
  ] as const)('of %s reports blocks whose keyword a branch cannot state', (_, read, head, next) => {
    const message = head.at(-1) ?? '';
    const { findings, model } = read(
      ...head,
      ...['critical save', message, next, message, 'end', 'break late', message, 'end', message],
    );
    expect(Object.values(flowsOf(model))[0]).toHaveLength(7);
    const losses = findings.filter((it) => it.includes(' lost ')).map((it) => it.replace(/^\S+ /, ''));
    expect(losses).toEqual([
      'lost The block "critical" becomes alternative paths.',
      'lost The block "break" becomes alternative paths.',
    ]);
  });

  it('matches its participants in other diagrams, in any order of reading', () => {
    const made = imported(readMermaid, {
      'a.mmd': 'sequenceDiagram\nparticipant Web\nWeb->>Orders: Stores\nWeb->>Mail: Sends',
      'b.mmd':
        'C4Container\ntitle Container diagram for Shop\nContainer(w, "Web")\nContainerDb(o, "Orders")\nRel(w, o, "Writes")',
    });
    expect(made.types).toEqual({ web: 'app', orders: 'store', mail: 'system', shop: 'system' });
    expect(made.connections).toEqual(['web Writes orders', 'web Sends mail']);
    expect(flowsOf(made.model)).toEqual({ a: ['web "Stores" orders', 'web "Sends" mail'] });
  });
});

describe('a sequence of PlantUML', () => {
  it('is a flow', () => {
    const made = plantuml(
      'title Buy',
      'hide footbox',
      'actor "A customer" as c',
      'box "Shop" #LightBlue',
      'participant Web as w order 10 #red',
      'database Orders',
      'end box',
      'queue "Events" as q <<external>>',
      'participant Notes [',
      '  =Notes',
      '  of all',
      ']',
      '== Start ==',
      'c -> w ++ : Buys\\nnow',
      'w -[#red]> Orders: Stores',
      'Orders --> w : done',
      'q <- w : Sends',
      'return thanks',
      'note over c, w #yellow : waits',
      'note left',
      '  twice',
      'end note',
      'alt ok',
      '  w ->x "Long name" as ln : tells',
      'else',
      '  w <-> ln',
      'end',
      '... later ...',
      'activate w',
      '& w -> w : thinks',
    );
    expect(made.types).toEqual({
      'a-customer': 'actor',
      shop: 'system',
      web: 'app',
      orders: 'store',
      events: 'store',
      'notes-of-all': 'system',
      'long-name': 'system',
      buy: 'system',
    });
    expect(flowsOf(made.model)).toEqual({
      Buy: [
        'information "Start"',
        'a-customer "Buys now" web',
        'web "Stores" orders',
        'reply orders "done" web',
        'web "Sends" events',
        'reply events "thanks" web',
        'information a-customer "waits" web',
        'information "twice"',
        'alternate-path ok|Path 2',
        'branch-1/path-1: web "tells" long-name',
        'branch-1/path-2: web long-name',
        'information "later"',
        'self-action web "thinks" web',
      ],
    });
    expect(lossesOf(made)).toEqual([]);
  });

  it('may be a C4 sequence, with boundaries that contain its elements', () => {
    const made = plantuml(
      '!include https://x.example/C4_Sequence.puml',
      'Container(c1, "Web", "Java")',
      'Container_Boundary(b, "API")',
      '  Component(c2, "Sign in")',
      'Boundary_End()',
      'Rel(c1, c2, "Signs in", "HTTPS")',
      'group Slow',
      'Rel(c2, c1, "Welcomes", $rel="-->")',
      'end',
      'ref over c1 : init',
      '[-> c1 : starts',
    );
    expect(flowsOf(made.model)).toEqual({
      in: [
        'web "Signs in" sign-in',
        'information "Group: Slow"',
        'reply sign-in "Welcomes" web',
        'information web "init"',
        'information web "starts"',
      ],
    });
    expect(made.fields['sign-in']).toMatchObject({ parent: 'api' });
    expect(lossesOf(made)).toEqual([
      'in.puml:8 lost A group becomes a note before its steps.',
      'in.puml:12 lost A message from or to the outside of the diagram becomes a note.',
    ]);
  });
});

describe('dynamic diagrams of C4', () => {
  it.each([
    ['mermaid', mermaid, 'C4Dynamic'],
    ['plantuml', plantuml, '!include <C4/C4_Dynamic>'],
  ] as const)('are flows on diagrams with their connections: %s', (_, read, head) => {
    const made = read(
      head,
      'title Signing in',
      'Container(w, "Web")',
      'ContainerDb(d, "Users")',
      'Rel(w, d, "select * from users where x = ?", "JDBC")',
      'Rel_Back(w, d, "Finds")',
      'Rel(w, d, "Logs")',
    );
    expect(flowsOf(made.model)).toEqual({
      'Signing in': ['web "select * from users where x = ?" users', 'users "Finds" web', 'web "Logs" users'],
    });
    expect(made.connections).toEqual(['web Uses users', 'users Finds web', 'web Logs users']);
    expect(lossesOf(made)).toEqual([]);
  });

  it('are ordered by the numbers of PlantUML if every line has one', () => {
    const made = plantuml(
      'System(a, "A")',
      'System(b, "B")',
      'RelIndex(2, b, a, "then")',
      'RelIndex(1, a, b, "first")',
    );
    expect(flowsOf(made.model)).toEqual({ in: ['a "first" b', 'b "then" a'] });
  });
});

const SHOP = `namespace: shop
domains:
  - id: d
    name: Shops
    objects:
      - { id: c, name: Client, type: actor }
      - id: s
        name: Shop
        type: system
        objects:
          - { id: w, name: Web, type: app }
          - { id: o, name: Orders, type: store }
connections:
  - { id: l, name: Stores, origin: w, target: o, direction: outgoing }
  - { id: m, name: Buys, origin: c, target: w, direction: outgoing }
diagrams:
  - { id: g, name: In the shop, type: app-diagram, of: s, objects: [c, w, o] }
flows:
  - id: f
    name: 'Buy "it"; now'
    diagram: g
    steps:
      - { origin: c, target: w, description: 'Asks; #1 "x"' }
      - { origin: w, target: o }
      - { origin: o, target: w, type: reply, description: Done }
      - { origin: w, target: w, type: self-action, description: Checks }
      - { type: information, origin: c, description: Waits }
      - { id: branch-1, type: alternate-path, paths: [{ id: path-1, name: paid }, { id: path-2, name: refused }] }
      - { origin: w, target: c, description: Thanks, parent: branch-1/path-1 }
      - { id: branch-2, type: parallel-path, paths: [{ id: path-1, name: mail }], parent: branch-1/path-2 }
      - { origin: w, target: c, description: Writes, parent: branch-2/path-1 }
`;

describe.each([
  ['mermaid', readMermaid],
  ['plantuml', readPlantuml],
] as const)('flows of a model exported to %s', (format, read) => {
  const { model } = readModel([{ path: 'shop.yaml', text: SHOP }]);
  const { files } = exportModel(model, FORMATS[format], { flows: true });
  const texts = Object.fromEntries(files.map(({ name, text }) => [name, text]));

  it('are imported again with all their steps, on elements that keep their places', () => {
    const back = imported(read, texts);
    expect(Object.keys(texts).some((it) => it.startsWith('flow-f.'))).toBe(true);
    const named = { c: 'client', w: 'web', o: 'orders' };
    const expected = flowsOf(model)['Buy "it"; now']?.map((it) =>
      it.replace(/(?<=^| )[cwo](?= |$)/g, (id) => named[id as keyof typeof named]),
    );
    expect(flowsOf(back.model)).toEqual({ 'Buy "it"; now': expected });
    expect(back.types).toEqual({ client: 'actor', shop: 'system', web: 'app', orders: 'store' });
    expect(back.connections).toEqual(['client Buys shop', 'web Stores orders']);
    expect(lossesOf(back)).toEqual([]);
  });

  it('keep the types of participants if they are imported alone', () => {
    const [name = '', text = ''] = Object.entries(texts).find(([it]) => it.startsWith('flow-')) ?? [];
    const { types } = imported(read, { [name]: text });
    expect(types).toMatchObject({ client: 'actor', web: 'system' });
    expect(types.orders).toBe(format === 'plantuml' ? 'store' : 'system');
  });
});

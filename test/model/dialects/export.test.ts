import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportModel } from '../../../src/model/dialects/export.js';
import { Identifiers } from '../../../src/model/dialects/write/identifiers.js';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  FLOWCHART,
  FORMATS,
  isPictureFormat,
} from '../../../src/model/dialects/writers.js';
import { elementOf, elementsOf, type Model } from '../../../src/model/document/element.js';
import { readModel } from '../../../src/model/document/read.js';
import { writeModel } from '../../../src/model/document/write.js';
import { FERRY } from '../../support/ferry-document.js';
import { controlCharacterIn, HOSTILE } from '../../support/hostile-service.js';
import { runs } from '../../support/property-runs.js';
import { anyModel } from '../../support/writable-models.js';

const modelOf = (text: string): Model => readModel([{ path: 'model.yaml', text }]).model;
const filesOf = (model: Model, format: ExportFormat) => exportModel(model, FORMATS[format]).files;
const textOf = (model: Model, format: ExportFormat): string => filesOf(model, format)[0]?.text ?? '';

const SHOP = `landscape: Shop
domains:
  - id: trade
    name: Trade
    objects:
      - { id: buyer, type: actor, name: Buyer }
      - { id: empty, type: group, name: Empty }
      - id: shop
        type: system
        name: Shop
        caption: Sells.
        objects:
          - { id: web, type: app, name: Web, technologies: [node-js], objects: [{ id: cart, type: component, name: Cart }] }
          - { id: db, type: store, name: Data }
      - { id: bank, type: system, name: Bank, external: true, objects: [{ id: pay-api, type: app, name: Pay API }] }
connections:
  - { id: a, origin: buyer, target: web, name: Buys, direction: outgoing }
  - { id: b, origin: buyer, target: cart, name: Fills, direction: outgoing }
  - { id: c, origin: cart, target: db, name: Keeps, direction: outgoing, technologies: [sql] }
  - { id: d, origin: web, target: db, name: Reads, direction: outgoing }
  - { id: e, origin: web, target: pay-api, name: Charges, direction: bidirectional }
  - { id: f, origin: shop, target: shop, name: Rests, direction: outgoing }
  - { id: g, origin: web, target: nothing, name: Falls }
`;

describe('pictures by level', () => {
  const files = Object.fromEntries(filesOf(modelOf(SHOP), 'mermaid').map(({ name, text }) => [name, text]));

  it('show the landscape with connections lifted to visible ancestors, and merged', () => {
    expect(files['context.mmd']).toBe(`C4Context
  title Shop
  Enterprise_Boundary(trade, "Trade") {
    Person(buyer, "Buyer")
    System(shop, "Shop", "Sells.")
    System_Ext(bank, "Bank")
  }
  Rel(buyer, shop, "Buys, Fills")
  BiRel(shop, bank, "Charges")
  Rel(shop, shop, "Rests")
`);
  });

  it('open elements with children, together with their neighbours', () => {
    expect(Object.keys(files)).toEqual(['context.mmd', 'app-shop.mmd', 'app-bank.mmd', 'component-web.mmd']);
    expect(files['app-shop.mmd']).toBe(`C4Container
  title Shop
  System_Boundary(shop, "Shop") {
    Container(web, "Web", "node-js")
    ContainerDb(db, "Data")
  }
  Person(buyer, "Buyer")
  System_Ext(bank, "Bank")
  Rel(buyer, web, "Buys, Fills")
  Rel(web, db, "Keeps, Reads", "sql")
  BiRel(web, bank, "Charges")
`);
    expect(files['component-web.mmd']).toBe(`C4Component
  title Web
  System_Boundary(shop, "Shop") {
    Container_Boundary(web, "Web") {
      Component(cart, "Cart")
    }
    ContainerDb(db, "Data")
  }
  Person(buyer, "Buyer")
  System_Ext(bank, "Bank")
  Rel(buyer, cart, "Fills")
  Rel(cart, db, "Keeps", "sql")
`);
  });

  it('report omitted elements by kind', () => {
    const { losses: left } = exportModel(modelOf(SHOP), FORMATS.mermaid);
    expect(left).toContainEqual({ what: 'empty groups', count: 1 });
    expect(left).toContainEqual({ what: 'dangling connections', count: 1 });
    expect(left.some(({ what }) => what.startsWith('lines that end at a boundary'))).toBe(true);
  });
});

describe('parts', () => {
  const model = modelOf(FERRY);
  const one = (kind: 'diagram' | 'flow', id: string) => ({ [kind]: elementOf(model, kind, id) });

  it('are one diagram', () => {
    const { files } = exportModel(model, FORMATS.plantuml, one('diagram', 'booking-apps'));
    expect(files.map(({ name }) => name)).toEqual(['diagram-booking-apps.puml']);
    expect(files[0]?.text).toContain('System_Boundary(booking, "Booking") {\n  Container(booking_api');
    expect(files[0]?.text).toContain('Rel(booking_api, booking_db, "Stores bookings")');
  });

  it('are one flow as a sequence', () => {
    const mermaid = exportModel(model, FORMATS.mermaid, one('flow', 'book')).files[0]?.text;
    expect(mermaid).toContain('  alt Free\n    p2->>p3: Keeps it\n  else Full\n  end\n');
    const code = exportModel(model, FORMATS.plantuml, one('flow', 'pay')).files[0]?.text;
    expect(code).toContain('p1 -> p2: Pays\n@enduml');
    const asked = modelOf(FERRY.replaceAll('Pays', 'Calls %getenv("HOME") $x'));
    const flow = elementOf(asked, 'flow', 'pay');
    expect(flow && exportModel(asked, FORMATS.plantuml, { flow }).files[0]?.text).not.toMatch(
      /[%$"]\w*\(|\$x/,
    );
  });

  it('are a whole model with nesting, views and properties', () => {
    const dsl = textOf(model, 'structurizr');
    expect(dsl).toContain('group "Inner" {\n                    booking = softwareSystem "Booking" {');
    expect(dsl).toContain('            include passenger booking_api booking_db\n');
    const c4 = textOf(model, 'likec4');
    expect(c4).toContain("inner = group 'Inner' {\n        booking = system 'Booking' {");
    expect(c4).toContain("travel.passenger -> travel.outer.inner.booking.booking_api 'Asks'");
    expect(c4).toContain(
      "    travel.passenger -> travel.outer.inner.booking.booking_api 'Asks for a cabin'\n  }\n",
    );
    expect(textOf(model, 'markdown')).toContain('| Passenger | → | Booking API | Asks |');
  });
});

/** Lines of each format, in which quotes contain only escaped quotes. */
const Q = String.raw`"[^"\\\n]*"`;
const ESCAPED = String.raw`"(?:[^"\\\n]|\\["\\$nN]|\\\n)*"`;
const SINGLE = String.raw`'(?:[^'\\\n]|\\[\\'])*'`;
const ID = '[a-zA-Z][a-zA-Z0-9_]*';
const MACRO = String.raw`[A-Z]\w*\((?:${ID}, )+${Q}(?:, ${Q})*\)`;
const KEY = `(?:${ID})(?:\\.${ID})*`;
const GRAMMAR: Readonly<Partial<Record<ExportFormat, RegExp>>> = {
  mermaid: RegExp(
    String.raw`^(?:C4\w+|  title [^;#%"\n]*(?:#\d+;[^;#%"\n]*)*| +(?:${MACRO}(?: \{)?|UpdateElementStyle\(${ID}, \$borderColor="#\w{6}"\)|\}))$`,
  ),
  plantuml: RegExp(
    String.raw`^(?:@startuml|@enduml|!include <C4/C4_\w+>|title (?![*=.])(?:(?!\*\*|__|==)[^"%$\\~])*|\s*(?:${MACRO}(?: \{)?|\})|)$`,
  ),
  structurizr: RegExp(
    String.raw`^ *(?:workspace ${ESCAPED} \{|\w+(?: \w+)? \{|\w+ \w+ ${Q}(?: ${ESCAPED})? \{|systemLandscape ${Q}(?: ${ESCAPED})? \{|(?:group|element) ${ESCAPED} \{|${ID} = \w+ ${ESCAPED}(?: ${ESCAPED}){0,3}(?: \{)?|${ID} -> ${ID}(?: ${ESCAPED}){1,3}(?: \{)?|(?:tags|title|technology|url)?(?: ?${ESCAPED})+|include (?:\*|${ID}(?: ${ID})*)|autolayout lr|shape \w+|\})$`,
  ),
  dot: RegExp(
    String.raw`^ *(?:digraph \{|rankdir=LR;|labelloc=t;|label=${ESCAPED};|subgraph ${ESCAPED} \{|${ESCAPED}(?: -> ${ESCAPED})? \[label=${ESCAPED}(?:, \w+=(?:\w+|"#\w{6}"))*\];|style=\w+;|color="#\w{6}";|\})$`,
  ),
  d2: RegExp(
    String.raw`^ *(?:direction: right|near: top-center|shape: \w+|style\.stroke-dash: \d|style\.stroke: "#\w{6}"|${ID}: ${ESCAPED}(?: \{)?|${KEY} (?:->|<->|--) ${KEY}: ${ESCAPED}(?: \{)?|\})$`,
  ),
};

describe('any model', () => {
  it('is exported reproducibly, with texts that are escaped for the other tool', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        for (const format of EXPORT_FORMATS) {
          const { files } = exportModel(model, FORMATS[format]);
          expect(exportModel(model, FORMATS[format]).files).toEqual(files);
          const grammar = GRAMMAR[format];
          for (const line of grammar ? files.flatMap(({ text }) => text.trimEnd().split('\n')) : [])
            expect(grammar?.test(line), `${format}: ${line}`).toBe(true);
        }
        for (const { text } of exportModel(model, FLOWCHART).files)
          expect(controlCharacterIn(text)).toBe(undefined);
        for (const flow of elementsOf(model, 'flow'))
          for (const format of [FORMATS.mermaid, FORMATS.plantuml])
            expect(controlCharacterIn(exportModel(model, format, { flow }).files[0]?.text ?? '')).toBe(
              undefined,
            );
      }),
      { numRuns: runs(30) },
    );
  });

  it('has closed LikeC4 texts', () => {
    const strings = RegExp(`'''\\n(?:[^'\\\\]|\\\\[\\\\'])*'''|${SINGLE}`, 'g');
    fc.assert(
      fc.property(anyModel, (model) => {
        const bare = textOf(model, 'likec4')
          .replace(strings, '')
          .replace(/^( {2}tag \w+) \/\/ $/gm, '$1')
          .replace(/ link https?:\/\/[^\s']+/g, '');
        expect(bare).toMatch(/^[\w\s{}.,=#>[\]-]*$/);
      }),
      { numRuns: runs(30) },
    );
  });

  it('is exported without control, invisible and bidirectional characters', () => {
    const quoted = JSON.stringify(HOSTILE);
    const model = modelOf(
      SHOP.replace('name: Web', `name: ${quoted}`)
        .replace('name: Buys', `name: ${quoted}`)
        .replace('caption: Sells.', `caption: ${quoted}\n        description: ${quoted}`),
    );
    for (const format of EXPORT_FORMATS.filter((it) => it !== 'json' && it !== 'csv' && it !== 'markdown'))
      for (const { text } of filesOf(model, format)) expect(controlCharacterIn(text), format).toBe(undefined);
  });

  it('is the document as JSON', () => {
    fc.assert(
      fc.property(anyModel, (model) => {
        const { model: read, findings } = readModel([{ path: 'model.json', text: textOf(model, 'json') }]);
        const plain = readModel(writeModel(model));
        expect(findings.map(({ rule }) => rule)).toEqual(plain.findings.map(({ rule }) => rule));
        expect(writeModel(read)).toEqual(writeModel(plain.model));
      }),
      { numRuns: runs(10) },
    );
  });

  it('keeps owners, references, ignored drift and adopted records in JSON', () => {
    const shared = `namespace: shop
owners:
  - { namespace: pay, owners: [Payments] }
references:
  - { id: pay, namespace: pay }
  - { id: audit, kind: domain, handle: h1 }
drift:
  ignore:
    - { element: a, reason: Known. }
adopted: |
  object h2
${SHOP.replace('target: web', 'target: pay')}`;
    const json = textOf(modelOf(shared), 'json');
    const { model, findings } = readModel([{ path: 'model.json', text: json }]);
    expect(findings).toEqual([]);
    expect(writeModel(model)).toEqual(writeModel(modelOf(shared)));
  });

  it('has unique identifiers in any case, none of them a keyword', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 20 }),
        (keys) => {
          const ids = new Identifiers(['end', 'a']);
          const all = keys.map((key) => ids.of({ key, id: key }).toLowerCase());
          expect(new Set([...all, 'end', 'a']).size).toBe(keys.length + 2);
          for (const it of all) expect(it).toMatch(/^[a-z][a-z0-9_]*$/);
        },
      ),
    );
  });
});

it.each([...EXPORT_FORMATS].filter((name) => !isPictureFormat(FORMATS[name])))(
  'reports that %s contains no decisions',
  (format) => {
    const { model } = readModel([
      { path: 'model.yaml', text: SHOP },
      { path: 'decisions/0001-use-data.md', text: '# Use data\n\n## Status\n\nAccepted\n' },
    ]);
    expect(exportModel(model, FORMATS[format]).losses).toContainEqual({ what: 'decisions', count: 1 });
  },
);

describe('records that are not live', () => {
  const model = modelOf(
    SHOP.replace('id: db, type: store,', 'id: db, type: store, status: deprecated,')
      .replace('id: bank, type: system,', 'id: bank, type: system, status: removed,')
      .replace('id: d, origin: web,', 'id: d, status: future, origin: web,'),
  );

  it.each([
    ['d2', ['style.stroke-dash: 8', 'style.stroke: "#ee7a18"', '[future]', 'style.stroke: "#3b82f6"']],
    ['dot', ['style=dashed, color="#ee7a18"', '[future]", style=dashed, color="#3b82f6"']],
    ['mermaid', ['UpdateElementStyle(bank, $borderColor="#e0444a")']],
    ['markdown', ['statusDeprecated', '| Reads | future |']],
  ] as const)('have their own outline and text as %s', (format, wanted) => {
    const text = filesOf(model, format)
      .map((it) => it.text)
      .join('\n');
    for (const it of wanted) expect(text).toContain(it);
  });
});

import { describe, expect, it } from 'vitest';
import { exportModel } from '../../../src/model/dialects/export.js';
import { readMermaid } from '../../../src/model/dialects/read/mermaid/mermaid.js';
import { readPlantuml } from '../../../src/model/dialects/read/plantuml/plantuml.js';
import { FORMATS } from '../../../src/model/dialects/writers.js';
import { readModel } from '../../../src/model/document/read.js';
import { imported } from './importing.js';

/** Two domains, with systems, apps and components of the same names in each. */
const place = (key: string): string => `  - id: ${key}
    name: ${key}
    objects:
      - { id: ${key}-client, name: Client, type: actor }
      - { id: ${key}-group, name: Inner, type: group }
      - id: ${key}-shop
        name: Shop
        type: system
        objects:
          - id: ${key}-api
            name: API
            type: app
            objects:
              - { id: ${key}-log, name: Log, type: component }
          - { id: ${key}-db, name: Data, type: store }
      - id: ${key}-bank
        name: Bank
        type: system
        groups: [${key}-group]
        objects:
          - { id: ${key}-desk, name: Desk, type: app }
`;
const line = (
  key: string,
): string => `  - { id: ${key}-1, name: Buys, origin: ${key}-client, target: ${key}-shop, direction: outgoing }
  - { id: ${key}-2, name: Pays, origin: ${key}-api, target: ${key}-desk, direction: outgoing }
  - { id: ${key}-3, name: Writes, origin: ${key}-log, target: ${key}-db, direction: outgoing }
`;
const FLOWS = `diagrams:
  - { id: g, name: In the shop, type: app-diagram, of: south-shop, objects: [south-client, south-api, south-db] }
flows:
  - id: f
    name: Buy
    diagram: g
    steps:
      - { origin: south-client, target: south-api, description: Asks }
      - { origin: south-api, target: south-db, description: Stores }
`;
const TEXT = `namespace: x\ndomains:\n${place('north')}${place('south')}connections:\n${line('north')}${line('south')}${FLOWS}`;

/** Each object as a path of names from the domain on; pictures put members into their groups. */
function waysOf({ model }: Pick<ReturnType<typeof imported>, 'model'>): string[] {
  const objects = model.elements.get('object') ?? new Map();
  const domains = model.elements.get('domain') ?? new Map();
  const bare = (name: unknown): string => String(name).replace(/ \(.*\)$/, '');
  return [...objects.values()]
    .map(({ fields }) => {
      const way = [bare(fields.name)];
      let at = fields;
      while (at.parent !== undefined) {
        at = objects.get(String(at.parent))?.fields ?? {};
        if (at.type !== 'group') way.unshift(bare(at.name));
      }
      return [domains.get(String(at.domain))?.fields.name, ...way].join('/');
    })
    .sort();
}

describe.each([
  ['mermaid', readMermaid],
  ['plantuml', readPlantuml],
] as const)('elements with one name in %s', (format, read) => {
  const { model } = readModel([{ path: 'x.yaml', text: TEXT }]);
  const { files } = exportModel(model, FORMATS[format], { flows: true });
  const texts = files.map(({ name, text }) => [name, text] as const);

  it.each([
    ['in order', texts],
    ['in reverse', texts.toReversed()],
  ])('keep their parents when an export is imported: %s', (_, given) => {
    const back = imported(read, Object.fromEntries(given));
    expect(waysOf(back)).toEqual(waysOf({ model }));
    const [flow] = back.model.elements.get('flow')?.values() ?? [];
    const steps = flow?.fields.steps as readonly { target: string }[];
    const objects = back.model.elements.get('object');
    expect(
      steps.map(({ target }) => objects?.get(String(objects.get(target)?.fields.parent))?.fields.domain),
    ).toEqual(['south', 'south']);
    expect(back.findings.filter((it) => it.includes(' lost '))).toEqual([]);
  });
});

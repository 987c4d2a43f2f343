import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLikeC4 } from '../../../src/model/dialects/read/likec4/likec4.js';
import { readStructurizr } from '../../../src/model/dialects/read/structurizr/structurizr.js';
import type { ReadDialect } from '../../../src/model/dialects/readers.js';
import { resolve } from '../../../src/model/dialects/resolve/resolve.js';
import { type Landscape, landscapeOf } from '../../../src/model/dialects/view/tree.js';
import { likec4Of } from '../../../src/model/dialects/write/likec4.js';
import { Losses } from '../../../src/model/dialects/write/losses.js';
import { structurizrOf } from '../../../src/model/dialects/write/structurizr.js';
import {
  type Element,
  elementsOf,
  type Model,
  modelOf,
  type Value,
} from '../../../src/model/document/element.js';
import { runs } from '../../support/property-runs.js';

type Fields = Record<string, Value>;

/** Text with syntax of the formats: punctuation, keywords, text directions. */
const hostile = fc.oneof(
  fc.constantFrom(
    'end',
    '"',
    "it's",
    '{ }',
    '-> b',
    '#tag',
    '// no',
    '/* no */',
    "'''",
    '"""',
    '<script>',
    'a; b',
  ),
  fc.constantFrom(
    '\u202eabc',
    '\u200bx',
    'Ünï çødé',
    '名前',
    'C++ (v2)',
    'this',
    '!include x',
    '*',
    'a, b',
    '%{}',
  ),
);
const text = fc.oneof(
  hostile,
  fc.string({ unit: fc.constantFrom(...'ab "\'{}#;/*->=,.:!<>'), minLength: 1, maxLength: 12 }),
);
/** Normalized like the formats: on one line, with single blanks. */
const shown = (it: string): string =>
  it
    .replace(/[\u200b\u202e]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const line = text.map(shown).filter((it) => /[\p{L}\p{N}]/u.test(it));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const texts = fc.record({
  name: line,
  caption: maybe(line),
  description: maybe(fc.tuple(line, line).map(([one, two]) => `${one}\n${two}`)),
  technologies: maybe(fc.constantFrom<readonly string[]>(['java'], ['node-js', 'graphql'])),
  tags: maybe(fc.constant(['slow'])),
  links: maybe(fc.constant([{ url: 'https://ferry.example/repo' }])),
  labels: maybe(line.map((owner) => ({ owner }))),
  teams: maybe(fc.constant(['Deck', 'Engine'])),
  status: maybe(fc.constantFrom('deprecated', 'future')),
  external: maybe(fc.constant(true)),
});

/** Shape of the tree below: the index of each parent. */
const TREE: readonly (readonly [id: string, type: string, above: string])[] = [
  ['partners', 'group', 'sea'],
  ['sailor', 'actor', 'sea'],
  ['radio', 'system', 'partners'],
  ['booking', 'system', 'sea'],
  ['booking-api', 'app', 'booking'],
  ['ledger', 'store', 'booking'],
  ['quotes', 'component', 'booking-api'],
  ['prices', 'component', 'booking-api'],
  ['port', 'system', 'land'],
  ['end', 'app', 'port'],
];
/** Ends are not nested: neither format accepts a connection between an element and its ancestor. */
const ENDS = ['sailor', 'radio', 'ledger', 'quotes', 'prices', 'end'];
const filled = (fields: Record<string, Value | undefined>): Fields =>
  Object.fromEntries(Object.entries(fields).filter((it): it is [string, Value] => it[1] !== undefined));

const models = fc
  .record({
    texts: fc.array(texts, { minLength: TREE.length, maxLength: TREE.length }),
    edges: fc
      .uniqueArray(
        fc.record({
          origin: fc.constantFrom(...ENDS),
          target: fc.constantFrom(...ENDS),
          name: line,
          direction: fc.constantFrom('outgoing', 'bidirectional', undefined),
          description: maybe(line),
          technologies: maybe(fc.constant(['https'])),
        }),
        { maxLength: 5, selector: ({ origin, target, name }) => `${origin} ${target} ${name}` },
      )
      .map((all) => all.filter(({ origin, target }) => origin !== target)),
    steps: fc.array(
      fc.record({
        origin: fc.constantFrom('sailor', 'radio'),
        target: fc.constantFrom('sailor', 'radio'),
        description: line,
        isReply: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    drawn: fc.subarray(['sailor', 'radio', 'booking', 'port'], { minLength: 1 }),
  })
  .map(({ texts: all, edges, steps, drawn }): Model => {
    const domains = new Set(['sea', 'land']);
    const objects = TREE.map(([id, type, above], at): Element => {
      const { name = '', ...fields } = all[at] ?? {};
      const where = domains.has(above) ? { domain: above } : { parent: above };
      const own: Record<string, Value | undefined> = type === 'group' ? {} : fields;
      return { kind: 'object', id, fields: filled({ ...own, name: `${name} ${at}`, type, ...where }) };
    });
    return modelOf(
      [
        { kind: 'tagGroup', id: 'tags', fields: { name: 'Tags', icon: 'star' } },
        { kind: 'tag', id: 'slow', fields: { name: 'slow', color: 'blue', group: 'tags' } },
        ...['sea', 'land'].map((id): Element => ({ kind: 'domain', id, fields: { name: id } })),
        ...objects,
        ...edges.map((it, at): Element => ({ kind: 'connection', id: `c${at}`, fields: filled({ ...it }) })),
        {
          kind: 'diagram',
          id: 'whole',
          fields: {
            name: 'The Whole',
            type: 'context-diagram',
            domain: 'sea',
            objects: drawn.map((object) => ({ object })),
          },
        },
        {
          kind: 'diagram',
          id: 'both',
          fields: {
            name: 'Both',
            type: 'context-diagram',
            domain: 'sea',
            objects: [{ object: 'sailor' }, { object: 'radio' }],
          },
        },
        {
          kind: 'flow',
          id: 'call',
          fields: {
            name: 'Call',
            diagram: 'both',
            steps: steps.map(({ isReply, ...step }) => {
              const isOwn = step.origin === step.target;
              return filled({ ...step, type: isOwn ? 'self-action' : isReply ? 'reply' : undefined });
            }),
          },
        },
      ],
      { landscape: 'Ferry Lines' },
    );
  });

/**
 * Comparable content: groups by name, which is all that some formats contain; drawn objects in any order.
 */
function kept(model: Model, hasFlows: boolean) {
  const objects = elementsOf(model, 'object');
  const called = new Map(
    objects.map(({ id, fields }) => [id, fields.type === 'group' ? `group ${fields.name}` : id]),
  );
  const fieldsOf = ({ fields }: Element): Fields => {
    const { parent } = fields;
    return { ...fields, ...(typeof parent === 'string' && { parent: called.get(parent) ?? '' }) };
  };
  return {
    domains: elementsOf(model, 'domain').map((it) => it.fields.name),
    objects: Object.fromEntries(objects.map((it) => [called.get(it.id), fieldsOf(it)])),
    // Structurizr needs connections between upper levels first.
    connections: elementsOf(model, 'connection')
      .map(fieldsOf)
      .map((it) => JSON.stringify(Object.entries(it).sort()))
      .sort(),
    drawn: elementsOf(model, 'diagram')
      .filter((it) => it.fields.name === 'The Whole')
      .map((it) => (it.fields.objects as { object: string }[]).map(({ object }) => object).sort()),
    flows: hasFlows && elementsOf(model, 'flow').map((it) => it.fields.steps),
  };
}

const FORMATS: readonly {
  name: string;
  write: (landscape: Landscape, left: Losses) => string;
  read: ReadDialect;
  hasFlows: boolean;
}[] = [
  { name: 'Structurizr', write: structurizrOf, read: readStructurizr, hasFlows: false },
  { name: 'LikeC4', write: likec4Of, read: readLikeC4, hasFlows: true },
];

describe('an export for another tool is read back unchanged', () => {
  for (const { name, write, read, hasFlows } of FORMATS)
    it(`by ${name}, whatever things are called`, () => {
      fc.assert(
        fc.property(models, (model) => {
          const written = write(landscapeOf(model), new Losses());
          const sketch = read([{ path: 'written', text: written }], () => undefined);
          const { model: back } = resolve(sketch);
          expect(sketch.findings, written).toEqual([]);
          expect(kept(back, hasFlows), written).toEqual(kept(model, hasFlows));
        }),
        { numRuns: runs(60) },
      );
    });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffModels } from '../../../../src/model/compare/diff.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementsOf,
  type Model,
  modelOf,
} from '../../../../src/model/document/element.js';
import { rewriteModel } from '../../../../src/model/document/format/rewrite.js';
import { readModel, type SourceFile } from '../../../../src/model/document/read.js';
import { writeModel } from '../../../../src/model/document/write.js';
import { MAX_MARKS } from '../../../../src/model/document/yaml/parse.js';
import { runs } from '../../../support/property-runs.js';
import { anyModel } from '../../../support/writable-models.js';
import { SKETCH } from '../sketch.js';

const file = (text: string, path = 'model.yaml'): SourceFile => ({ path, text });
const modelIn = (...files: SourceFile[]): Model => readModel(files).model;

/** A model with some elements changed. */
function changed(
  model: Model,
  change: (element: Element) => Element | undefined,
  more: Element[] = [],
): Model {
  const elements = ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind)).flatMap((it) => change(it) ?? []);
  return modelOf([...elements, ...more], model);
}
const withFields = (model: Model, ids: Readonly<Record<string, Element['fields']>>): Model =>
  changed(model, (it) => ({ ...it, fields: { ...it.fields, ...ids[it.id] } }));

/** Lines that occur only in the first text. */
function lineChanges(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((it) => !now.includes(it)).map((it) => `-${it}`),
    ...now.filter((it) => !old.includes(it)).map((it) => `+${it}`),
  ];
}

describe('a rewritten document', () => {
  it('has the content of the model, for any model and document', () => {
    fc.assert(
      fc.property(anyModel, anyModel, fc.boolean(), (before, after, split) => {
        const files = rewriteModel(writeModel(before, { split }), after);
        expect(diffModels(modelIn(...files), after)).toEqual([]);
      }),
      { numRuns: runs(40) },
    );
  });
  it('matches the model in files by domain, and gives the same files where nothing changes', () => {
    const most = fc.constantFrom(50, 300);
    fc.assert(
      fc.property(anyModel, anyModel, fc.boolean(), most, (before, after, split, mostMarks) => {
        const files = writeModel(before, { split, mostMarks });
        expect(rewriteModel(files, before)).toEqual(files);
        expect(diffModels(modelIn(...rewriteModel(files, after)), after)).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });
  it('is byte-identical if the model is the same', () => {
    fc.assert(
      fc.property(anyModel, fc.boolean(), (model, split) => {
        const files = writeModel(model, { split });
        expect(rewriteModel(files, model)).toEqual(files);
      }),
      { numRuns: runs(20) },
    );
  });

  it('keeps comments of remaining elements, each once and above its element, and no others', () => {
    const fate = fc.constantFrom('stays', 'goes', 'is renamed', 'is moved', 'has one below');
    fc.assert(
      fc.property(fc.array(fc.tuple(fate, fc.boolean()), { minLength: 1, maxLength: 8 }), (fates) => {
        const entries = fates.map(([, isShort], at) => {
          const fields = isShort
            ? `  - { id: o${at}, name: 'N', type: app } # behind o${at}`
            : `  - id: o${at} # behind o${at}\n    type: app\n    # name of o${at}\n    name: 'N'`;
          return `  # above o${at}\n${fields}\n`;
        });
        const text = `# first\ndomains: [{ id: d, name: D }]\nobjects:\n${entries.join('')}# last\n`;
        const more: Element[] = fates.flatMap(([it], at) =>
          it === 'has one below'
            ? [{ kind: 'object', id: `n${at}`, fields: { name: 'New', type: 'store', parent: `o${at}` } }]
            : [],
        );
        const model = changed(
          modelIn(file(text)),
          (it) => {
            const [what] = fates[Number(it.id.slice(1))] ?? [];
            if (what === 'goes') return undefined;
            if (what === 'is renamed') return { ...it, fields: { ...it.fields, name: 'Now' } };
            const { domain: _, ...fields } = it.fields;
            return what === 'is moved' ? { ...it, fields: { ...fields, parent: 'top' } } : it;
          },
          [{ kind: 'object', id: 'top', fields: { name: 'Top', type: 'system', domain: 'd' } }, ...more],
        );
        const lines = (rewriteModel([file(text)], model)[0]?.text ?? '').split('\n');
        expect(lines[0]).toBe('# first');
        expect(lines.filter((it) => it === '# last')).toHaveLength(1);
        for (const [at, [what, isShort]] of fates.entries()) {
          const about = lines.filter((it) => new RegExp(`# .* o${at}$`).test(it));
          expect(about).toHaveLength(what === 'goes' ? 0 : isShort ? 2 : 3);
          if (what !== 'goes') expect(lines[lines.indexOf(about[0] ?? '') + 1]).toContain(`id: o${at}`);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it('keeps everything unchanged: comments, order, quotes, white space', () => {
    const model = withFields(modelIn(file(SKETCH)), { 'booking-db': { caption: 'Old: "and" loved' } });
    const [written] = rewriteModel([file(SKETCH)], model);
    expect(lineChanges(SKETCH, written?.text ?? '')).toEqual([
      '-          - { id: booking-db, type: store, name: Booking Database, technologies: [postgresql] }',
      '+          - { id: booking-db, type: store, name: Booking Database, caption: "Old: \\"and\\" loved", technologies: [postgresql] }',
    ]);
  });

  it('has changed fields in place, and new ones at their usual position', () => {
    const text = `objects:
  # The shop.
  - id:   shop   # ours
    type: 'system'
    name: 'Shop'     # as it is called
    # What it is.
    description: |
      One.

      Two.
    labels: {tier: "1", zone: a}
    tags:
      - old   # going
      - kept   # staying
    links: [https://a.example, {url: https://b.example, name: B}]
`;
    const model = withFields(modelIn(file(text)), {
      shop: {
        name: "Ann's Shop",
        caption: 'Sells',
        description: 'One.\n\nThree.',
        labels: { tier: '2', zone: 'a', more: 'yes' },
        tags: ['new', 'kept'],
        links: [{ url: 'https://b.example', name: 'Bee' }],
      },
    });
    const [written] = rewriteModel([file(text)], model);
    expect(written?.text).toBe(`objects:
  # The shop.
  - id:   shop   # ours
    type: 'system'
    name: 'Ann''s Shop' # as it is called
    caption: Sells
    # What it is.
    description: |-
      One.

      Three.
    labels: { tier: "2", zone: a, more: "yes" }
    tags:
      - kept   # staying
      - new
    links: [{ url: https://b.example, name: Bee }]
`);
  });

  it('has new elements below their parent or at the end of their list, and loses removed ones with their comments', () => {
    const api: Element = {
      kind: 'object',
      id: 'mail',
      fields: { name: 'Mail', type: 'app', parent: 'passenger' },
    };
    const domain: Element = { kind: 'domain', id: 'new', fields: { name: 'New' } };
    const below: Element = { kind: 'object', id: 'it', fields: { name: 'It', type: 'actor', domain: 'new' } };
    const text = SKETCH.replace('connections:', '# All lines.\nconnections:').replace(
      '          - { id: booking-db',
      '          # Kept for ten years.\n          - { id: booking-db',
    );
    const model = changed(
      modelIn(file(text)),
      (it) => (it.id === 'booking-db' || it.id === 'api-db' ? undefined : it),
      [api, domain, below],
    );
    const [written] = rewriteModel([file(text)], model);
    expect(lineChanges(text, written?.text ?? '')).toEqual([
      '-      - { id: passenger, type: actor, name: Passenger, caption: Crosses on foot or by car. }',
      '-          # Kept for ten years.',
      '-          - { id: booking-db, type: store, name: Booking Database, technologies: [postgresql] }',
      '-# All lines.',
      '-connections:',
      '-  - { id: api-db, origin: booking-api, target: booking-db, name: Stores bookings, direction: outgoing }',
      '+      - id: passenger',
      '+        type: actor',
      '+        name: Passenger',
      '+        caption: Crosses on foot or by car.',
      '+          - { id: mail, name: Mail, type: app }',
      '+  - id: new',
      '+    name: New',
      '+    objects:',
      '+      - { id: it, name: It, type: actor }',
    ]);
  });

  it('loses the comment of a removed first item, and keeps that of the list', () => {
    const text = `domains: # all of them
  # About all.

  # The first.
  - { id: a, name: A } # a
  # The second.
  - { id: b, name: B }
tagGroups:
  # Gone.
  - { id: g, name: G, icon: bug }
`;
    const model = changed(modelIn(file(text)), (it) => (it.id === 'b' ? it : undefined));
    expect(rewriteModel([file(text)], model)[0]?.text).toBe(`domains: # all of them
  # About all.

  # The second.
  - { id: b, name: B }
`);
  });

  it('has moved elements below their new parent, with all fields', () => {
    const model = changed(modelIn(file(SKETCH)), (it) => {
      const { parent: _, ...fields } = it.fields;
      return it.id === 'booking-api' ? { ...it, fields: { ...fields, domain: 'travel' } } : it;
    });
    const [written] = rewriteModel([file(SKETCH)], model);
    expect(lineChanges(SKETCH, written?.text ?? '')).toEqual([
      '-          - { id: booking-api, type: app, name: Booking API, technologies: [node-js], tags: [public] }',
      '+      - { id: booking-api, type: app, name: Booking API, technologies: [node-js], tags: [public] }',
    ]);
  });

  it('keeps layouts in their files, has files for new ones and none for removed ones', () => {
    const layout = (x: number) => ({ objects: { passenger: { x, y: 1 } } });
    const beside = file(
      '# Mine.\nlayoutOf: booking-apps\nobjects:\n  passenger: {x: 1, y: 1}   # left\n',
      'layout/apps.yaml',
    );
    const files = [file(SKETCH), beside];
    const diagram = (id: string): Element => ({
      kind: 'diagram',
      id,
      fields: { name: 'New', type: 'app-diagram', domain: 'travel', layout: layout(7) },
    });
    const moved = withFields(modelIn(...files), { 'booking-apps': { layout: layout(5) } });
    const written = rewriteModel(
      files,
      changed(moved, (it) => it, [diagram('Apps'), diagram('new')]),
    );
    expect(written.slice(1)).toEqual([
      file(
        '# Mine.\nlayoutOf: booking-apps\nobjects:\n  passenger: { x: 5, y: 1 } # left\n',
        'layout/apps.yaml',
      ),
      file(expect.stringContaining('layoutOf: Apps\n') as unknown as string, 'layout/Apps-2.yaml'),
      file(expect.stringContaining('layoutOf: new\n') as unknown as string, 'layout/new.yaml'),
    ]);
    const gone = changed(modelIn(...files), (it) =>
      it.kind === 'diagram' || it.kind === 'flow' ? undefined : it,
    );
    expect(rewriteModel(files, gone).map(({ path }) => path)).toEqual(['model.yaml']);
  });

  it('stays JSON, keeps line ends and byte order marks, and expands aliases if necessary', () => {
    const json = '{\n    "domains": [{"id": "d", "name": "D"}],\n    "tagGroups": []\n}\n';
    const more: Element = { kind: 'domain', id: 'true', fields: { name: '1', index: 2 } };
    const [written] = rewriteModel(
      [file(json)],
      changed(modelIn(file(json)), (it) => it, [more]),
    );
    expect(JSON.parse(written?.text ?? '')).toEqual({
      domains: [
        { id: 'd', name: 'D' },
        { id: 'true', name: '1', index: 2 },
      ],
      tagGroups: [],
    });
    const marked = '\ufeffdomains:\r\n- id:   d # one\r\n  name: D\r\n';
    const [same] = rewriteModel(
      [file(marked)],
      changed(modelIn(file(marked)), (it) => it, [more]),
    );
    expect(same?.text).toBe(
      '\ufeffdomains:\r\n- id:   d # one\r\n  name: D\r\n- { id: "true", name: "1", index: 2 }\r\n',
    );
    const alias =
      'domains:\n  - { id: d, name: D, labels: &l { a: b } }\n  - { id: e, name: E, labels: *l }\n';
    const model = withFields(modelIn(file(alias)), { d: { labels: { a: 'c' } } });
    const [expanded] = rewriteModel([file(alias)], model);
    expect(expanded?.text).toBe(
      'domains:\n  - { id: d, name: D, labels: { a: c } }\n  - { id: e, name: E, labels: { a: b } }\n',
    );
  });

  it('expands an alias if its anchor is removed, within the size limit', () => {
    const text = 'domains:\n  - { id: d, name: &n Name }\n  - { id: e, name: *n }\n';
    const gone = changed(modelIn(file(text)), (it) => (it.id === 'd' ? undefined : it));
    expect(rewriteModel([file(text)], gone)[0]?.text).toBe('domains:\n  - { id: e, name: Name }\n');
    const bomb = Array.from({ length: 12 }, (_, at) => `  - &b${at + 1} [${`*b${at}, `.repeat(9)}]\n`).join(
      '',
    );
    const loaded = `domains:\n  - { id: d, name: D, labels: &l { a: b } }\n  - { id: e, name: E, labels: *l }\nmore:\n  - &b0 x\n${bomb}`;
    const other = withFields(modelIn(file(loaded)), { d: { labels: { a: 'c' } } });
    expect(() => rewriteModel([file(loaded)], other)).toThrow('cannot be preserved');
  });

  it('writes the domain of elements that had the only one', () => {
    const text = `domains:
  - { id: d, name: D }
objects:
  - { id: a, name: A, type: system } # kept
diagrams:
  - { id: p, name: P, type: context-diagram }
`;
    const files = [file(text), file('diagramGroups:\n  - { id: g, name: G }\n', 'more.yaml')];
    const more: Element = { kind: 'domain', id: 'e', fields: { name: 'E' } };
    const two = changed(modelIn(...files), (it) => it, [more]);
    const written = rewriteModel(files, two);
    expect(written.map((it) => it.text)).toEqual([
      `domains:
  - { id: d, name: D }
  - { id: e, name: E }
objects:
  - { id: a, name: A, type: system, domain: d } # kept
diagrams:
  - { id: p, name: P, type: context-diagram, domain: d }
`,
      'diagramGroups:\n  - { id: g, name: G, domain: d }\n',
    ]);
  });

  it('opens only the files that a change touches', () => {
    const bomb = Array.from({ length: 12 }, (_, at) => `  - &b${at + 1} [${`*b${at}, `.repeat(9)}]\n`);
    // Aliases that cannot be expanded, so that no change of this file succeeds.
    const sealed = file(
      `domains:\n  - { id: f, name: F }\nmore:\n  - &b0 x\n${bomb.join('')}`,
      'sealed.yaml',
    );
    const text = 'domains:\n  - { id: d, name: &n Name }\n  - { id: e, name: *n }\n';
    const gone = changed(modelIn(file(text), sealed), (it) => (it.id === 'd' ? undefined : it));
    expect(rewriteModel([file(text), sealed], gone)).toEqual([
      file('domains:\n  - { id: e, name: Name }\n'),
      sealed,
    ]);
    const both = changed(gone, (it) => (it.id === 'f' ? { ...it, fields: { name: 'G' } } : it));
    expect(() => rewriteModel([file(text), sealed], both)).toThrow('cannot be preserved');
  });

  it('moves an element and its comments to the file of its new parent', () => {
    const files = [
      file(
        'domains:\n  - id: d\n    name: D\n    objects:\n      # Mine.\n      - { id: a, name: A, type: system }\n      - { id: b, name: B, type: system }\n',
      ),
      file('domains:\n  # Other.\n  - { id: e, name: E }\n', 'e.yaml'),
      file('# Not touched.\ntagGroups:   []\n', 't.yaml'),
    ];
    const moved = withFields(modelIn(...files), { a: { domain: 'e' } });
    expect(rewriteModel(files, moved).map(({ text }) => text)).toEqual([
      'domains:\n  - id: d\n    name: D\n    objects:\n      - { id: b, name: B, type: system }\n',
      'domains:\n  # Other.\n  - id: e\n    name: E\n    objects:\n      # Mine.\n      - { id: a, name: A, type: system }\n',
      files[2]?.text,
    ]);
  });

  it('refuses a change after which a file would be too large to be read', () => {
    const description = '- '.repeat(MAX_MARKS);
    const large = withFields(modelIn(file(SKETCH)), { 'booking-db': { description } });
    expect(() => rewriteModel([file(SKETCH)], large)).toThrow(
      'model.yaml would have more than 2 million fields and entries, the maximum of a file; nothing was written.',
    );
  });

  it('never overwrites an unreadable file', () => {
    const model = modelIn(file(SKETCH));
    expect(() => rewriteModel([file('a: [')], model)).toThrow('model.yaml cannot be read');
    expect(() => rewriteModel([file('modelObjects: []')], model)).toThrow('in the import format');
  });
});

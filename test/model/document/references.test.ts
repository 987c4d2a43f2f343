import { describe, expect, it } from 'vitest';
import { mergeModels } from '../../../src/model/compare/merge.js';
import { elementKey, type Model, modelOf, type Reference } from '../../../src/model/document/element.js';
import { formatFile } from '../../../src/model/document/format/format.js';
import { rewriteFile, rewriteModel } from '../../../src/model/document/format/rewrite.js';
import { readModel } from '../../../src/model/document/read.js';
import { sectionText } from '../../../src/model/document/references.js';
import { writeModel } from '../../../src/model/document/write.js';
import { lockText, readLock } from '../../../src/model/lock/lock-file.js';
import { withLock, withLocked } from '../../../src/model/lock/with-lock.js';
import { validate } from '../../../src/model/validate/validate.js';

const TEXT = `namespace: shop
owners:
  - { namespace: 'plat*', owners: [team-platform] }
references:
  # The payment service
  - { id: pay, namespace: platform, element: payments }
  - { id: blue, kind: tag, namespace: platform }
  - { id: by-hand, handle: h4ndL3 }
objects:
  - { id: web, type: system, name: Web, domain: travel }
`;

const modelIn = (text: string): Model => readModel([{ path: 'm.yaml', text }]).model;

/** A model that refers to elements of the namespace `other`. */
const referring = (...ids: string[]): Model =>
  modelOf([], {
    namespace: 'n',
    references: new Map(
      ids.map((id): [string, Reference] => [`object ${id}`, { kind: 'object', id, namespace: 'other' }]),
    ),
  });

describe('references and owners of a document', () => {
  it('are read with their positions', () => {
    const { findings, model } = readModel([{ path: 'm.yaml', text: TEXT }]);
    expect(findings).toEqual([]);
    expect(model.owners).toEqual([{ namespace: 'plat*', owners: ['team-platform'] }]);
    expect([...model.references.values()]).toMatchObject([
      {
        kind: 'object',
        id: 'pay',
        namespace: 'platform',
        element: 'payments',
        position: { line: 6, column: 11 },
      },
      { kind: 'tag', id: 'blue', namespace: 'platform' },
      { kind: 'object', id: 'by-hand', handle: 'h4ndL3' },
    ]);
  });

  it('are written and read back', () => {
    const model = modelIn(TEXT);
    const again = readModel(writeModel(model)).model;
    for (const key of ['owners', 'references'] as const)
      expect(sectionText(again, key)).toBe(sectionText(model, key));
  });

  it('stay byte for byte if other parts change, and when formatted', () => {
    const files = [{ path: 'm.yaml', text: TEXT }];
    const wanted = modelIn(TEXT.replace('name: Web', 'name: Shop'));
    expect(rewriteModel(files, wanted)[0]?.text).toBe(TEXT.replace('name: Web', 'name: Shop'));
    const shuffled = TEXT.replace('namespace: shop\n', '').replace(
      '{ id: pay, namespace: platform, element: payments }',
      '{namespace: platform,   element: payments, id: pay}',
    );
    const formatted = formatFile({ path: 'm.yaml', text: `${shuffled}namespace: shop\n` }).text;
    expect(formatted).toContain(
      '  # The payment service\n  - { id: pay, namespace: platform, element: payments }\n',
    );
    expect(formatted.startsWith('namespace: shop\nowners:\n')).toBe(true);
  });

  it('are added to the file that has some, changed in theirs, and removed', () => {
    const files = [
      { path: 'a.yaml', text: 'namespace: n\n' },
      { path: 'b.yaml', text: 'references:\n  - { id: a, namespace: other } # Ours\n' },
      { path: 'c.yaml', text: 'references: [{ id: b, namespace: other }]\n' },
    ];
    const texts = (...ids: string[]) => rewriteModel(files, referring(...ids)).map(({ text }) => text);
    expect(texts('a', 'b', 'c')[1]).toBe(
      'references:\n  - { id: a, namespace: other } # Ours\n  - { id: c, namespace: other }\n',
    );
    expect(texts('a')).toEqual([files[0]?.text, files[1]?.text, '{}\n']);
    expect(readModel(rewriteModel(files, referring())).model.references.size).toBe(0);
  });

  it('with errors are findings with positions', () => {
    const found = (section: string) =>
      readModel([{ path: 'm.yaml', text: section }]).findings.map(
        ({ rule, place }) => `${rule} ${place?.from}`,
      );
    expect(found('references: a')).toEqual(['schema/shape 12']);
    expect(found('references: [a]')).toEqual(['schema/shape 13']);
    expect(found('references: [{ id: a, colour: red }]')).toEqual(['schema/unknown-key 22']);
    expect(found('references: [{ namespace: a }]')).toEqual(['schema/required 13']);
    expect(found('references: [{ id: a, kind: ship }]')).toEqual(['schema/choice 28']);
    expect(found('references: [{ id: a }, { id: a }]')).toEqual(['identity/duplicate-id 30']);
    expect(found('owners: [{ namespace: a }]')).toEqual(['schema/required 9']);
    expect(
      found('tags: [{ id: a, name: A, color: blue, group: g }]\nreferences: [{ id: a, kind: tag }]'),
    ).toEqual(['identity/duplicate-id 69']);
  });

  it('of two branches are merged by id and pattern', () => {
    const { model, conflicts } = mergeModels(
      referring('a', 'b', 'c'),
      referring('a', 'c', 'd'),
      referring('a', 'b', 'e'),
    );
    expect([[...model.references.keys()], conflicts]).toEqual([['object a', 'object d', 'object e'], []]);
    const owning = (owners: Record<string, string[]>) =>
      modelOf([], {
        owners: Object.entries(owners).map(([namespace, names]) => ({ namespace, owners: names })),
      });
    const merged = mergeModels(
      owning({ a: ['x'], b: ['y'] }),
      owning({ a: ['x', 'z'], b: ['y'] }),
      owning({ a: ['x'] }),
    );
    expect(merged.model.owners).toEqual([{ namespace: 'a', owners: ['x', 'z'] }]);
  });

  it('of two branches that differ are a conflict, and the merge is written', () => {
    const at = (element: string) => modelIn(`references: [{ id: a, namespace: n, element: ${element} }]\n`);
    const { conflicts } = mergeModels(at('base'), at('ours'), at('theirs'));
    expect(conflicts).toMatchObject([{ kind: 'document', field: 'references.object a.element' }]);
    const { model } = mergeModels(at('base'), at('base'), at('theirs'));
    const file = {
      path: 'm.yaml',
      text: '# Kept\nreferences:\n  - { id: a, namespace: n, element: base }\n',
    };
    expect(rewriteFile(file, model)[0]?.text).toBe(file.text.replace('base', 'theirs'));
  });
});

describe('a lock file', () => {
  const model = modelIn(TEXT);
  const states = new Map([
    [
      'object pay',
      { handle: 'h1', name: 'Pay', type: 'app', owner: 'platform', element: 'payments', parent: 'web' },
    ],
    ['tag blue', { handle: 'h2', name: 'Blue', owner: 'platform', element: 'blue' }],
    ['object by-hand', { handle: 'h4ndL3', name: 'By hand', type: 'system', parent: 'nowhere' }],
  ]);

  it('is sorted, the same for any order of references, and read back', () => {
    const text = lockText(model, states);
    const reversed = { ...model, references: new Map([...model.references].reverse()) };
    expect(lockText(reversed, states)).toBe(text);
    expect(text.match(/"id": "[^"]*"/g)).toEqual(['"id": "blue"', '"id": "by-hand"', '"id": "pay"']);
    expect(readLock(text)).toEqual(states);
  });

  it('gives references a type and a parent, so that rules apply to what refers to them', () => {
    const whole = withLocked(withLock(model, states));
    expect(whole.elements.get('object')?.get('pay')?.fields).toEqual({
      name: 'Pay',
      type: 'app',
      parent: 'web',
    });
    expect(whole.elements.get('object')?.get('by-hand')?.fields).toEqual({ name: 'By hand', type: 'system' });
    const below = readModel([
      {
        path: 'm.yaml',
        text: TEXT.replace('type: system, name: Web, domain: travel', 'type: app, name: Web, parent: pay'),
      },
    ]);
    const findings = validate([], { ...below, model: withLock(below.model, states) });
    expect(findings.map(({ rule }) => rule)).toEqual(['parent/type']);
  });

  it('does not apply to a reference that was changed since', () => {
    const changed = modelIn(TEXT.replace('element: payments', 'element: other'));
    const locked = withLock(changed, states);
    expect(locked.references.get(elementKey({ kind: 'object', id: 'pay' }))?.locked).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareModels } from '../../../src/model/compare/moves.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementKey,
  elementOf,
  elementsOf,
  type Model,
} from '../../../src/model/document/element.js';
import { rewriteModel } from '../../../src/model/document/format/rewrite.js';
import { readModel, type SourceFile } from '../../../src/model/document/read.js';
import { writeModel } from '../../../src/model/document/write.js';
import { withContainer } from '../../../src/model/edit/move.js';
import { withDependents, withoutElements } from '../../../src/model/edit/remove.js';
import { renameId, withName } from '../../../src/model/edit/rename.js';
import { validate } from '../../../src/model/validate/validate.js';
import { FERRY } from '../../support/ferry-document.js';
import { runs } from '../../support/property-runs.js';
import { validModel } from '../../support/valid-models.js';

const allOf = (model: Model): Element[] => ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind));
const errorsOf = (files: readonly SourceFile[]) =>
  validate(files, readModel(files)).filter(({ severity }) => severity === 'error');

/** A document with a comment behind the id of each element. */
const documentOf = (model: Model, split: boolean): SourceFile[] => {
  const ids = new Set(allOf(model).map(({ id }) => id));
  return writeModel(model, { split }).map(({ path, text }) => ({
    path,
    text: `# ${path}\n${text.replace(/^( *- (?:\{ )?id: ([\w-]+).*)$/gm, (line, _, id: string) => (ids.has(id) ? `${line} # note ${id}` : line))}`,
  }));
};

/** A document, and one of its elements. */
const anyDocument = fc.tuple(validModel, fc.boolean(), fc.nat()).map(([model, split, at]) => {
  const files = documentOf(model, split);
  const all = allOf(readModel(files).model);
  return { files, element: all[at % all.length] as Element };
});

const remove = (files: readonly SourceFile[], ...ids: string[]) => {
  const read = readModel(files);
  const named = allOf(read.model).filter(({ id }) => ids.includes(id));
  const gone = withDependents(read.model, named);
  return { gone, files: rewriteModel(files, withoutElements(read.model, gone), { exact: true, read }) };
};

/** Elements that need another one, by the fields of a document. */
const NEEDS = ['parent', 'domain', 'of', 'origin', 'target', 'diagram'];
function closureOf(all: readonly Element[], first: Element): Set<string> {
  const gone = new Set([elementKey(first)]);
  const ids = (): string[] => [...gone].map((key) => key.split(' ')[1] ?? '');
  for (let size = 0; size < gone.size; ) {
    size = gone.size;
    for (const { kind, id, fields } of all) {
      const needs = NEEDS.map((key) => fields[key]);
      if (kind === 'tag') needs.push(fields.group);
      if (needs.some((it) => ids().includes(String(it)))) gone.add(`${kind} ${id}`);
    }
  }
  return gone;
}

describe('an element removed from the files', () => {
  it('is removed with the bends of its line, even if the line is not in the files', () => {
    const bends = 'asks: { points: [{ x: 1, y: 2 }] }';
    const text = FERRY.replace(
      'objects: [passenger, booking-api, booking-db] }',
      `objects: [passenger, booking-api, booking-db], connections: [api-db], layout: { connections: { ${bends}, api-db: { points: [{ x: 3, y: 4 }] } } } }`,
    );
    const [file] = remove([{ path: 'model.yaml', text }], 'asks').files;
    expect(text).toContain(bends);
    expect(file?.text).not.toMatch(/\basks\b/);
    expect(file?.text).toContain('api-db: { points: [{ x: 3, y: 4 }] }');
  });

  it('is removed with its dependents and all references to it; everything else stays, with comments', () => {
    fc.assert(
      fc.property(anyDocument, ({ files, element }) => {
        const before = readModel(files).model;
        const gone = closureOf(allOf(before), element);
        const removed = remove(files, element.id);
        expect(new Set(removed.gone.map(elementKey))).toEqual(gone);
        expect(errorsOf(removed.files)).toEqual([]);
        const after = readModel(removed.files).model;
        const left = allOf(before).filter((it) => !gone.has(elementKey(it)));
        expect(allOf(after).map(elementKey).sort()).toEqual(left.map(elementKey).sort());
        const goneIds = [...gone].map((key) => JSON.stringify(key.split(' ')[1]));
        for (const { kind, id, fields } of left) {
          const [was, is] = [fields, elementOf(after, kind, id)?.fields].map((it) => JSON.stringify(it));
          if (!goneIds.some((it) => was?.includes(it))) expect(is).toBe(was);
          for (const it of goneIds) expect(is).not.toContain(it);
        }
        const comments = removed.files.flatMap(({ text }) => text.match(/# note [\w-]+/g) ?? []);
        expect(comments.sort()).toEqual(left.map(({ id }) => `# note ${id}`).sort());
      }),
      { numRuns: runs(60) },
    );
  });

  it('changes only its own lines', () => {
    const { files } = remove([{ path: 'a.yaml', text: FERRY }], 'booking-db');
    const lines = (files[0]?.text ?? '').split('\n');
    expect(lines.filter((line) => !FERRY.split('\n').includes(line))).toEqual([
      '  - { id: booking-apps, type: app-diagram, of: booking, name: Booking Apps, group: main, objects: [passenger, booking-api] }',
    ]);
    expect(FERRY.split('\n').filter((line) => !lines.includes(line))).toHaveLength(4);
  });

  it('is removed from decisions, moves and layouts', () => {
    const model = `${FERRY}moved: [{ from: old, to: booking-db }, { from: older, to: booking-api }]\n`;
    const decision =
      '---\nstatus: accepted\nelements: [booking-db, booking-api] # two\nretires: [booking-db]\n---\n\n# Keep it\n';
    const layout =
      'layoutOf: booking-apps\nobjects:\n  booking-db: { x: 1, y: 2 }\n  passenger: { x: 3, y: 4 } # left\n';
    const { files } = remove(
      [
        { path: 'model.yaml', text: model },
        { path: 'layout/booking-apps.yaml', text: layout },
        { path: 'decisions/0001-keep-it.md', text: decision },
      ],
      'booking-db',
    );
    expect(errorsOf(files)).toEqual([]);
    expect(files.map(({ text }) => text)).toEqual([
      expect.stringContaining('moved: [{ from: older, to: booking-api }]'),
      'layoutOf: booking-apps\nobjects:\n  passenger: { x: 3, y: 4 } # left\n',
      expect.stringMatching(/^---\nstatus: accepted\nelements: \[booking-api\].*\n---\n\n# Keep it\n$/),
    ]);
  });
});

describe('an element with a new id', () => {
  const rename = (files: readonly SourceFile[], { kind, id }: Pick<Element, 'kind' | 'id'>, to: string) => {
    const read = readModel(files);
    return renameId(files, read, elementOf(read.model, kind, id) as Element, to);
  };

  it('has that id everywhere; with the previous id again, the files are byte-identical', () => {
    fc.assert(
      fc.property(anyDocument, ({ files, element }) => {
        const renamed = rename(files, element, 'other-id');
        expect(errorsOf(renamed)).toEqual([]);
        const [before, after] = [readModel(files).model, readModel(renamed).model];
        expect(after.moved).toMatchObject([{ from: element.id, to: 'other-id' }]);
        expect(compareModels(before, after)).toEqual([]);
        expect(allOf(after).map(elementKey)).not.toContain(elementKey(element));
        expect(rename(renamed, { kind: element.kind, id: 'other-id' }, element.id)).toEqual(files);
      }),
      { numRuns: runs(60) },
    );
  });

  it('keeps quotes, spaces, CRLF and decisions, and has one move after several changes', () => {
    const text = `objects:\r\n  - {id:   "web" , type: system,name: 'Shop Front'}   # web\r\n  - { id: db, type: system, name: Database }\r\nconnections:\r\n  - { id: uses, origin: 'web', target: db, name: Uses }\r\ndrift: { ignore: [ { element: web/**, reason: r } ] }\r\n`;
    const decision = '---\nelements: [  web,db ]\nretires: [ "object:web" ]\n---\n# Uses web\n';
    const files = [
      { path: 'model.yaml', text },
      { path: 'decisions/1-a.md', text: decision },
    ];
    const object = (id: string) => ({ kind: 'object' as const, id });
    const once = rename(files, object('web'), 'shop');
    expect(once[0]?.text).toBe(
      `${text.replace(`"web"`, `"shop"`).replace(`'web'`, `'shop'`).replace('web/**', 'shop/**')}moved:\r\n  - { from: web, to: shop }\r\n`,
    );
    expect(once[1]?.text).toBe('---\nelements: [  shop,db ]\nretires: [ "object:shop" ]\n---\n# Uses web\n');
    const twice = rename(once, object('shop'), 'store');
    expect(readModel(twice).model.moved).toMatchObject([
      { from: 'web', to: 'store' },
      { from: 'shop', to: 'store' },
    ]);
    expect(rename(once, object('shop'), 'web')).toEqual(files);
  });

  it.each(['db', '1st', 'a b', 'true', 'a/b', 'a: b', ''])('cannot be %j', (to) => {
    const files = [
      {
        path: 'm.yaml',
        text: 'objects: [{ id: web, type: system, name: W }, { id: db, type: system, name: D }]\n',
      },
    ];
    expect(() => rename(files, { kind: 'object', id: 'web' }, to)).toThrow(/id/);
  });
});

describe('an element with another name or container', () => {
  const named = (name: string, ignore: string) => {
    const files = [
      { path: 'm.yaml', text: `drift: { ignore: [{ element: '${ignore}', reason: r }] }\n${FERRY}` },
    ];
    const read = readModel(files);
    const travel = elementOf(read.model, 'domain', 'travel') as Element;
    return rewriteModel(files, withName(read.model, travel, name), { exact: true, read })[0]?.text ?? '';
  };

  it('has its new name in paths of ignored drift', () => {
    expect(named('Ferries', 'Passenger Travel/Passenger')).toContain("element: 'Ferries/Passenger'");
    expect(named('Ferries', 'passenger travel/**')).toContain("element: 'travel/**'");
    expect(named('Ferries', 'Passenger Travel/**')).toContain("element: 'Ferries/**'");
    expect(named('Booking', 'Passenger Travel/**')).toContain("element: 'travel/**'");
    expect(named('Ferries', 'booking-api')).toContain("element: 'booking-api'");
    expect(named('Ferries', '**')).toContain("element: '**'");
  });

  it('is written below its new container, or at the top of another file', () => {
    const files = [
      { path: 'a.yaml', text: FERRY },
      { path: 'b.yaml', text: '# other\n' },
    ];
    const read = readModel(files);
    const inner = elementOf(read.model, 'object', 'booking') as Element;
    const outer = elementOf(read.model, 'object', 'outer') as Element;
    const nested = rewriteModel(files, withContainer(read.model, inner, outer), { exact: true, read });
    expect(elementOf(readModel(nested).model, 'object', 'booking')?.fields).toMatchObject({
      parent: 'outer',
    });
    expect(nested[1]).toEqual(files[1]);
    for (const [kind, id] of [
      ['object', 'booking'],
      ['connection', 'asks'],
      ['diagram', 'context'],
      ['flow', 'pay'],
    ] as const) {
      const homes = new Map([[`${kind} ${id}`, 'b.yaml']]);
      const apart = rewriteModel(files, read.model, { exact: true, read, homes });
      const after = readModel(apart).model;
      expect(compareModels(read.model, after)).toEqual([]);
      expect(elementOf(after, kind, id)?.places?.whole.file).toBe('b.yaml');
      expect(apart[1]?.text).toMatch(/^# other\n/);
      expect(errorsOf(apart)).toEqual([]);
    }
    expect(() => withContainer(read.model, elementOf(read.model, 'flow', 'pay') as Element, outer)).toThrow(
      'cannot be in',
    );
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../src/base/is-object.js';
import type { Doc, DocReader } from '../../src/contract/doc.js';
import { FAMILIES } from '../../src/contract/families.js';
import { type Kind, type LinkFrom, recordOf } from '../../src/contract/records.js';
import { derive } from '../../src/contract/rules/derive.js';
import { linksOf } from '../../src/contract/rules/links.js';
import { runs } from '../support/property-runs.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

type Records = Map<Kind, Map<string, Doc>>;

/** Everything in the live version, by kind and id. */
async function everything(api: SandboxApi): Promise<Records> {
  const records: Records = new Map();
  for (const { shape } of FAMILIES) {
    const docs: Doc[] = await api.must(`${shape.id}.list`);
    records.set(shape.singular, new Map(docs.map((it) => [it.id, it])));
  }
  const contents: Doc[] = await Promise.all(
    [...(records.get('diagram')?.keys() ?? [])].map((diagramId) =>
      api.must('diagrams.content.get', { diagramId }),
    ),
  );
  return records.set('diagramContent', new Map(contents.map((it) => [it.id, it])));
}

/** Dangling references in the version, in stored and computed fields. */
function dangling(records: Records): string[] {
  const isThere = (kind: Kind, id: string) => records.get(kind)?.has(id) ?? false;
  const drawn = (doc: Doc, id: string) => {
    const content = records.get('diagramContent')?.get(String(doc.diagramId));
    return Object.hasOwn(content?.objects ?? {}, id);
  };
  const found: string[] = [];
  for (const [kind, docs] of records) {
    for (const doc of docs.values()) {
      for (const link of linksOf(kind, doc)) {
        if (recordOf(link.kind).owner !== 'version' || isThere(link.kind, link.id)) continue;
        if (link.orEntry && drawn(doc, link.id)) continue;
        found.push(`${kind} ${doc.id} ${link.path}: ${link.id}`);
      }
      found.push(...computed(kind, doc, isThere));
    }
  }
  return found;
}

const COMPUTED: readonly (readonly [kind: Kind, field: string, of: Kind])[] = [
  ['modelObject', 'parentIds', 'modelObject'],
  ['modelObject', 'childIds', 'modelObject'],
  ['modelObject', 'childDiagramIds', 'diagram'],
  ['modelObject', 'diagrams', 'diagram'],
  ['modelConnection', 'diagrams', 'diagram'],
  ['comment', 'diagrams', 'diagram'],
  ['tag', 'modelObjectIds', 'modelObject'],
  ['tag', 'modelConnectionIds', 'modelConnection'],
];

function computed(kind: Kind, doc: Doc, isThere: (kind: Kind, id: string) => boolean): string[] {
  return COMPUTED.filter(([of]) => of === kind).flatMap(([, field, to]) => {
    const value = doc[field] ?? {};
    const ids = Array.isArray(value) ? value.map(String) : Object.keys(value);
    return ids.filter((id) => !isThere(to, id)).map((id) => `${kind} ${doc.id} ${field}: ${id}`);
  });
}

/** Lines must start and end at drawn boxes. */
const loose = (records: Records): string[] =>
  [...(records.get('diagramContent')?.values() ?? [])].flatMap(({ id, objects, connections }) =>
    Object.values(connections as Record<string, { originId: string | null; targetId: string | null }>)
      .flatMap(({ originId, targetId }) => [originId, targetId])
      .filter((end) => end !== null && !Object.hasOwn(objects as object, end))
      .map((end) => `${id} ${end}`),
  );

/** Computed fields that differ from their source. */
function stale(records: Records): string[] {
  const links = new Map<string, LinkFrom[]>();
  for (const [kind, docs] of records) {
    for (const doc of docs.values()) {
      for (const { kind: to, id, field, detail = null } of linksOf(kind, doc)) {
        const name = `${to} ${id}`;
        links.set(name, [...(links.get(name) ?? []), { kind, id: doc.id, field, detail }]);
      }
    }
  }
  const reader: DocReader = {
    get: (kind, id) => records.get(kind as Kind)?.get(id),
    incoming: (kind, id) => links.get(`${kind} ${id}`) ?? [],
    ofVersion: (kind) => [...(records.get(kind as Kind)?.values() ?? [])].map((doc) => ({ doc })),
  };
  const anyOrder = (value: unknown): unknown =>
    Array.isArray(value) ? [...value].sort() : isObject(value) ? Object.entries(value).sort() : value;
  return [...records].flatMap(([kind, docs]) =>
    [...docs.values()].flatMap((doc) =>
      Object.entries(derive(kind, doc, reader)).flatMap(([field, value]) =>
        JSON.stringify(anyOrder(value)) === JSON.stringify(anyOrder(doc[field]))
          ? []
          : [`${kind} ${doc.id} ${field}: ${JSON.stringify(doc[field])}, not ${JSON.stringify(value)}`],
      ),
    ),
  );
}

/** The demo data, with flows whose steps refer to drawn objects. */
async function prepared(): Promise<SandboxApi> {
  const api = await openSandboxApi();
  for (const { id: diagramId } of (await api.must('diagrams.list')).slice(0, 2)) {
    const { objects } = await api.must('diagrams.content.get', { diagramId });
    const [originId = null, targetId = null, viaId = null] = Object.keys(objects);
    const id = `step${diagramId}`;
    const step = { id, index: 0, description: '', originId, targetId, viaId };
    await api.must('flows.create', {}, { name: 'Drawn', diagramId, steps: { [id]: step } });
  }
  return api;
}

describe('deletes', () => {
  it('start without dangling references', async () => {
    const api = await prepared();
    const records = await everything(api);
    expect([...dangling(records), ...loose(records), ...stale(records)]).toEqual([]);
    await api.sandbox.close();
  });

  it('leave no dangling reference, whatever is deleted', async () => {
    const picks = fc.array(fc.tuple(fc.nat(FAMILIES.length - 1), fc.nat(999)), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(picks, async (deletes) => {
        const api = await prepared();
        for (const [at, which] of deletes) {
          const shape = FAMILIES[at]?.shape;
          const left: Doc[] = shape ? await api.must(`${shape.id}.list`) : [];
          const doc = left.filter(({ type }) => type !== 'root')[which % Math.max(1, left.length)];
          if (shape && doc) await api.must(`${shape.id}.delete`, { [shape.param]: doc.id });
        }
        const rest = await everything(api);
        await api.sandbox.close();
        expect([...dangling(rest), ...loose(rest), ...stale(rest)]).toEqual([]);
      }),
      { numRuns: runs(8) },
    );
  }, 60_000);
});

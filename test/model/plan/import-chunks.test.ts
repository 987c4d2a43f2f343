import { describe, expect, it } from 'vitest';
import type { ImportData, ModelObjectImport } from '../../../src/contract/resources/landscape-import.js';
import { importChunks } from '../../../src/model/plan/bodies/import-chunks.js';
import { runImports } from '../../../src/model/sync/run-imports.js';
import { openPlanLandscape } from '../../support/plan-landscape.js';
import { listOf, openService, textOf } from '../../support/sandbox.js';

const MAX_BYTES = 2_000;

const object = (
  id: string,
  type: ModelObjectImport['type'],
  parentId: string | null,
  more: Partial<ModelObjectImport> = {},
): ModelObjectImport => ({
  id,
  name: id.toUpperCase(),
  type,
  parentId,
  description: 'é'.repeat(20),
  ...more,
});

const systems = Array.from({ length: 9 }, (_, at) => `s${at}`);
const apps = systems.flatMap((system) => [1, 2, 3].map((at) => [`${system}a${at}`, system] as const));
const DOCUMENT: ImportData = {
  namespace: 'n',
  modelObjects: [
    object('d', 'domain', null, { description: undefined }),
    ...systems.map((id) => object(id, 'system', 'd', { groupIds: ['last'] })),
    ...apps.map(([id, system]) => object(id, 'app', system)),
    object('last', 'group', 'd'),
  ],
  modelConnections: apps.slice(1).map(([id], at) => ({
    id: `c${at}`,
    name: `Uses ${at}`,
    direction: 'outgoing',
    originId: String(apps[at]?.[0]),
    targetId: id,
  })),
};

describe('importChunks', () => {
  const chunks = importChunks(DOCUMENT, MAX_BYTES);
  const sizeOf = (document: ImportData): number => Buffer.byteLength(JSON.stringify(document));

  it('returns a small document as it is', () => {
    expect(importChunks(DOCUMENT, sizeOf(DOCUMENT))).toEqual([DOCUMENT]);
  });

  it('contains every entry, in documents of limited size', () => {
    expect(chunks.length).toBeGreaterThan(3);
    // The namespace and the names of the lists are not counted.
    for (const chunk of chunks) expect(sizeOf(chunk)).toBeLessThan(MAX_BYTES + 100);
    const all = new Map(chunks.flatMap((it) => it.modelObjects ?? []).map((it) => [it.id, it]));
    expect([...all.values()]).toHaveLength(DOCUMENT.modelObjects?.length ?? 0);
    expect(chunks.flatMap((it) => it.modelConnections ?? [])).toEqual(DOCUMENT.modelConnections);
  });

  it('contains the parent of each entry in the same document, and groups in the first', () => {
    for (const { modelObjects = [] } of chunks) {
      const ids = new Set(modelObjects.map(({ id }) => id));
      expect(ids.size).toBe(modelObjects.length);
      for (const { parentId } of modelObjects)
        expect(parentId === null || ids.has(String(parentId))).toBe(true);
    }
    expect(chunks[0]?.modelObjects?.slice(0, 2).map(({ id }) => id)).toEqual(['d', 'last']);
  });

  it('keeps an entry that is larger than the limit in a document of its own', () => {
    const large = object('large', 'system', 'd', { description: 'x'.repeat(MAX_BYTES) });
    const document = { ...DOCUMENT, modelObjects: [...(DOCUMENT.modelObjects ?? []), large] };
    const last = importChunks(document, MAX_BYTES).find((it) => it.modelObjects?.includes(large));
    expect(last?.modelObjects?.map(({ id }) => id)).toEqual(['d', 'large']);
  });

  it('is imported like the whole document', async () => {
    const service = await openService();
    try {
      const [whole, parts] = [
        await openPlanLandscape(service, 'Whole'),
        await openPlanLandscape(service, 'Parts'),
      ];
      const client = service.client({ paced: false });
      expect(await runImports(client, whole.path, [DOCUMENT])).toBeUndefined();
      expect(await runImports(client, parts.path, chunks)).toBeUndefined();
      const recordsOf = async (at: typeof whole) => {
        const objects = listOf(await at.ask('model/objects'), 'modelObjects');
        const nameOf = new Map(objects.map((it) => [textOf(it, 'id'), it.name]));
        const connections = listOf(await at.ask('model/connections'), 'modelConnections');
        return [
          ...objects.map(({ name, type, parentId, groupIds, description }) => [
            ...[name, type, description, nameOf.get(String(parentId))],
            (groupIds as string[]).map((it) => nameOf.get(it)),
          ]),
          ...connections.map(({ name, originId, targetId }) => [
            ...[name, nameOf.get(String(originId)), nameOf.get(String(targetId))],
          ]),
        ]
          .map((it) => JSON.stringify(it))
          .sort();
      };
      expect(await recordsOf(parts)).toEqual(await recordsOf(whole));
    } finally {
      await service.close();
    }
  });
});

import * as fc from 'fast-check';
import { type MemoryRecords, memoryRecords, type StoredRecord } from '../../support/memory-records.js';

const VERSION = 'v1';

/** A record of the only version. */
export const stored = (kind: StoredRecord['kind'], id: string, fields: object = {}): StoredRecord => ({
  kind,
  doc: { id, versionId: VERSION, handleId: `${id}-handle`, ...fields },
});

/** A small model in which every record has references, for most rules. */
export const smallModel = (): MemoryRecords =>
  memoryRecords([
    stored('domain', 'travel', { name: 'Travel' }),
    stored('tagGroup', 'phase'),
    stored('tag', 'now', { groupId: 'phase' }),
    stored('modelObject', 'root', { type: 'root', parentId: null, domainId: 'travel' }),
    stored('modelObject', 'shop', { type: 'system', parentId: 'root', domainId: 'travel', tagIds: ['now'] }),
    stored('modelObject', 'web', {
      type: 'app',
      parentId: 'shop',
      domainId: 'travel',
      links: { l: { id: 'l' } },
    }),
    stored('modelObject', 'bank', { type: 'system', parentId: 'root', domainId: 'travel' }),
    stored('modelConnection', 'pays', { originId: 'web', targetId: 'bank', viaId: null }),
    stored('diagram', 'overview', { modelId: 'root', zoomOverrides: { shop: 'inside' } }),
    stored('diagram', 'inside', { modelId: 'shop', parentId: 'overview', zoomOverrides: null }),
    stored('diagramContent', 'overview', {
      objects: { o1: { id: 'o1', modelId: 'web' }, o2: { id: 'o2', modelId: 'bank' } },
      connections: { c1: { id: 'c1', modelId: 'pays', originId: 'o1', targetId: 'o2' } },
      comments: {},
    }),
    stored('flow', 'buying', {
      diagramId: 'overview',
      steps: { s1: { id: 's1', originId: 'web', targetId: 'bank', viaId: null, flowId: null } },
    }),
  ]);

const IDS = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const some = fc.uniqueArray(IDS, { maxLength: 3 });
const perhaps = fc.option(IDS, { nil: null });
const map = (entry: fc.Arbitrary<object>) => fc.dictionary(IDS, entry, { maxKeys: 4 });

/** Models of any shape, valid or not, in which references lead to records of the right kind. */
export const anyModel = fc
  .record({
    objects: fc.array(fc.record({ parentId: perhaps, groupIds: some, tagIds: some }), { maxLength: 5 }),
    connections: fc.array(fc.record({ originId: IDS, targetId: IDS, viaId: perhaps, tagIds: some }), {
      maxLength: 5,
    }),
    diagrams: fc.array(
      fc.record({
        modelId: IDS,
        groupId: perhaps,
        parentId: perhaps,
        zoomOverrides: fc.dictionary(IDS, IDS),
      }),
      { maxLength: 5 },
    ),
    contents: fc.array(
      fc.record({
        objects: map(fc.record({ modelId: IDS })),
        connections: map(fc.record({ modelId: perhaps, originId: perhaps, targetId: perhaps })),
        comments: map(fc.record({ commentId: IDS })),
      }),
      { maxLength: 5 },
    ),
    flows: fc.array(
      fc.record({
        diagramId: IDS,
        steps: map(fc.record({ originId: perhaps, targetId: perhaps, viaId: perhaps, flowId: perhaps })),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ objects, connections, diagrams, contents, flows }) => {
    const all = 'abcde'.split('');
    const named = (kind: StoredRecord['kind'], list: readonly object[]) =>
      list.map((fields, at) => stored(kind, all[at] ?? '', fields));
    const bare = (['tagGroup', 'diagramGroup', 'comment'] as const).flatMap((kind) =>
      all.map((id) => stored(kind, id, kind === 'diagramGroup' ? { modelId: 'a' } : {})),
    );
    return [
      ...bare,
      ...all.map((id) => stored('tag', id, { groupId: id })),
      ...named('modelObject', objects),
      ...named('modelConnection', connections),
      ...named('diagram', diagrams),
      ...named('diagramContent', contents),
      ...named('flow', flows),
    ];
  });

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importData } from '../../../src/contract/resources/landscape-import.js';
import type { ModelObjectExport, VersionExport } from '../../../src/contract/resources/model-export.js';
import { importOfExport } from '../../../src/contract/rules/imports/export-import.js';
import { importProblems } from '../../../src/contract/rules/imports/import-document.js';
import { eventually, openSandboxApi } from '../../sandbox/harness.js';
import { runs } from '../../support/property-runs.js';
import { contentOf } from '../../support/version-content.js';

const NONE = { technologies: new Set<string>(), teams: new Set<string>() };
const object = (id: string, type: string, parentId: string | null, more: object = {}) => ({
  id,
  type,
  parentId,
  name: `Name of ${id}`,
  caption: '',
  description: '',
  domainId: 'd',
  external: false,
  status: 'live',
  parentIds: [],
  groupIds: [] as string[],
  tagIds: [] as string[],
  teamIds: [],
  technologyIds: [] as string[],
  icon: null,
  links: {},
  ...more,
});
const line = (id: string, originId: string, targetId: string, more: object = {}) => ({
  id,
  name: `Line ${id}`,
  description: '',
  direction: 'outgoing',
  originId,
  targetId,
  viaId: null,
  status: 'live',
  tagIds: [],
  technologyIds: [],
  links: {},
  ...more,
});
const byId = <T extends { id: string }>(list: readonly T[]) =>
  Object.fromEntries(list.map((it) => [it.id, it]));
const ROOT = object('root', 'root', null);
function versionOf(objects: object[], connections: object[] = [], more: object = {}): VersionExport {
  return {
    domains: byId([{ id: 'd', name: 'Domain' }]),
    flows: {},
    modelObjects: byId(objects as ModelObjectExport[]),
    modelConnections: byId(connections as ReturnType<typeof line>[]),
    tagGroups: {},
    tags: {},
    teams: {},
    technologies: {},
    ...more,
  } as VersionExport;
}
const noted = (version: VersionExport) =>
  importOfExport(version, NONE).losses.map(({ what, names }) => `${what}: ${names.join(', ')}`);
const wholeOf = (version: VersionExport, known = NONE) =>
  importOfExport(version, known).documents.at(-1) ?? {};
const placesIn = (version: VersionExport) =>
  (wholeOf(version).modelObjects ?? []).map(({ id, parentId, groupIds }) => [id, parentId, groupIds]);

describe('an export as documents', () => {
  it('is one document without nested groups, and one more for each depth', () => {
    const groups = (count: number) =>
      Array.from({ length: count }, (_, at) => object(`g${at}`, 'group', at === 0 ? 'root' : `g${at - 1}`));
    const sizes = (count: number) =>
      importOfExport(versionOf([ROOT, ...groups(count)]), NONE).documents.map(
        ({ modelObjects = [] }) => modelObjects.length,
      );
    expect([sizes(0), sizes(1), sizes(2), sizes(3)]).toEqual([[1], [2], [2, 3], [2, 3, 4]]);
    const member = versionOf([
      ROOT,
      object('g', 'group', 'root'),
      object('h', 'group', 'root', { groupIds: ['g'] }),
    ]);
    expect(importOfExport(member, NONE).documents).toHaveLength(2);
  });

  it('lists the members of a group', () => {
    const version = versionOf([ROOT, object('g', 'group', 'root'), object('s', 'system', 'g')]);
    expect(placesIn(version)).toEqual([
      ['d', undefined, undefined],
      ['g', 'd', []],
      ['s', 'd', ['g']],
    ]);
    expect(noted(version)).toEqual(['parents that are groups (objects become members instead): Name of s']);
  });

  it('reports records without a place, and their dependents', () => {
    const objects = [
      ROOT,
      object('a', 'app', 'gone'),
      object('c', 'component', 'a'),
      object('s', 'system', 'root'),
    ];
    const version = versionOf(
      [...objects, object('x', 'robot', 'root')],
      [line('l', 's', 'a'), line('r', 's', 'root')],
    );
    expect(placesIn(version).map(([id]) => id)).toEqual(['d', 's']);
    expect(noted(version)).toEqual([
      'objects without their parent: Name of a, Name of c',
      'objects of an unknown type: Name of x',
      'connections to objects that are not imported: Line l, Line r',
    ]);
  });

  it('keeps known technologies and teams, and the order of links', () => {
    const links = {
      b: { id: 'b', index: 1, url: 'https://b.example', name: 'B', customName: 'Ours' },
      a: { id: 'a', index: 0, url: 'https://a.example' },
    };
    const more = { technologyIds: ['t', 'u'], teamIds: ['m'], icon: { catalogTechnologyId: 't' }, links };
    const version = versionOf([ROOT, object('s', 'system', 'root', more)]);
    const known = { technologies: new Set(['t']), teams: new Set(['m']) };
    expect(wholeOf(version, known).modelObjects?.[1]).toMatchObject({
      technologyIds: ['t'],
      teamIds: ['m'],
      icon: { technologyId: 't' },
      links: [{ url: 'https://a.example' }, { url: 'https://b.example', customName: 'Ours' }],
    });
    expect(noted(version)).toEqual([
      'icons of technologies not in the catalog: Name of s',
      'technologies not in the catalog: Name of s',
      'teams that do not exist: Name of s',
    ]);
  });

  it('reports directions, statuses, flows and diagrams that it cannot contain', () => {
    const objects = [ROOT, object('s', 'system', 'root', { status: 'dreamt' })];
    const version = versionOf(objects, [line('l', 's', 's', { direction: null, viaId: 'gone' })], {
      flows: byId([{ id: 'f', name: 'Flow', diagramId: 'x', steps: {} }]),
      diagrams: byId([{ id: 'x', name: 'Picture' }]),
    });
    expect(wholeOf(version).modelConnections).toMatchObject([{ direction: 'outgoing' }]);
    expect(noted(version)).toEqual([
      'an unknown status (dreamt): Name of s',
      'connections without a direction (now outgoing): Line l',
      'intermediate objects of connections: Line l',
      'flows: Flow',
      'diagrams: Picture',
    ]);
  });
});

const TYPES = ['root', 'actor', 'app', 'component', 'group', 'store', 'system', 'robot'];
/** Exports with any references: cycles, dangling references, mutual references. */
const wild = fc
  .array(
    fc.record({
      type: fc.constantFrom(...TYPES),
      parent: fc.nat({ max: 14 }),
      name: fc.constantFrom('', 'A', 'B', 'A (2)'),
      groups: fc.array(fc.nat({ max: 14 }), { maxLength: 3 }),
      domainId: fc.constantFrom('', 'd', 'e'),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    versionOf(
      list.map(({ type, parent, name, groups, domainId }, at) =>
        object(`o${at}`, type, `o${parent}`, { name, domainId, groupIds: groups.map((it) => `o${it}`) }),
      ),
      list.map(({ parent }, at) => line(`l${at}`, `o${at}`, `o${parent}`)),
    ),
  );

/** Exports that an import can express: domains, nested groups, all types, tags, connections. */
const importable = fc
  .record({
    wanted: fc.array(
      fc.record({
        type: fc.constantFrom('system', 'actor', 'app', 'component', 'store', 'group'),
        pick: fc.nat(),
        external: fc.boolean(),
        status: fc.constantFrom('live', 'future', 'deprecated', 'removed'),
        caption: fc.string({ maxLength: 8 }),
        isMember: fc.boolean(),
      }),
      { maxLength: 14 },
    ),
    lines: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('outgoing', 'bidirectional')), {
      maxLength: 6,
    }),
  })
  .map(({ wanted, lines }) => {
    const parents: Record<string, string[]> = {
      system: ['root'],
      actor: ['root'],
      group: ['root', 'group'],
      app: ['system'],
      store: ['system'],
      component: ['app', 'store'],
    };
    const made = ['d', 'e'].map((id) =>
      object(`root-${id}`, 'root', null, { domainId: id, name: `Domain ${id}` }),
    );
    for (const [at, { type, pick, isMember, ...said }] of wanted.entries()) {
      const fitting = made.filter((it) => parents[type]?.includes(it.type));
      const groups = made.filter((it) => it.type === 'group').map(({ id }) => id);
      const parent = fitting[pick % Math.max(1, fitting.length)];
      const groupIds = isMember ? groups.slice(0, 1) : [];
      const more = { ...said, groupIds, tagIds: isMember ? ['t'] : [], domainId: parent?.domainId };
      if (parent) made.push(object(`o${at}`, type, parent.id, more));
    }
    const ends = made.filter(({ type }) => type !== 'root').map(({ id }) => id);
    const end = (pick: number) => ends[pick % ends.length] ?? '';
    const connections = lines.map(([from, to, direction], at) =>
      line(`l${at}`, end(from), end(to), { direction }),
    );
    return versionOf(made, ends.length === 0 ? [] : connections, {
      domains: byId([
        { id: 'd', name: 'Domain d' },
        { id: 'e', name: 'Domain e' },
      ]),
      tagGroups: byId([{ id: 'g', name: 'Risk', icon: 'bug' }]),
      tags: byId([{ id: 't', name: 'High', color: 'red', groupId: 'g' }]),
    });
  });

describe('the documents of any export', () => {
  it('are valid imports', () => {
    fc.assert(
      fc.property(wild, (version) => {
        for (const document of importOfExport(version, NONE).documents) {
          expect(importData.parse(document)).toEqual(document);
          expect(importProblems(document)).toEqual([]);
        }
      }),
    );
  });

  it('create the exported records', async () => {
    const api = await openSandboxApi({ seed: 'empty' });
    await fc.assert(
      fc.asyncProperty(importable, async (version) => {
        const { id: landscapeId } = await api.must('organizations.landscapes.create', {}, { name: 'Seeded' });
        const [first] = await api.must('domains.list', { landscapeId });
        const { documents, losses } = importOfExport(version, NONE);
        expect(losses).toEqual([]);
        for (const document of documents) {
          const begun = await api.must('landscapes.import.create', { landscapeId }, document);
          const poll = { landscapeId, landscapeImportId: begun.id };
          const done = await eventually(
            () => api.must('landscapes.import.get', poll),
            ({ status }) => status !== 'in-progress',
          );
          expect(done).toMatchObject({ status: 'completed' });
        }
        await api.must('domains.delete', { landscapeId, domainId: first.id });
        expect(contentOf(await api.must('versions.export.json', { landscapeId }))).toEqual(
          contentOf(version),
        );
      }),
      { numRuns: runs(20) },
    );
    await api.sandbox.close();
  });
});

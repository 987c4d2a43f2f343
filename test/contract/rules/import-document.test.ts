import { describe, expect, it } from 'vitest';
import type { ImportData } from '../../../src/contract/resources/landscape-import.js';
import {
  importProblems,
  namesakeEntries,
  nestedGroups,
} from '../../../src/contract/rules/imports/import-document.js';
import { originalsOf } from '../../../src/contract/rules/imports/import-entities.js';
import { memoryRecords } from '../../support/memory-records.js';

type Entry = NonNullable<ImportData['modelObjects']>[number];
const entry = (
  id: string,
  type: Entry['type'],
  parentId?: string | null,
  more: Partial<Entry> = {},
): Entry => ({
  id,
  name: `Name of ${id}`,
  type,
  ...(parentId !== undefined && { parentId }),
  ...more,
});
const problems = (...modelObjects: Entry[]) =>
  importProblems({ modelObjects }).map(({ path, code }) => `${path} ${code}`);

const DOMAIN = entry('d', 'domain');
const SYSTEM = entry('s', 'system', 'd');
const APP = entry('a', 'app', 's');

describe('an import document', () => {
  it.each([
    ['nothing', []],
    ['one of each, children first', [entry('c', 'component', 'a'), APP, SYSTEM, DOMAIN]],
    ['a store with a component', [DOMAIN, SYSTEM, entry('t', 'store', 's'), entry('c', 'component', 't')]],
    [
      'groups, actors',
      [DOMAIN, entry('g', 'group', 'd'), entry('h', 'group', 'g'), entry('u', 'actor', 'd')],
    ],
    ['a domain whose parent is null', [entry('d', 'domain', null)]],
    [
      'one name in two domains, or twice under one parent',
      [DOMAIN, entry('e', 'domain'), SYSTEM, { ...SYSTEM, id: 't', parentId: 'e' }, { ...SYSTEM, id: 'u' }],
    ],
  ] as [string, Entry[]][])('may contain %s', (_, entries) => {
    expect(problems(...entries)).toEqual([]);
  });

  it.each([
    ['a domain with a parent', [DOMAIN, entry('e', 'domain', 'd')], 'modelObjects[1] import/parent-type'],
    ['a system without one', [DOMAIN, entry('s', 'system')], 'modelObjects[1] import/parent-required'],
    ['a parent elsewhere', [entry('s', 'system', 'live')], 'modelObjects[0] import/parent-not-found'],
    ['an app in a domain', [DOMAIN, entry('a', 'app', 'd')], 'modelObjects[1] import/parent-type'],
    ['a group in a system', [DOMAIN, SYSTEM, entry('g', 'group', 's')], 'modelObjects[2] import/parent-type'],
    ['one id twice', [DOMAIN, SYSTEM, { ...SYSTEM, name: 'T' }], 'modelObjects[2] import/duplicate-id'],
  ] as [string, Entry[], string][])('reports %s', (_, entries, problem) => {
    expect(problems(...entries)).toEqual([problem]);
  });

  it('warns about names that occur twice under one parent, and about identical connections', () => {
    const modelObjects = [
      DOMAIN,
      SYSTEM,
      entry('t', 'system', 'd'),
      entry('u', 'actor', 'd', { name: SYSTEM.name }),
      entry('x', 'store', 's', { name: 'Database' }),
      entry('y', 'store', 't', { name: 'Database' }),
    ];
    const line = { name: 'Reads', direction: 'outgoing', originId: 'x', targetId: 'y' } as const;
    const modelConnections = [
      { ...line, id: 'one' },
      { ...line, id: 'two' },
      { ...line, id: 'back', originId: 'y', targetId: 'x' },
      { ...line, id: 'both', direction: 'bidirectional' as const },
      { ...line, id: 'through', viaId: 'u' },
      { ...line, id: 'other', name: 'Writes' },
    ];
    const found = namesakeEntries({ modelObjects, modelConnections });
    expect(found.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'modelObjects[3]: the entry s has the same name under the same parent',
      'modelConnections[1]: the entry one has the same name, ends and direction',
    ]);
  });

  it('terminates for cycles of groups', () => {
    expect(problems(entry('g', 'group', 'h'), entry('h', 'group', 'g'))).toEqual([]);
  });

  it('warns about nested groups', () => {
    const modelObjects = [DOMAIN, entry('g', 'group', 'd'), entry('h', 'group', 'g')];
    expect(nestedGroups({ modelObjects }).map(({ originalId }) => originalId)).toEqual(['h']);
  });
});

describe('imported records', () => {
  const labels = (namespace: string | undefined, original: string) => ({
    imported: 'true',
    ...(namespace !== undefined && { 'import-namespace': namespace }),
    'import-original-id': original,
  });
  const stored = (kind: 'modelObject' | 'domain', id: string, fields: object) => ({
    kind,
    doc: { id, versionId: 'v', domainId: 'd', ...fields },
  });
  const records = memoryRecords([
    stored('domain', 'd', { name: 'D', labels: labels('n', 'dom') }),
    stored('modelObject', 'd', { name: 'D', type: 'root', labels: labels('n', 'dom') }),
    stored('modelObject', 'o1', { name: 'One', type: 'system', labels: labels('n', 'one') }),
    stored('modelObject', 'o2', { name: 'Two', type: 'system', labels: labels(undefined, 'one') }),
    stored('modelObject', 'o3', { name: 'Three', type: 'system', labels: { 'import-original-id': 'three' } }),
  ]);

  it('are found by namespace and original id; a root represents its domain', () => {
    const found = originalsOf(records, 'v', 'n');
    expect([...found.modelObject]).toEqual([['one', 'o1']]);
    expect([...found.domain]).toEqual([['dom', 'd']]);
    expect([...originalsOf(records, 'v', undefined).modelObject]).toEqual([['one', 'o2']]);
  });
});

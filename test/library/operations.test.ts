import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/index.js';
import * as library from '../../src/index.js';

const isOperation = (value: object): value is Operation => 'method' in value && 'path' in value;

/** Operations in the namespaces of the library, with their names. */
function operationsIn(value: object, name = ''): { name: string; operation: Operation }[] {
  return Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const path = name === '' ? key : `${name}.${key}`;
    if (isOperation(entry)) return [{ name: path, operation: entry }];
    // A namespace of a module.
    return Reflect.get(entry, Symbol.toStringTag) === 'Module' ? operationsIn(entry, path) : [];
  });
}

const exported = operationsIn(library);

describe('the library', () => {
  it('exports every operation, each under one name', () => {
    const byId = (one: Operation, other: Operation) => one.id.localeCompare(other.id);
    const found = exported.map(({ operation }) => operation).sort(byId);
    expect(found).toEqual([...library.OPERATIONS].sort(byId));
    expect(found.length).toBeGreaterThan(200);
  });

  it('groups them as people look for them', () => {
    const names = exported.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'apiKeys.create',
        'connections.list',
        'diagrams.content.get',
        'diagrams.delete',
        'invites.revoke',
        'landscapes.duplicate',
        'landscapes.import.create',
        'landscapes.list',
        'me.get',
        'objects.create',
        'teams.list',
        'technologies.list',
        'users.update',
        'versions.reverts.create',
      ]),
    );
    // The name of a group, and then a verb.
    expect(names.filter((name) => !/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/.test(name))).toEqual([]);
  });

  it('exports no operation at its top level, and no schema', () => {
    expect(exported.filter(({ name }) => !name.includes('.'))).toEqual([]);
    const schemas = Object.entries(library).filter(
      ([, value]) => typeof value === 'object' && value !== null && '_zod' in value,
    );
    expect(schemas).toEqual([]);
  });
});

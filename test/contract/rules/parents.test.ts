import { describe, expect, it } from 'vitest';
import { MODEL_OBJECT_TYPES } from '../../../src/contract/enums.js';
import { parentTypes, placeProblems } from '../../../src/contract/rules/parents.js';
import { memoryRecords } from '../../support/memory-records.js';
import { stored } from './model.js';

const DOMAIN = { domainId: 'd' };

describe('parents by type', () => {
  it.each(MODEL_OBJECT_TYPES.filter((type) => type !== 'root'))('of %s follow the rule', (type) => {
    for (const parentType of MODEL_OBJECT_TYPES) {
      const records = memoryRecords([stored('modelObject', 'p', { type: parentType, ...DOMAIN })]);
      const doc = { id: 'x', type, parentId: 'p', ...DOMAIN };
      const problems = placeProblems({ doc, records });
      expect(problems.length === 0).toBe(parentTypes(type).includes(parentType));
    }
  });

  it.each([
    ['a root with a parent', { type: 'root', parentId: 'p', ...DOMAIN }, /^parentId: must be null/],
    ['another without one', { type: 'app', parentId: null, ...DOMAIN }, /^parentId: is required/],
    ['another domain than the parent', { type: 'app', parentId: 'p', domainId: 'e' }, /^domainId: must be/],
    ['a group that is none', { type: 'app', parentId: 'p', ...DOMAIN, groupIds: ['p'] }, /^groupIds\[0\]/],
  ])('%s is rejected', (_, fields, problem) => {
    const records = memoryRecords([stored('modelObject', 'p', { type: 'system', ...DOMAIN })]);
    expect(placeProblems({ doc: { id: 'x', ...fields }, records })[0]).toMatch(problem);
  });

  it('a type that does not allow the existing children is rejected', () => {
    const before = { id: 's', type: 'system', parentId: 'r', childIds: ['a'], ...DOMAIN };
    const records = memoryRecords([
      stored('modelObject', 'r', { type: 'root', parentId: null, ...DOMAIN }),
      { kind: 'modelObject', doc: before },
      stored('modelObject', 'a', { type: 'app', parentId: 's', ...DOMAIN }),
    ]);
    expect(placeProblems({ doc: { ...before, type: 'actor' }, before, records })).toEqual([
      'type: actor cannot be the parent of a, which is of type app',
    ]);
  });
});

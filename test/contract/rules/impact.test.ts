import { describe, expect, it } from 'vitest';
import { impactOf } from '../../../src/contract/rules/impact.js';
import type { ImpactRecords } from '../../../src/contract/rules/impact-types.js';

type Some = Readonly<Record<string, unknown>>;

/** Records with the fields that the rule reads. */
const recordsOf = (parts: Partial<Record<keyof ImpactRecords, readonly Some[]>>): ImpactRecords =>
  ({
    objects: [],
    connections: [],
    diagrams: [],
    flows: [],
    tags: [],
    comments: [],
    drafts: [],
    decisions: [],
    teams: new Map([['crew', 'Crew']]),
    ...parts,
  }) as unknown as ImpactRecords;

const RECORDS = recordsOf({
  objects: [
    { id: 'shop', name: 'Shop', diagrams: {} },
    {
      id: 'till',
      name: 'Till',
      parentId: 'shop',
      tagIds: ['hot'],
      diagrams: { d: { id: 'd', objectId: 'drawn' } },
    },
    { id: 'bank', name: 'Bank', groupIds: ['till'] },
    { id: 'mint', name: 'Mint', type: 'system', teamIds: ['crew'], labels: { 'import-namespace': 'coins' } },
    { id: 'vault', name: 'Vault', type: 'app', parentId: 'mint', teamIds: ['crew', 'unread'] },
  ],
  connections: [
    { id: 'pays', name: 'Pays', originId: 'till', targetId: 'bank' },
    { id: 'sends', name: 'Sends', originId: 'mint', targetId: 'bank', viaId: 'till' },
    { id: 'else', name: 'Else', originId: 'vault', targetId: 'bank', viaId: null },
  ],
  diagrams: [
    { id: 'd', name: 'All', modelId: null },
    { id: 'in', name: 'Inside', modelId: 'shop' },
    { id: 'other', name: 'Other', modelId: 'bank' },
  ],
  flows: [
    {
      id: 'buy',
      name: 'Buy',
      diagramId: 'd',
      steps: { a: { originId: 'drawn' }, b: { viaId: 'till' }, c: { targetId: 'bank' } },
    },
    // The same id identifies another object there.
    { id: 'far', name: 'Far', diagramId: 'other', steps: { a: { originId: 'drawn' } } },
    { id: 'lost', name: 'Lost', diagramId: 'in', steps: {} },
  ],
  comments: [
    { id: 'c1', body: { content: 'Why?' }, diagrams: { d: { id: 'd' } } },
    { id: 'c2', body: { content: 'Elsewhere' }, diagrams: { other: { id: 'other' } } },
  ],
  drafts: [
    { draft: { id: 'p1', name: 'Of it' }, changes: ['till'] },
    { draft: { id: 'p2', name: 'Of a line' }, changes: ['pays'] },
    { draft: { id: 'p3', name: 'Of a diagram', diagramIds: ['d'] }, changes: [] },
    { draft: { id: 'p4', name: 'Of others', diagramIds: ['other'] }, changes: ['mint'] },
  ],
  decisions: [
    { id: 'adr', number: 7, name: 'Use coins', relatedItems: { a: { diagramId: 'd' }, b: {} } },
    { id: 'no', number: 8, name: 'Elsewhere', relatedItems: { a: { diagramId: 'other' } } },
  ],
  tags: [
    { id: 'hot', name: 'Hot' },
    { id: 'cold', name: 'Cold' },
  ],
});

describe('the impact of a delete', () => {
  it('includes everything that contains the object or its descendants', () => {
    const effects = impactOf('shop', RECORDS).map(
      ({ kind, id, where, effect }) => `${kind} ${id}: ${where}, ${effect}`,
    );
    expect(effects).toEqual([
      'object till: inside Shop, deleted',
      'object bank: in the group Till, updated',
      'connection pays: Till → Bank, deleted',
      'connection sends: Mint → Bank via Till, updated',
      'diagram d: drawn on it, updated',
      'diagram in: shows Shop from within, deleted',
      'flow buy: in 2 steps, updated',
      'flow lost: on a deleted diagram, deleted',
      'comment c1: on All, updated',
      'draft p1: changes it, updated',
      'draft p2: changes a connection of it, updated',
      'draft p3: changes a diagram that it is drawn on, updated',
      'tag hot: on Till, updated',
      'decision adr: about All, affected',
    ]);
  });

  it('includes dependents with their distance, and the owners of all', () => {
    const around = impactOf('bank', RECORDS).filter(({ effect }) => effect === 'affected');
    expect(around).toEqual([
      // The object has no level, so that dependents are not lifted.
      {
        kind: 'dependent',
        id: 'till',
        name: 'Till',
        where: 'uses it directly',
        effect: 'affected',
        depth: 1,
      },
      {
        kind: 'dependent',
        id: 'mint',
        name: 'Mint',
        where: 'uses it directly',
        effect: 'affected',
        depth: 1,
      },
      {
        kind: 'dependent',
        id: 'vault',
        name: 'Vault',
        where: 'uses it directly',
        effect: 'affected',
        depth: 1,
      },
      { kind: 'team', id: 'crew', name: 'Crew', where: 'owns Mint, Vault', effect: 'affected' },
      { kind: 'team', id: 'unread', name: 'unread', where: 'owns Vault', effect: 'affected' },
      { kind: 'namespace', id: 'coins', name: 'coins', where: 'owns Mint', effect: 'affected' },
    ]);
  });

  it('of a deprecation changes nothing, and leaves out what a deprecation does not concern', () => {
    const effects = impactOf('shop', RECORDS, 'deprecate').map(
      ({ kind, id, where, effect }) => `${kind} ${id}: ${where}, ${effect}`,
    );
    expect(effects).toEqual([
      'object till: inside Shop, affected',
      'connection pays: Till → Bank, affected',
      'connection sends: Mint → Bank via Till, affected',
      'diagram d: drawn on it, affected',
      'diagram in: shows Shop from within, affected',
      'flow buy: in 2 steps, affected',
      'draft p1: changes it, affected',
      'draft p2: changes a connection of it, affected',
      'draft p3: changes a diagram that it is drawn on, affected',
      'decision adr: about All, affected',
    ]);
  });

  it('is empty if no other record is affected', () => {
    expect(impactOf('mint', recordsOf({ objects: [{ id: 'mint', name: 'Mint' }] }))).toEqual([]);
  });
});

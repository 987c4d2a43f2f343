import { expect, it } from 'vitest';
import { elementOf } from '../../../src/model/document/element.js';
import { readModel } from '../../../src/model/document/read.js';

const TEXT = `namespace: shop
modelObjects:
  - { id: trade, name: Trade, type: domain, labels: { a: b } }
  - { id: till, name: Till, type: system, parentId: trade, groupIds: [ring], tagIds: [hot], teamIds: [t1] }
  - id: drawer
    name: Drawer
    type: store
    parentId: till
    icon: { technologyId: T1 }
    technologyIds: [T1, T2]
    links: [{ url: https://a.example, name: A }]
  - { id: ring, name: Ring, type: group, parentId: null }
modelConnections:
  - { id: opens, name: Opens, direction: null, originId: till, targetId: drawer, viaId: ring }
tags: [{ id: hot, name: Hot, color: red, groupId: heat }]
tagGroups: [{ id: heat, name: Heat, icon: bug }]
`;

it('reads import documents of the service', () => {
  const { model, findings } = readModel([{ path: 'import.yaml', text: TEXT }]);
  expect(findings).toEqual([]);
  expect(model.namespace).toBe('shop');
  expect(elementOf(model, 'domain', 'trade')?.fields).toEqual({ name: 'Trade', labels: { a: 'b' } });
  expect(elementOf(model, 'object', 'till')?.fields).toEqual({
    name: 'Till',
    type: 'system',
    domain: 'trade',
    groups: ['ring'],
    tags: ['hot'],
    teams: ['t1'],
  });
  expect(elementOf(model, 'object', 'drawer')?.fields).toEqual({
    name: 'Drawer',
    type: 'store',
    parent: 'till',
    icon: 'T1',
    technologies: ['T1', 'T2'],
    links: [{ url: 'https://a.example', name: 'A' }],
  });
  expect(elementOf(model, 'connection', 'opens')?.fields).toEqual({
    name: 'Opens',
    origin: 'till',
    target: 'drawer',
    via: 'ring',
  });
  expect(elementOf(model, 'tag', 'hot')?.fields).toEqual({ name: 'Hot', color: 'red', group: 'heat' });
});

it('reports unknown fields, with positions', () => {
  const { findings, model } = readModel([
    { path: 'import.yaml', text: `${TEXT}objects: []\n` },
    {
      path: 'more.yaml',
      text: 'modelObjects: [{ id: a, name: A, type: app, parent: till }, { name: B }, 1]\n',
    },
  ]);
  expect(findings.map(({ message }) => message)).toEqual([
    'objects is not a known field.',
    'modelObjects[2] must have fields.',
    'modelObjects[0].parent is not a known field.',
    'modelObjects[1].type is required.',
    'modelObjects[1].id is required.',
  ]);
  const till = elementOf(model, 'object', 'till');
  expect(till?.places?.field('tags[0]')?.from).toBe(TEXT.indexOf('hot]'));
  expect(till?.places?.field('domain')?.from).toBe(TEXT.indexOf('trade, groupIds'));
});

import { expect, it } from 'vitest';
import { KINDS, recordOf } from '../../../src/contract/records.js';
import { inOrder, MODEL_KINDS, VERSION_KINDS } from '../../../src/contract/rules/order.js';

it('sorts each kind after the kinds that it refers to, whatever the input order', () => {
  for (const kinds of [KINDS, [...KINDS].reverse()]) {
    const order = inOrder(kinds);
    expect([...order].sort()).toEqual([...KINDS].sort());
    for (const kind of order) {
      const targets = Object.values(recordOf(kind).references ?? {}).map(({ to }) => to);
      for (const to of targets.filter((it) => it !== kind)) {
        const places = [order.map(String).indexOf(to), order.indexOf(kind)];
        expect(places, `${kind} refers to ${to}`).toEqual([...places].sort((a, b) => a - b));
      }
    }
  }
});

it('contains the kinds of a model, without drafts and comments', () => {
  expect([...MODEL_KINDS].sort()).toEqual([
    'adr',
    'diagram',
    'diagramContent',
    'diagramGroup',
    'domain',
    'flow',
    'modelConnection',
    'modelObject',
    'tag',
    'tagGroup',
  ]);
  expect(VERSION_KINDS.filter((kind) => !MODEL_KINDS.includes(kind)).sort()).toEqual([
    'comment',
    'commentReply',
    'draft',
    'draftTask',
  ]);
});

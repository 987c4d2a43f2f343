import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlCharacterIn, HOSTILE } from '../support/hostile-service.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** A document with every field of an import. */
const DOCUMENT = {
  namespace: 'harbour',
  tagGroups: [{ id: 'g', name: 'Risk', icon: 'bug', labels: { of: 'us' } }],
  tags: [{ id: 't', name: 'High', color: 'red', groupId: 'g', labels: { of: 'us' } }],
  modelObjects: [
    { id: 'd', type: 'domain', name: 'Harbour', labels: { of: 'us' } },
    {
      ...{ id: 's', type: 'system', name: 'Gate', parentId: 'd', caption: 'Opens', description: 'Long' },
      ...{ status: 'live', tagIds: ['t'], technologyIds: ['none'], labels: { of: 'us' } },
      ...{ icon: { technologyId: 'none' }, links: { l: { url: 'https://a.example', name: 'Docs' } } },
    },
    { id: 'a', type: 'app', name: 'Door', parentId: 's', groupIds: ['none'] },
  ],
  modelConnections: [
    {
      id: 'c',
      name: 'Uses',
      direction: 'outgoing',
      originId: 's',
      targetId: 'a',
      viaId: 's',
      status: 'live',
    },
  ],
};

/** Variants of the document, each with a hostile text in place of one text or key. */
function poisonings(value: unknown): unknown[] {
  if (typeof value === 'string') return [HOSTILE];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((item, at) => poisonings(item).map((it) => value.with(at, it)));
  return Object.entries(value).flatMap(([key, inner]) => {
    const { [key]: _left, ...rest } = value as Record<string, unknown>;
    return [...poisonings(inner).map((it) => ({ ...value, [key]: it })), { ...rest, [HOSTILE]: inner }];
  });
}

test('errors of a document with a hostile text or key contain no raw character', async () => {
  const documents = [
    ...poisonings(DOCUMENT),
    JSON.parse('{"__proto__":{"x":1},"modelObjects":[]}') as unknown,
  ];
  expect(documents.length).toBeGreaterThan(60);
  for (const document of documents) {
    const machine = suite.machine();
    machine.write('model.json', JSON.stringify(document));
    const ran = await machine.run(['import', 'model.json']);
    const raw = controlCharacterIn(`${ran.stdout}${ran.stderr}`);
    expect([JSON.stringify(document), raw]).toEqual([JSON.stringify(document), undefined]);
    expect([0, 2, 5], ran.stderr).toContain(ran.code);
  }
  expect(({} as { x?: number }).x).toBeUndefined();
});

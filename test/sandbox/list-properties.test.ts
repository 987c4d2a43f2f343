/** Lists that grow with the landscape follow from the references, whatever requests came before. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Doc } from '../../src/contract/doc.js';
import { derive, growingFields } from '../../src/contract/rules/derive.js';
import { openDatabase } from '../../src/sandbox/store/open.js';
import { type RecordStore, recordStore } from '../../src/sandbox/store/records.js';
import { openWebhooks } from './webhook-suite.js';

const KINDS = ['modelObject', 'tag', 'team'] as const;
const NOTES = 'Notes of a snapshot.';
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  system: ['root', 'group'],
  app: ['system'],
  component: ['app', 'store'],
};

async function openSuite(hasWebhook: boolean) {
  let records: RecordStore | undefined;
  const suite = await openWebhooks({
    openDatabase: (dataDir) => {
      const opened = openDatabase(dataDir);
      records = recordStore(opened.db);
      return opened;
    },
  });
  if (hasWebhook) await suite.add();
  return { suite, records: records ?? expect.fail('The sandbox opened no database.') };
}

/** Records whose lists are outdated and not marked for an update. */
const outdated = (records: RecordStore): unknown[] => {
  const marked = new Set(records.postponed().map(({ kind, id }) => `${kind} ${id}`));
  return KINDS.flatMap((kind) =>
    records.all(kind).flatMap(({ doc }: { doc: Doc }) => {
      const lists = derive(kind, doc, records, growingFields(kind));
      const stored = Object.fromEntries(growingFields(kind).map((field) => [field, doc[field]]));
      const isCurrent = marked.has(`${kind} ${doc.id}`) || isDeepStrictEqual(stored, lists);
      return isCurrent ? [] : [{ kind, id: doc.id, stored, lists }];
    }),
  );
};

/** Sends one of the requests that change references, with records chosen by `at`; some are refused. */
async function send(
  { suite, records }: Awaited<ReturnType<typeof openSuite>>,
  [request, at]: readonly [string, number],
): Promise<void> {
  const [live] = (await suite.must('versions.list')).filter(({ tags }: Doc) =>
    String(tags).includes('latest'),
  );
  const all = (kind: 'modelObject' | 'tag' | 'team' | 'diagram'): Doc[] =>
    records
      .all(kind)
      .flatMap(({ doc }: { doc: Doc }) => (kind === 'team' || doc.versionId === live.id ? [doc] : []));
  const one = (docs: readonly Doc[]): string => docs[at % docs.length]?.id ?? 'none';
  const type = Object.keys(PARENTS)[at % 3] ?? 'app';
  const parentId = one(all('modelObject').filter((it) => PARENTS[type]?.includes(String(it.type))));
  const object = {
    name: `Object ${at}`,
    type,
    parentId,
    tagIds: [one(all('tag'))],
    teamIds: [one(all('team'))],
  };
  const modelObjectId = one(all('modelObject'));
  const perform = (operation: string, parameters = {}, body?: unknown) =>
    suite.perform(operation, parameters, body === undefined ? {} : { body });
  switch (request) {
    case 'create':
      return void (await perform('model.objects.create', {}, object));
    case 'move':
      return void (await perform(
        'model.objects.update',
        { modelObjectId },
        { parentId, tagIds: object.tagIds },
      ));
    case 'replace':
      return void (await perform('model.objects.upsert', { modelObjectId }, object));
    case 'delete':
      return void (await perform('model.objects.delete', { modelObjectId }));
    case 'delete tag':
      return void (await perform('tags.delete', { tagId: one(all('tag')) }));
    case 'draw': {
      const [modelId = ''] = [one(all('modelObject').filter((it) => it.type === 'system'))];
      const drawn = {
        id: `drawn${at}`,
        modelId,
        type: 'system',
        shape: 'box',
        x: 0,
        y: 0,
        width: 256,
        height: 160,
      };
      const body = { name: 'D', index: 0, type: 'app-diagram', modelId, objects: { [drawn.id]: drawn } };
      return void (await perform('diagrams.create', {}, body));
    }
    case 'merge': {
      const draft = await suite.must('drafts.create', {}, { name: 'Plan', status: 'in-progress' });
      const parent = all('modelObject').find(({ id }) => id === parentId);
      const tasks = [
        { type: 'draft-model-object-create', entityId: `made${at}`, props: object },
        {
          type: 'draft-model-object-update',
          entityId: parentId,
          props: { name: 'Parent' },
          snapshot: { name: parent?.name },
        },
      ];
      for (const task of tasks) await perform('drafts.tasks.create', { draftId: draft.id }, { task });
      return void (await perform('drafts.merge', { draftId: draft.id }));
    }
    case 'snapshot':
      return void (await perform(
        'versions.create',
        {},
        { name: `V${at}`, notes: NOTES, modelHandleId: null },
      ));
    case 'revert': {
      const versions: Doc[] = (await suite.must('versions.list')).filter(({ id }: Doc) => id !== live.id);
      const diagrams = all('diagram').map(({ handleId }) => handleId);
      const chosen = at % 2 === 0 ? {} : { diagramHandleIds: diagrams.slice(0, 2) };
      return void (await perform(
        'versionReverts.create',
        {},
        { versionId: one(versions), notes: NOTES, ...chosen },
      ));
    }
    default:
      return void (await perform('model.objects.list'));
  }
}

const REQUESTS = [
  ...['create', 'move', 'replace', 'delete', 'delete tag', 'draw', 'merge', 'snapshot', 'revert', 'read'],
];

it('growing lists are current or marked after every request', async () => {
  const requests = fc.array(fc.tuple(fc.constantFrom(...REQUESTS), fc.nat(200)), { maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), requests, async (hasWebhook, line) => {
      const opened = await openSuite(hasWebhook);
      for (const it of line) {
        await send(opened, it);
        expect(outdated(opened.records)).toEqual([]);
      }
      await opened.suite.sandbox.close();
    }),
    { numRuns: 25 },
  );
}, 60_000);

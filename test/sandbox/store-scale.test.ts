/** Filters, pages and long lists in a large store, and databases of earlier versions. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Doc, Fields } from '../../src/contract/doc.js';
import { matchesFilter } from '../../src/sandbox/records/filter.js';
import { SCHEMA_STEPS } from '../../src/sandbox/store/schema.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

const directory = mkdtempSync(join(tmpdir(), 'archctl-scale-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const idsOf = (docs: readonly Doc[]): string[] => docs.map(({ id }) => id);
/** A filter as a query. */
const queryOf = (filter: Fields): string =>
  `?${Object.entries(filter)
    .flatMap(([field, wanted]) => (Array.isArray(wanted) ? wanted : [wanted]).map((it) => [field, it]))
    .flatMap(([field, it]) =>
      it !== null && typeof it === 'object'
        ? Object.entries(it).map(([name, text]) => `filter[${field}][${name}]=${text}`)
        : `filter[${field}]=${it}`,
    )
    .join('&')}`;

describe('a filtered list', () => {
  let api: SandboxApi;
  let all: Doc[];
  beforeAll(async () => {
    api = await openSandboxApi({ seed: 'generated:objects=600,connections=100' });
    all = await api.must('model.objects.list');
  });
  afterAll(() => api.sandbox.close());
  const tagged = () => all.find(({ tagIds }) => Array.isArray(tagIds) && tagIds.length > 0) ?? { id: '' };
  const first = (field: string) => String(all.at(-1)?.[field]);

  it.each<[string, () => Fields]>([
    ['one value', () => ({ type: 'system' })],
    ['several values', () => ({ status: ['future', 'deprecated'] })],
    ['a list', () => ({ tagIds: (tagged().tagIds as string[])[0] })],
    ['no parent', () => ({ parentId: null })],
    ['a parent', () => ({ parentId: first('parentId') })],
    ['all above', () => ({ parentIds: String(all[0]?.id) })],
    ['a name', () => ({ name: first('name') })],
    ['a handle', () => ({ handleId: first('handleId') })],
    ['a switch that is on', () => ({ external: true })],
    ['a switch that is off', () => ({ external: false, type: 'system' })],
    ['a label', () => ({ labels: { region: 'eu' } })],
    ['two conditions', () => ({ type: 'component', status: 'removed' })],
    ['what nothing meets', () => ({ name: 'Nobody has this name' })],
  ])('by %s equals a search of all records', async (_name, filterOf) => {
    const filter = filterOf();
    const wanted = idsOf(all.filter((doc) => matchesFilter(doc, filter)));
    const found = await api.must('model.objects.list', {}, undefined, queryOf(filter));
    expect(idsOf(found)).toEqual(wanted);
    // The same in pages of three.
    const pages: string[] = [];
    let cursor = '';
    do {
      const { body } = await api.perform(
        'model.objects.list',
        {},
        { query: `${queryOf(filter)}&limit=3${cursor && `&cursor=${cursor}`}` },
      );
      pages.push(...idsOf(body.modelObjects));
      expect(body.modelObjects.length).toBeLessThanOrEqual(3);
      cursor = body.nextCursor ?? '';
    } while (cursor !== '');
    expect(pages).toEqual(wanted);
  });

  it('reflects changes, deletes and rejected writes', async () => {
    const system = all.find(({ type }) => type === 'system')?.id ?? '';
    const named = async (name: string) =>
      idsOf(await api.must('model.objects.list', {}, undefined, `?filter[name]=${name}`));
    const body = { name: 'First', type: 'app', parentId: system };
    const { id } = await api.must('model.objects.create', {}, body);
    expect(await named('First')).toEqual([id]);
    await api.must('model.objects.update', { modelObjectId: id }, { name: 'Second' });
    expect([await named('First'), await named('Second')]).toEqual([[], [id]]);
    const refused = await api.perform(
      'model.objects.update',
      { modelObjectId: id },
      { body: { name: 'Third', parentId: 'nobody' } },
    );
    expect(refused.status).toBe(422);
    expect([await named('Third'), await named('Second')]).toEqual([[], [id]]);
    await api.must('model.objects.delete', { modelObjectId: id });
    expect(await named('Second')).toEqual([]);
  });
});

describe('an object with very many children', () => {
  it('lists all of them in order', async () => {
    const api = await openSandboxApi();
    const objects: Doc[] = await api.must('model.objects.list');
    const parent = objects.find(({ type }) => type === 'system') ?? { id: '' };
    const get = async (): Promise<Doc> => api.must('model.objects.get', { modelObjectId: parent.id });
    const expected = [...((await get()).childIds as string[])];
    const add = async () => {
      const body = { name: 'Child', type: 'app', parentId: parent.id };
      expected.push((await api.must('model.objects.create', {}, body)).id);
    };
    while (expected.length < 256) await add();
    expect((await get()).childIds).toEqual(expected);
    for (let more = 0; more < 5; more += 1) await add();
    expect((await get()).childIds).toEqual(expected);
    const renamed = await api.must('model.objects.update', { modelObjectId: parent.id }, { name: 'Renamed' });
    expect([renamed.name, renamed.childIds]).toEqual(['Renamed', expected]);
    for (let fewer = 0; fewer < 12; fewer += 1) {
      await api.must('model.objects.delete', { modelObjectId: expected.pop() ?? '' });
    }
    expect((await get()).childIds).toEqual(expected);
    await api.sandbox.close();
  });
});

describe('lists of tags, teams and objects', () => {
  it('are in every answer while records are written', async () => {
    const api = await openSandboxApi();
    const [tag] = await api.must('tags.list');
    const [app]: Doc[] = await api.must('model.objects.list', {}, undefined, '?filter[type]=app');
    const create = (at: number) =>
      api.must(
        'model.objects.create',
        {},
        { name: `At once ${at}`, type: 'component', parentId: app?.id, tagIds: [tag.id] },
      );
    const read = async (): Promise<Doc> => api.must('tags.get', { tagId: tag.id });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? create(at).then(read) : read())),
    );
    for (const it of answers) expect(it.modelObjectIds).toEqual(expect.arrayContaining(tag.modelObjectIds));
    expect((await read()).modelObjectIds).toHaveLength(tag.modelObjectIds.length + 20);
    await api.sandbox.close();
  });

  it('are complete for every reader, after a restart, and after deletes', async () => {
    const dataDir = join(directory, 'postponed');
    const before = await openSandboxApi({ dataDir });
    const [tag] = await before.must('tags.list');
    const [team] = await before.must('teams.list');
    const [app]: [Doc] = await before.must('model.objects.list', {}, undefined, '?filter[type]=app');
    const create = async (api: SandboxApi, name: string): Promise<Doc> =>
      api.must(
        'model.objects.create',
        {},
        { name, type: 'component', parentId: app.id, tagIds: [tag.id], teamIds: [team.id] },
      );
    const lists = async (api: SandboxApi) => {
      const [tags, { modelObjectHandleIds }, { childIds }]: [Doc[], Doc, Doc] = [
        await api.must('tags.list'),
        await api.must('teams.get', { teamId: team.id }),
        await api.must('model.objects.get', { modelObjectId: app.id }),
      ];
      return [tags.find(({ id }) => id === tag.id)?.modelObjectIds, modelObjectHandleIds, childIds];
    };
    const made = [await create(before, 'One'), await create(before, 'Two')];
    const expected = () => [
      [...tag.modelObjectIds, ...made.map(({ id }) => id)],
      [...team.modelObjectHandleIds, ...made.map(({ handleId }) => handleId)],
      [...(app.childIds as string[]), ...made.map(({ id }) => id)],
    ];
    const renamed = await before.must('tags.update', { tagId: tag.id }, { name: 'Renamed' });
    expect(renamed.modelObjectIds).toEqual(expected()[0]);
    // An update without changes returns the record.
    const parent = await before.must('model.objects.update', { modelObjectId: app.id }, {});
    expect(parent.childIds).toEqual(expected()[2]);
    made.push(await create(before, 'Three'));
    await before.sandbox.close();
    const after = await openSandboxApi({ dataDir });
    expect(await lists(after)).toEqual(expected());
    await after.must('model.objects.delete', { modelObjectId: String(made.pop()?.id) });
    expect(await lists(after)).toEqual(expected());
    await after.sandbox.close();
  });

  it('of teams do not contain objects of a deleted landscape or snapshot', async () => {
    const api = await openSandboxApi();
    const lists = async () => (await api.must('teams.list')).map((it: Doc) => it.modelObjectHandleIds);
    const [team] = await api.must('teams.list');
    const create = async (parameters: Record<string, string>): Promise<Doc> => {
      const [root] = await api.must('model.objects.list', parameters, undefined, '?filter[type]=root');
      const body = { name: 'Only here', type: 'system', parentId: root.id, teamIds: [team.id] };
      return api.must('model.objects.create', parameters, body);
    };
    const copy = await api.must('organizations.landscapes.duplicate', {}, { name: 'Copy' });
    const { handleId } = await create({ landscapeId: copy.id });
    expect((await lists()).flat()).toContain(handleId);
    await api.must('landscapes.delete', { landscapeId: copy.id });
    expect((await lists()).flat()).not.toContain(handleId);
    const object = await create({});
    const notes = 'Before the object is deleted.';
    const snapshot = await api.must('versions.create', {}, { name: 'Snapshot', notes, modelHandleId: null });
    await api.must('model.objects.delete', { modelObjectId: object.id });
    expect((await lists()).flat()).toContain(object.handleId);
    await api.must('versions.delete', { versionId: snapshot.id });
    expect((await lists()).flat()).not.toContain(object.handleId);
    await api.sandbox.close();
  });
});

describe('a data directory of an earlier version', () => {
  const upgraded = async (name: string, downgrade: (db: Database.Database, all: Doc[]) => void) => {
    const dataDir = join(directory, name);
    const before = await openSandboxApi({ dataDir });
    const all: Doc[] = await before.must('model.objects.list');
    const tags: Doc[] = await before.must('tags.list');
    const teams: Doc[] = await before.must('teams.list');
    await before.sandbox.close();
    const db = new Database(join(dataDir, 'sandbox.db'));
    downgrade(db, all);
    db.close();
    const after = await openSandboxApi({ dataDir });
    const systems = await after.must('model.objects.list', {}, undefined, '?filter[type]=system');
    expect(idsOf(systems)).toEqual(idsOf(all.filter(({ type }) => type === 'system')));
    expect(systems.length).toBeGreaterThan(3);
    const name1 = String(all[1]?.name);
    const named = await after.must('model.objects.list', {}, undefined, `?filter[name]=${name1}`);
    expect(idsOf(named)).toEqual(idsOf(all.filter((it) => it.name === name1)));
    expect(await after.must('model.objects.list')).toEqual(all);
    expect(await after.must('tags.list')).toEqual(tags);
    expect(await after.must('teams.list')).toEqual(teams);
    await after.sandbox.close();
  };
  /** Undoes the schema step that removed the inverted index. */
  const withInvertedIndex = (db: Database.Database) =>
    db.exec(`DROP TABLE postponed; DROP TABLE counters; DROP INDEX records_name; DROP INDEX records_type; ${SCHEMA_STEPS[INDEXED]?.split('DROP INDEX')[0]}
      INSERT INTO settings VALUES ('facets', '[]'); PRAGMA user_version = ${INDEXED + 2};`);
  const INDEXED = SCHEMA_STEPS.findIndex((step) => step.includes('EXISTS facets'));

  it('without an inverted index keeps its records and filters', () =>
    upgraded('earlier', (db) => {
      db.exec(`DROP TABLE postponed; DROP TABLE counters; DROP INDEX records_name; DROP INDEX records_type;
        DROP INDEX webhook_outbox_pending; ALTER TABLE webhook_outbox DROP COLUMN queued_at;
        ALTER TABLE webhook_subscriptions DROP COLUMN failures; ALTER TABLE webhook_subscriptions DROP COLUMN disabled_reason;
        DROP INDEX links_target; CREATE INDEX links_target ON links (target_kind, target_id); PRAGMA user_version = ${INDEXED};`);
    }));

  it('with an inverted index keeps its records and filters', () => upgraded('indexed', withInvertedIndex));

  it('whose records omit long derived lists stores them with the records', () =>
    upgraded('long', (db) => {
      withInvertedIndex(db);
      const fields = {
        modelObject: ['childIds', 'childDiagramIds'],
        tag: ['modelObjectIds', 'modelConnectionIds'],
        team: ['modelObjectHandleIds'],
      };
      const update = db.prepare('UPDATE records SET data = ? WHERE seq = ?');
      for (const [kind, long] of Object.entries(fields)) {
        const found = db.prepare('SELECT seq, data FROM records WHERE kind = ?').all(kind);
        for (const { seq, data } of found as { seq: number; data: string }[]) {
          const doc: Fields = { $long: long, ...JSON.parse(data) };
          for (const field of long) delete doc[field];
          update.run(JSON.stringify(doc), seq);
        }
      }
    }));
});

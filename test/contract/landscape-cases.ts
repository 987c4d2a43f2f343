import { expect } from 'vitest';
import { diagrams } from '../../src/contract/resources/diagram.js';
import * as landscapes from '../../src/contract/resources/landscape.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { getTemplateThumbnail, listTemplates } from '../../src/contract/resources/template.js';
import * as versions from '../../src/contract/resources/version.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { Room } from './contract-suite.js';
import type { Case } from './family-cases.js';

let count = 0;

const create = async (room: Room, more: JsonObject = {}): Promise<JsonObject> =>
  room.get(landscapes.createLandscape, { body: { name: `Made ${++count}`, ...more } });
const pathOf = (landscape: JsonObject) => ({ landscapeId: textOf(landscape, 'id') });

async function template(room: Room, name = 'Web application'): Promise<JsonObject> {
  const found = (await room.list(listTemplates)).find((it) => it.name === name);
  if (!found) throw new Error(`There is no template ${name}.`);
  return found;
}

/** A small landscape with a snapshot. */
async function versioned(room: Room) {
  const path = pathOf(await create(room, { templateId: textOf(await template(room), 'id') }));
  const body = { name: 'First', notes: 'As it began.', modelHandleId: null };
  return { path, body, version: await room.get(versions.createVersion, { path, body }) };
}

async function reverted(room: Room) {
  const { path, version } = await versioned(room);
  const body = { versionId: textOf(version, 'id'), notes: 'Back to the beginning.' };
  return { path, revert: await room.get(versions.revertVersion, { path, body }) };
}

const names = (records: readonly JsonObject[]): string[] => records.map((it) => textOf(it, 'name')).sort();

/** A picture that needs no key. */
async function expectPicture(room: Room, url: unknown): Promise<void> {
  const bytes = Buffer.from(await (await room.client().download(String(url))).body.bytes());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
}

export const LANDSCAPE_CASES: Readonly<Record<string, Case>> = {
  [landscapes.createLandscape.id]: async (room) => {
    const answer = await room.call(landscapes.createLandscape, { body: { name: 'Alone' } });
    const { landscape, version } = answer as Record<string, JsonObject>;
    expect(landscape).toMatchObject({ name: 'Alone', scheduledVersions: false });
    expect(version).toMatchObject({ landscapeId: landscape?.id, tags: ['latest'] });
    const objects = await room.list(modelObjects.list, { path: pathOf(landscape ?? {}) });
    expect(objects.map(({ type, parentId }) => ({ type, parentId }))).toEqual([
      { type: 'root', parentId: null },
    ]);
  },
  [landscapes.updateLandscape.id]: async (room) => {
    const path = pathOf(await create(room));
    const body = { name: 'Renamed', scheduledVersions: true };
    expect(await room.get(landscapes.updateLandscape, { path, body })).toMatchObject(body);
    expect(await room.get(landscapes.getLandscape, { path })).toMatchObject(body);
  },
  [landscapes.deleteLandscape.id]: async (room) => {
    const path = pathOf(await create(room));
    expect(await room.call(landscapes.deleteLandscape, { path })).toEqual({});
    const gone = room.call(landscapes.getLandscape, { path });
    await expect(gone).rejects.toMatchObject({ kind: 'not-found' });
  },
  [landscapes.copyLandscape.id]: async (room) => {
    const [source, target] = [
      await create(room, { templateId: textOf(await template(room), 'id') }),
      await create(room),
    ];
    const query = { targetLandscapeId: target.id };
    await room.call(landscapes.copyLandscape, { path: pathOf(source), query });
    const [from, into] = [
      await room.list(diagrams.list, { path: pathOf(source) }),
      await room.list(diagrams.list, { path: pathOf(target) }),
    ];
    expect(into.map(({ handleId }) => handleId)).toEqual(from.map(({ handleId }) => handleId));
    const again = room.call(landscapes.copyLandscape, { path: pathOf(source), query });
    await expect(again).rejects.toMatchObject({ facts: { status: 409 } });
  },
  [landscapes.searchLandscape.id]: async (room) => {
    const [object] = await room.list(modelObjects.list, { query: { filter: { type: 'system' } } });
    const search = textOf(object, 'name');
    const [best] = await room.list(landscapes.searchLandscape, { query: { search, includeData: true } });
    expect(best).toEqual({ id: object?.id, name: search, type: 'system', score: 1, data: object });
    const query = { search, filter: { type: ['flow', 'connection'] }, maxResults: 3 };
    for (const { type, data } of await room.list(landscapes.searchLandscape, { query })) {
      expect(query.filter.type).toContain(type);
      expect(data).toBeUndefined();
    }
  },
  [landscapes.getLandscapeThumbnail.id]: async (room) => {
    const thumbnail = await room.get(landscapes.getLandscapeThumbnail);
    const [pinned] = await room.list(diagrams.list, { query: { filter: { pinned: true } } });
    expect(thumbnail).toMatchObject({ id: pinned?.id, handleId: pinned?.handleId, name: pinned?.name });
    await expectPicture(room, thumbnail.url);
  },
  [landscapes.signLandscapeThumbnail.id]: async (room) => {
    await expectPicture(room, (await room.call(landscapes.signLandscapeThumbnail)).signedUrl);
  },
  [getTemplateThumbnail.id]: async (room) => {
    const path = { landscapeTemplateId: textOf(await template(room), 'id') };
    const thumbnail = await room.get(getTemplateThumbnail, { path });
    expect(thumbnail).toMatchObject({ name: 'Web application Context' });
    await expectPicture(room, thumbnail.url);
  },
  [versions.createVersion.id]: async (room) => {
    const { path, version, body } = await versioned(room);
    const versionId = textOf(version, 'id');
    expect(version).toMatchObject({ ...body, ...path, tags: [] });
    const [then, now] = [
      await room.list(modelObjects.list, { path: { ...path, versionId } }),
      await room.list(modelObjects.list, { path }),
    ];
    expect(names(then)).toEqual(names(now));
    expect(then.map(({ handleId }) => handleId)).toEqual(now.map(({ handleId }) => handleId));
    const again = room.call(versions.createVersion, { path, body });
    await expect(again).rejects.toMatchObject({ facts: { status: 409 } });
  },
  [versions.updateVersion.id]: async (room) => {
    const { path, version } = await versioned(room);
    const at = { ...path, versionId: textOf(version, 'id') };
    const body = { notes: 'Told in other words.', name: 'Second' };
    expect(await room.get(versions.updateVersion, { path: at, body })).toMatchObject(body);
    expect(await room.get(versions.getVersion, { path: at })).toMatchObject(body);
  },
  [versions.deleteVersion.id]: async (room) => {
    const { path, version } = await versioned(room);
    const at = { ...path, versionId: textOf(version, 'id') };
    expect(await room.call(versions.deleteVersion, { path: at })).toEqual({});
    const left = await room.list(versions.listVersions, { path });
    expect(left.map(({ tags }) => tags)).toEqual([['latest']]);
  },
  [versions.listVersionReverts.id]: async (room) => {
    const { path, revert } = await reverted(room);
    expect(await room.list(versions.listVersionReverts, { path })).toEqual([revert]);
  },
  [versions.updateVersionRevert.id]: async (room) => {
    const { path, revert } = await reverted(room);
    const at = { ...path, versionRevertId: textOf(revert, 'id') };
    const body = { notes: 'It was the import.' };
    expect(await room.get(versions.updateVersionRevert, { path: at, body })).toMatchObject(body);
    expect(await room.get(versions.getVersionRevert, { path: at })).toMatchObject(body);
  },
};

import { expect } from 'vitest';
import { diagrams } from '../../src/contract/resources/diagram.js';
import * as landscapes from '../../src/contract/resources/landscape.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { getTemplateThumbnail, listTemplates } from '../../src/contract/resources/template.js';
import * as versions from '../../src/contract/resources/version.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { ContractSuite } from './contract-suite.js';
import type { Case } from './family-cases.js';

let count = 0;

const create = async (suite: ContractSuite, more: JsonObject = {}): Promise<JsonObject> =>
  suite.get(landscapes.createLandscape, { body: { name: `Made ${++count}`, ...more } });
const pathOf = (landscape: JsonObject) => ({ landscapeId: textOf(landscape, 'id') });

async function template(suite: ContractSuite, name = 'Web application'): Promise<JsonObject> {
  const found = (await suite.list(listTemplates)).find((it) => it.name === name);
  if (!found) throw new Error(`There is no template ${name}.`);
  return found;
}

/** A small landscape with a snapshot. */
async function versioned(suite: ContractSuite) {
  const path = pathOf(await create(suite, { templateId: textOf(await template(suite), 'id') }));
  const body = { name: 'First', notes: 'As it began.', modelHandleId: null };
  return { path, body, version: await suite.get(versions.createVersion, { path, body }) };
}

async function reverted(suite: ContractSuite) {
  const { path, version } = await versioned(suite);
  const body = { versionId: textOf(version, 'id'), notes: 'Back to the beginning.' };
  return { path, revert: await suite.get(versions.revertVersion, { path, body }) };
}

const names = (records: readonly JsonObject[]): string[] => records.map((it) => textOf(it, 'name')).sort();

/** A picture that needs no key. */
async function expectPicture(suite: ContractSuite, url: unknown): Promise<void> {
  const bytes = Buffer.from(await (await suite.client().download(String(url))).body.bytes());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
}

export const LANDSCAPE_CASES: Readonly<Record<string, Case>> = {
  [landscapes.createLandscape.id]: async (suite) => {
    const answer = await suite.call(landscapes.createLandscape, { body: { name: 'Alone' } });
    const { landscape, version } = answer as Record<string, JsonObject>;
    expect(landscape).toMatchObject({ name: 'Alone', scheduledVersions: false });
    expect(version).toMatchObject({ landscapeId: landscape?.id, tags: ['latest'] });
    const objects = await suite.list(modelObjects.list, { path: pathOf(landscape ?? {}) });
    expect(objects.map(({ type, parentId }) => ({ type, parentId }))).toEqual([
      { type: 'root', parentId: null },
    ]);
  },
  [landscapes.updateLandscape.id]: async (suite) => {
    const path = pathOf(await create(suite));
    const body = { name: 'Renamed', scheduledVersions: true };
    expect(await suite.get(landscapes.updateLandscape, { path, body })).toMatchObject(body);
    expect(await suite.get(landscapes.getLandscape, { path })).toMatchObject(body);
  },
  [landscapes.deleteLandscape.id]: async (suite) => {
    const path = pathOf(await create(suite));
    expect(await suite.call(landscapes.deleteLandscape, { path })).toEqual({});
    const gone = suite.call(landscapes.getLandscape, { path });
    await expect(gone).rejects.toMatchObject({ kind: 'not-found' });
  },
  [landscapes.copyLandscape.id]: async (suite) => {
    const [source, target] = [
      await create(suite, { templateId: textOf(await template(suite), 'id') }),
      await create(suite),
    ];
    const query = { targetLandscapeId: target.id };
    await suite.call(landscapes.copyLandscape, { path: pathOf(source), query });
    const [from, into] = [
      await suite.list(diagrams.list, { path: pathOf(source) }),
      await suite.list(diagrams.list, { path: pathOf(target) }),
    ];
    expect(into.map(({ handleId }) => handleId)).toEqual(from.map(({ handleId }) => handleId));
    const again = suite.call(landscapes.copyLandscape, { path: pathOf(source), query });
    await expect(again).rejects.toMatchObject({ facts: { status: 409 } });
  },
  [landscapes.searchLandscape.id]: async (suite) => {
    const [object] = await suite.list(modelObjects.list, { query: { filter: { type: 'system' } } });
    const search = textOf(object, 'name');
    const [best] = await suite.list(landscapes.searchLandscape, { query: { search, includeData: true } });
    expect(best).toEqual({ id: object?.id, name: search, type: 'system', score: 1, data: object });
    const query = { search, filter: { type: ['flow', 'connection'] }, maxResults: 3 };
    for (const { type, data } of await suite.list(landscapes.searchLandscape, { query })) {
      expect(query.filter.type).toContain(type);
      expect(data).toBeUndefined();
    }
  },
  [landscapes.getLandscapeThumbnail.id]: async (suite) => {
    const thumbnail = await suite.get(landscapes.getLandscapeThumbnail);
    const [pinned] = await suite.list(diagrams.list, { query: { filter: { pinned: true } } });
    expect(thumbnail).toMatchObject({ id: pinned?.id, handleId: pinned?.handleId, name: pinned?.name });
    await expectPicture(suite, thumbnail.url);
  },
  [landscapes.signLandscapeThumbnail.id]: async (suite) => {
    await expectPicture(suite, (await suite.call(landscapes.signLandscapeThumbnail)).signedUrl);
  },
  [getTemplateThumbnail.id]: async (suite) => {
    const path = { landscapeTemplateId: textOf(await template(suite), 'id') };
    const thumbnail = await suite.get(getTemplateThumbnail, { path });
    expect(thumbnail).toMatchObject({ name: 'Web application Context' });
    await expectPicture(suite, thumbnail.url);
  },
  [versions.createVersion.id]: async (suite) => {
    const { path, version, body } = await versioned(suite);
    const versionId = textOf(version, 'id');
    expect(version).toMatchObject({ ...body, ...path, tags: [] });
    const [then, now] = [
      await suite.list(modelObjects.list, { path: { ...path, versionId } }),
      await suite.list(modelObjects.list, { path }),
    ];
    expect(names(then)).toEqual(names(now));
    expect(then.map(({ handleId }) => handleId)).toEqual(now.map(({ handleId }) => handleId));
    const again = suite.call(versions.createVersion, { path, body });
    await expect(again).rejects.toMatchObject({ facts: { status: 409 } });
  },
  [versions.updateVersion.id]: async (suite) => {
    const { path, version } = await versioned(suite);
    const at = { ...path, versionId: textOf(version, 'id') };
    const body = { notes: 'Described in other words.', name: 'Second' };
    expect(await suite.get(versions.updateVersion, { path: at, body })).toMatchObject(body);
    expect(await suite.get(versions.getVersion, { path: at })).toMatchObject(body);
  },
  [versions.deleteVersion.id]: async (suite) => {
    const { path, version } = await versioned(suite);
    const at = { ...path, versionId: textOf(version, 'id') };
    expect(await suite.call(versions.deleteVersion, { path: at })).toEqual({});
    const left = await suite.list(versions.listVersions, { path });
    expect(left.map(({ tags }) => tags)).toEqual([['latest']]);
  },
  [versions.listVersionReverts.id]: async (suite) => {
    const { path, revert } = await reverted(suite);
    expect(await suite.list(versions.listVersionReverts, { path })).toEqual([revert]);
  },
  [versions.updateVersionRevert.id]: async (suite) => {
    const { path, revert } = await reverted(suite);
    const at = { ...path, versionRevertId: textOf(revert, 'id') };
    const body = { notes: 'It was the import.' };
    expect(await suite.get(versions.updateVersionRevert, { path: at, body })).toMatchObject(body);
    expect(await suite.get(versions.getVersionRevert, { path: at })).toMatchObject(body);
  },
};

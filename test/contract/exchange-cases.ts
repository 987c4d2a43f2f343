import { expect } from 'vitest';
import { exportLandscape } from '../../src/client/jobs/landscape-export.js';
import { importLandscape } from '../../src/client/jobs/landscape-import.js';
import { flows } from '../../src/contract/resources/flow.js';
import {
  createLandscapeExport,
  exportVersionJson,
  getLandscapeExport,
} from '../../src/contract/resources/landscape-export.js';
import { createLandscapeImport, getLandscapeImport } from '../../src/contract/resources/landscape-import.js';
import { modelConnections } from '../../src/contract/resources/model-connection.js';
import * as exports from '../../src/contract/resources/model-export.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { Room } from './contract-suite.js';
import type { Case } from './family-cases.js';

/** Cases of exports and imports of landscapes. */

const place = (room: Room) => ({ landscapeId: room.sandbox.landscapeId, versionId: 'latest' });
const firstId = async (room: Room, list: typeof flows.list | typeof modelObjects.list) =>
  textOf((await room.list(list))[0], 'id');

async function flowAs(room: Room, operation: typeof exports.exportFlowText): Promise<string> {
  const path = { flowId: await firstId(room, flows.list) };
  return textOf(await room.call(operation, { path }), 'text');
}

const IMPORTED = {
  namespace: 'contract',
  modelObjects: [
    { id: 'd', name: 'Imported domain', type: 'domain' },
    { id: 's', name: 'Imported system', type: 'system', parentId: 'd' },
  ],
};

async function startImport(room: Room): Promise<JsonObject> {
  const landscapeImport = await room.get(createLandscapeImport, { body: IMPORTED });
  expect(landscapeImport).toMatchObject({ status: 'in-progress', landscapeId: room.sandbox.landscapeId });
  return landscapeImport;
}

export const EXCHANGE_CASES: Readonly<Record<string, Case>> = {
  [createLandscapeExport.id]: async (room) => {
    const query = { type: 'llms', filter: { includeDiagrams: false } };
    const made = await room.get(createLandscapeExport, { query, body: {} });
    expect(made).toMatchObject({ type: 'llms', fileUrl: null, error: null });
  },
  [getLandscapeExport.id]: async (room) => {
    const query = { type: 'json' } as const;
    const done = await exportLandscape(room.client(), { ...place(room), query, deadlineMs: 60_000 });
    const path = { landscapeExportId: done.id };
    expect(await room.get(getLandscapeExport, { path })).toEqual(done);
    const file = await room.client().download(done.fileUrl);
    const objects = await room.list(modelObjects.list);
    expect(Object.keys(JSON.parse(await file.body.text()).modelObjects)).toHaveLength(objects.length);
  },
  [exportVersionJson.id]: async (room) => {
    const found = await room.call(exportVersionJson);
    const connections = await room.list(modelConnections.list);
    expect(Object.keys(found.modelConnections as object)).toHaveLength(connections.length);
  },
  [createLandscapeImport.id]: async (room) => {
    await startImport(room);
  },
  [getLandscapeImport.id]: async (room) => {
    const path = { landscapeImportId: textOf(await startImport(room), 'id') };
    expect((await room.get(getLandscapeImport, { path })).id).toBe(path.landscapeImportId);
    const input = { ...place(room), document: { ...IMPORTED, namespace: 'waited' }, deadlineMs: 60_000 };
    expect(await importLandscape(room.client(), input as never)).toMatchObject({ status: 'completed' });
    const filter = { labels: { 'import-namespace': 'waited' } };
    const names = (await room.list(modelObjects.list, { query: { filter } })).map(({ name }) => name);
    expect(names).toEqual(['Imported domain', 'Imported system']);
  },
  [exports.exportObjectsCsv.id]: async (room) => {
    const text = textOf(await room.call(exports.exportObjectsCsv), 'text');
    for (const { id } of await room.list(modelObjects.list)) expect(text).toContain(`\r\n${String(id)},`);
  },
  [exports.exportConnectionsCsv.id]: async (room) => {
    const text = textOf(await room.call(exports.exportConnectionsCsv), 'text');
    for (const { id } of await room.list(modelConnections.list)) expect(text).toContain(`\r\n${String(id)},`);
  },
  [exports.exportDependencies.id]: async (room) => {
    const [connection] = await room.list(modelConnections.list);
    const path = { modelObjectId: textOf(connection, 'originId') };
    const found = await room.call(exports.exportDependencies, { path });
    const ids = (found.outgoingConnections as JsonObject[]).map(({ id }) => id);
    expect(ids).toContain(connection?.id);
  },
  [exports.listDependencies.id]: async (room) => {
    const objectIds = await firstId(room, modelObjects.list);
    const found = await room.get(exports.listDependencies, { query: { filter: { objectIds } } });
    expect(Object.keys(found)).toEqual([objectIds]);
  },
  [exports.describeConnection.id]: async (room) => {
    const [connection] = await room.list(modelConnections.list);
    const path = { modelConnectionId: textOf(connection, 'id') };
    const body = { type: 'caption' };
    const { description } = await room.call(exports.describeConnection, { path, body });
    expect(description).toContain(textOf(connection, 'name'));
  },
  [exports.syncObjectLinks.id]: async (room) => {
    const [root] = await room.list(modelObjects.list, { query: { filter: { type: 'root' } } });
    const links = { l: { id: 'l', index: 0, url: 'https://code.test/' } };
    const body = { name: 'Has a link', type: 'system', parentId: textOf(root, 'id'), links };
    const path = { modelObjectId: textOf(await room.get(modelObjects.create, { body }), 'id') };
    expect(await room.get(exports.syncObjectLinks, { path })).toEqual({ l: { ...links.l, status: 'valid' } });
  },
  [exports.exportFlowText.id]: async (room) => {
    expect(await flowAs(room, exports.exportFlowText)).toMatch(/^1\. /m);
  },
  [exports.exportFlowCode.id]: async (room) => {
    expect(await flowAs(room, exports.exportFlowCode as never)).toMatch(/^@startuml\n/);
  },
  [exports.exportFlowMermaid.id]: async (room) => {
    expect(await flowAs(room, exports.exportFlowMermaid as never)).toMatch(/^sequenceDiagram\n/);
  },
};

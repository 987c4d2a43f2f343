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
import type { ContractSuite } from './contract-suite.js';
import type { Case } from './family-cases.js';

/** Cases of exports and imports of landscapes. */

const place = (suite: ContractSuite) => ({ landscapeId: suite.sandbox.landscapeId, versionId: 'latest' });
const firstId = async (suite: ContractSuite, list: typeof flows.list | typeof modelObjects.list) =>
  textOf((await suite.list(list))[0], 'id');

async function flowAs(suite: ContractSuite, operation: typeof exports.exportFlowText): Promise<string> {
  const path = { flowId: await firstId(suite, flows.list) };
  return textOf(await suite.call(operation, { path }), 'text');
}

const IMPORTED = {
  namespace: 'contract',
  modelObjects: [
    { id: 'd', name: 'Imported domain', type: 'domain' },
    { id: 's', name: 'Imported system', type: 'system', parentId: 'd' },
  ],
};

async function startImport(suite: ContractSuite): Promise<JsonObject> {
  const landscapeImport = await suite.get(createLandscapeImport, { body: IMPORTED });
  expect(landscapeImport).toMatchObject({ status: 'in-progress', landscapeId: suite.sandbox.landscapeId });
  return landscapeImport;
}

export const EXCHANGE_CASES: Readonly<Record<string, Case>> = {
  [createLandscapeExport.id]: async (suite) => {
    const query = { type: 'llms', filter: { includeDiagrams: false } };
    const made = await suite.get(createLandscapeExport, { query, body: {} });
    expect(made).toMatchObject({ type: 'llms', fileUrl: null, error: null });
  },
  [getLandscapeExport.id]: async (suite) => {
    const query = { type: 'json' } as const;
    const done = await exportLandscape(suite.client(), { ...place(suite), query, deadlineMs: 60_000 });
    const path = { landscapeExportId: done.id };
    expect(await suite.get(getLandscapeExport, { path })).toEqual(done);
    const file = await suite.client().download(done.fileUrl);
    const objects = await suite.list(modelObjects.list);
    expect(Object.keys(JSON.parse(await file.body.text()).modelObjects)).toHaveLength(objects.length);
  },
  [exportVersionJson.id]: async (suite) => {
    const found = await suite.call(exportVersionJson);
    const connections = await suite.list(modelConnections.list);
    expect(Object.keys(found.modelConnections as object)).toHaveLength(connections.length);
  },
  [createLandscapeImport.id]: async (suite) => {
    await startImport(suite);
  },
  [getLandscapeImport.id]: async (suite) => {
    const path = { landscapeImportId: textOf(await startImport(suite), 'id') };
    expect((await suite.get(getLandscapeImport, { path })).id).toBe(path.landscapeImportId);
    const input = { ...place(suite), document: { ...IMPORTED, namespace: 'waited' }, deadlineMs: 60_000 };
    expect(await importLandscape(suite.client(), input as never)).toMatchObject({ status: 'completed' });
    const filter = { labels: { 'import-namespace': 'waited' } };
    const names = (await suite.list(modelObjects.list, { query: { filter } })).map(({ name }) => name);
    expect(names).toEqual(['Imported domain', 'Imported system']);
  },
  [exports.exportObjectsCsv.id]: async (suite) => {
    const text = textOf(await suite.call(exports.exportObjectsCsv), 'text');
    for (const { id } of await suite.list(modelObjects.list)) expect(text).toContain(`\r\n${String(id)},`);
  },
  [exports.exportConnectionsCsv.id]: async (suite) => {
    const text = textOf(await suite.call(exports.exportConnectionsCsv), 'text');
    for (const { id } of await suite.list(modelConnections.list))
      expect(text).toContain(`\r\n${String(id)},`);
  },
  [exports.exportDependencies.id]: async (suite) => {
    const [connection] = await suite.list(modelConnections.list);
    const path = { modelObjectId: textOf(connection, 'originId') };
    const found = await suite.call(exports.exportDependencies, { path });
    const ids = (found.outgoingConnections as JsonObject[]).map(({ id }) => id);
    expect(ids).toContain(connection?.id);
  },
  [exports.listDependencies.id]: async (suite) => {
    const objectIds = await firstId(suite, modelObjects.list);
    const found = await suite.get(exports.listDependencies, { query: { filter: { objectIds } } });
    expect(Object.keys(found)).toEqual([objectIds]);
  },
  [exports.describeConnection.id]: async (suite) => {
    const [connection] = await suite.list(modelConnections.list);
    const path = { modelConnectionId: textOf(connection, 'id') };
    const body = { type: 'caption' };
    const { description } = await suite.call(exports.describeConnection, { path, body });
    expect(description).toContain(textOf(connection, 'name'));
  },
  [exports.syncObjectLinks.id]: async (suite) => {
    const [root] = await suite.list(modelObjects.list, { query: { filter: { type: 'root' } } });
    const links = { l: { id: 'l', index: 0, url: 'https://code.test/' } };
    const body = { name: 'Has a link', type: 'system', parentId: textOf(root, 'id'), links };
    const path = { modelObjectId: textOf(await suite.get(modelObjects.create, { body }), 'id') };
    expect(await suite.get(exports.syncObjectLinks, { path })).toEqual({
      l: { ...links.l, status: 'valid' },
    });
  },
  [exports.exportFlowText.id]: async (suite) => {
    expect(await flowAs(suite, exports.exportFlowText)).toMatch(/^1\. /m);
  },
  [exports.exportFlowCode.id]: async (suite) => {
    expect(await flowAs(suite, exports.exportFlowCode as never)).toMatch(/^@startuml\n/);
  },
  [exports.exportFlowMermaid.id]: async (suite) => {
    expect(await flowAs(suite, exports.exportFlowMermaid as never)).toMatch(/^sequenceDiagram\n/);
  },
};

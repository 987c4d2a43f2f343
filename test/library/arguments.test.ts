import { describe, expect, it } from 'vitest';
import {
  type Client,
  createClient,
  exportDiagram,
  exportLandscape,
  fetchTransport,
  followLogs,
  importLandscape,
} from '../../src/index.js';
import { applyModel, planModel, pullModel, readModel } from '../../src/model/index.js';

const transport = fetchTransport(() => new Response());
const client = createClient({ baseUrl: 'https://x.test', transport });
const noClient = undefined as unknown as Client;
const path = { landscapeId: 'l', versionId: 'v' };
const missing = undefined as never;

describe('a missing argument is a usage error', () => {
  it.each<[string, () => unknown]>([
    ['exportDiagram without input', () => exportDiagram(client, missing)],
    ['exportDiagram without a client', () => exportDiagram(noClient, missing)],
    ['exportLandscape without input', () => exportLandscape(client, missing)],
    ['importLandscape without input', () => importLandscape(client, missing)],
    ['followLogs without a place', () => followLogs(client, missing).next()],
    ['followLogs without a client', () => followLogs(noClient, { organizationId: 'o' }).next()],
    ['readModel without files', () => readModel(missing)],
    ['planModel without a model', () => planModel(client, path, missing)],
    ['planModel without a client', () => planModel(noClient, path, readModel([]))],
    ['pullModel without a path', () => pullModel(client, missing)],
    ['applyModel without a plan', () => applyModel(client, missing)],
  ])('%s', async (_, work) => {
    const attempt = async () => work();
    await expect(attempt()).rejects.toMatchObject({ kind: 'usage', facts: { reason: 'invalid-input' } });
  });
});

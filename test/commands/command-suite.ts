/** Shared by the command suites: one sandbox, machines signed in to it, and ids of its demo data. */

import type { SandboxOptions } from '../../src/sandbox/sandbox.js';
import {
  ADMIN,
  BASE_URL,
  type JsonObject,
  listOf,
  openService,
  type Service,
  textOf,
} from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';
import type { Ids } from './cases.js';
import { peopleIds } from './people-ids.js';
import { versionIds } from './version-ids.js';

export interface CommandSuite {
  service: Service;
  ids: Ids;
  /** A read-only key. */
  reader: { id: string; secret: string };
  /** A new machine, signed in as admin, with the organization and landscape in its profile. */
  machine(env?: Record<string, string>): Machine;
  /** Returns the response to a GET, or to another request. */
  ask(
    path: string,
    method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    body?: unknown,
  ): Promise<JsonObject>;
  close(): Promise<void>;
}

export async function openCommandSuite(options: SandboxOptions = {}): Promise<CommandSuite> {
  // Nothing that the sandbox sends leaves this process.
  const service = await openService({ sendWebhook: async () => ({ status: 200 }), ...options });
  const { organizationId, landscapeId } = service.sandbox;
  const machines: Machine[] = [];
  const ask: CommandSuite['ask'] = async (path, method = 'GET', body = undefined) => {
    const answer = await service
      .client()
      .raw({ method, path, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (answer.error) throw answer.error;
    return JSON.parse(await answer.body.text()) as JsonObject;
  };
  const open = options.plan === 'free' ? undefined : await demo(service, ask);
  if (open === undefined) throw new Error('The Free plan has no API.');
  const { ids, reader } = open;
  return {
    service,
    ids,
    reader,
    ask,
    machine(env) {
      const made = machine(service, env);
      machines.push(made);
      const place = { org: organizationId, landscape: landscapeId };
      made.signInAs({
        reader: { ...place, keyId: reader.id, secret: reader.secret },
        revoked: { ...place, keyId: ADMIN.id, secret: 'RevokedSecret' },
        default: { ...place, plan: service.sandbox.plan, baseUrl: BASE_URL },
      });
      return made;
    },
    async close() {
      await Promise.all(machines.map((made) => made.remove()));
      await service.close();
    },
  };
}

async function demo({ sandbox, control }: Service, ask: CommandSuite['ask']) {
  const { organizationId: organization, landscapeId: landscape } = sandbox;
  const subscribe = async (name: string): Promise<string> => {
    // Smaller plans have no webhooks (docs/service.md#limits).
    if (sandbox.plan === 'growth') return '';
    const made = await control('POST', 'webhooks', { name, url: 'https://hooks.test/' });
    return textOf(made.subscription, 'id');
  };
  const [subscription, spareSubscription] = [await subscribe('all'), await subscribe('spare')];
  const versions = `landscapes/${landscape}/versions`;
  const latest = `${versions}/latest`;
  const firstOf = async (path: string, key: string): Promise<JsonObject> =>
    listOf(await ask(path), key)[0] ?? {};
  const snapshots = listOf(await ask(versions), 'versions').filter(
    ({ tags }) => !(tags as string[]).includes('latest'),
  );
  const [origin, target] = listOf(await ask(`${latest}/model/objects?filter[type]=system`), 'modelObjects');
  const [root] = listOf(await ask(`${latest}/model/objects?filter[type]=root`), 'modelObjects');
  const spare = { name: 'Spare', type: 'system', parentId: textOf(root, 'id') };
  const spareObject = textOf((await ask(`${latest}/model/objects`, 'POST', spare)).modelObject, 'id');
  const line = { name: 'Spares', originId: textOf(origin, 'id'), targetId: spareObject, direction: null };
  const spareConnection = (await ask(`${latest}/model/connections`, 'POST', line)).modelConnection;
  const [plain] = listOf(await ask(`${latest}/diagrams`), 'diagrams').sort(
    (a, b) => Number(a.connectionCount) - Number(b.connectionCount),
  );
  const users = (await ask(`organizations/${organization}/users`)).organizationUsers as Record<
    string,
    { permission: string }
  >;
  const [user = ''] = Object.entries(users).find(([, { permission }]) => permission === 'write') ?? [];
  const key = await ask(`organizations/${organization}/api-keys`, 'POST', {
    name: 'Reader',
    permission: 'read',
  });
  const { id, secret } = { id: textOf(key.apiKey, 'id'), secret: textOf(key, 'secret') };
  // A new domain gets its root object: an action with a consequence.
  const domain = await ask(`${latest}/domains`, 'POST', { name: 'Seed domain' });
  const caused = `filter[actionId]=${textOf(domain.domain, 'id')}&filter[actionType]=domain-create`;
  const log = await firstOf(`landscapes/${landscape}/action-logs?${caused}`, 'actionLogs');
  const technologyNamed = async (name: string): Promise<string> => {
    const body = { name, color: 'blue', provider: null, type: 'message-broker', restrictions: null };
    const made = await ask(`organizations/${organization}/technologies`, 'POST', body);
    return textOf(made.catalogTechnology, 'id');
  };
  const technology = await technologyNamed('Harbour Bus');
  const sizes = await Promise.all(
    listOf(await ask(`organizations/${organization}/landscapes`), 'landscapes').map(async (one) => {
      const { diagrams } = await ask(`landscapes/${textOf(one, 'id')}/versions/latest/diagrams`);
      return { id: textOf(one, 'id'), pages: (diagrams as unknown[]).length };
    }),
  );
  const smallest = sizes.filter(({ pages }) => pages > 0).sort((a, b) => a.pages - b.pages)[0];
  const side = await beside(organization, ask);
  const started = await ask(`${latest}/export?type=llms`, 'POST', {});
  const imported = await ask(`${latest}/import`, 'POST', { namespace: 'office' });
  const ids: Ids = {
    ...side,
    ...(await peopleIds(ask, organization, landscape)),
    organization,
    landscape,
    technology,
    spareTechnology: await technologyNamed('Spare Bus'),
    smallest: smallest?.id ?? '',
    diagram: textOf(await firstOf(`${latest}/diagrams?filter[type]=context-diagram`, 'diagrams'), 'id'),
    plain: textOf(plain, 'id'),
    flow: textOf(await firstOf(`${latest}/flows`, 'flows'), 'id'),
    draft: textOf(await firstOf(`${latest}/drafts?filter[status]=in-progress`, 'drafts'), 'id'),
    snapshot: textOf(snapshots[0], 'id'),
    origin: textOf(origin, 'id'),
    target: textOf(target, 'id'),
    root: textOf(root, 'id'),
    connection: textOf(await firstOf(`${latest}/model/connections`, 'modelConnections'), 'id'),
    spareObject,
    spareConnection: textOf(spareConnection, 'id'),
    subscription,
    spareSubscription,
    user,
    key: id,
    log: textOf(log, 'id'),
    ...(await versionIds(ask, latest, textOf(root, 'id'))),
    exportId: textOf(started.landscapeExport, 'id'),
    importId: textOf(imported.landscapeImport, 'id'),
  };
  return { ids, reader: { id, secret } };
}

/** Landscapes and versions for commands, in addition to the demo. */
async function beside(organization: string, ask: CommandSuite['ask']) {
  const make = async (path: string, key: string, body: JsonObject): Promise<string> =>
    textOf((await ask(path, 'POST', body))[key], 'id');
  const landscapes = `organizations/${organization}/landscapes`;
  const sideLandscape = await make(landscapes, 'landscape', { name: 'Beside' });
  const spareLandscape = await make(landscapes, 'landscape', { name: 'Spare' });
  const at = `landscapes/${sideLandscape}`;
  const version = (name: string) =>
    make(`${at}/versions`, 'version', { name, notes: 'For the tests.', modelHandleId: null });
  const [sideVersion, spareVersion] = [await version('First'), await version('Second')];
  const body = { versionId: sideVersion, notes: 'For the tests.' };
  const revert = await make(`${at}/version-reverts`, 'versionRevert', body);
  const template = textOf(listOf(await ask('landscape-templates'), 'landscapeTemplates')[1], 'id');
  return { sideLandscape, spareLandscape, sideVersion, spareVersion, revert, template };
}

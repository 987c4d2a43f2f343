/** Where the command lines of documents run: a machine with the files they name, and ids in place of placeholders. */

import { sign } from '../../src/webhooks/signature.js';
import { KEPT, withEvent } from '../commands/cases.js';
import type { Office } from '../commands/office.js';
import { type HookServer, hookServer } from '../support/hooks.js';
import { ADMIN, BASE_URL, type Json, listOf, textOf } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';

export const SIGNING_SECRET = 'a-signing-secret';
/** When the saved request came, as the example says. */
const SAVED_AT = Date.parse('2026-01-31T08:00:00Z') / 1000;

export interface ExampleWorld {
  office: Office;
  hooks: HookServer;
  /** A machine with everything examples name. */
  machine(): Machine;
  /** The word with ids for its placeholders; some things are made anew, since the example deletes them. */
  filled(word: string, line: string): Promise<string>;
}

export async function exampleWorld(office: Office): Promise<ExampleWorld> {
  const { ids, ask, service } = office;
  const latest = `landscapes/${ids.landscape}/versions/latest`;
  const hooks = await hookServer(SIGNING_SECRET, service.clock.now);
  const first = async (path: string, key: string): Promise<Json> => listOf(await ask(path), key)[0] ?? {};
  const made = async (path: string, key: string, body: Json): Promise<string> =>
    textOf((await ask(`${latest}/${path}`, 'POST', body))[key], 'id');
  const signedAt = (): number => Math.floor(service.clock.now().getTime() / 1000);
  const newObject = () =>
    made('model/objects', 'modelObject', { name: 'Old', type: 'system', parentId: ids.root });

  const placeholders: Record<string, (line: string) => Promise<string> | string> = {
    ACTION_LOG_ID: () => ids.log,
    CONNECTION_ID: (line) =>
      / delete /.test(line)
        ? made('model/connections', 'modelConnection', {
            name: 'Old',
            originId: ids.origin,
            targetId: ids.target,
            direction: null,
          })
        : ids.connection,
    DELIVERY_ID: async () => {
      await newObject();
      const { deliveries } = await service.control('GET', 'webhooks/deliveries');
      return textOf((deliveries as Json[])[0], 'id');
    },
    DIAGRAM_ID: () => ids.plain,
    DRAFT_ID: (line) =>
      / merge /.test(line) ? made('drafts', 'draft', { name: 'Small', status: 'in-progress' }) : ids.draft,
    EVENT_ID: () => KEPT,
    // One on a diagram that is quickly drawn.
    FLOW_ID: (line) =>
      / export /.test(line) ? made('flows', 'flow', { name: 'Short', diagramId: ids.plain }) : ids.flow,
    HEX: () => sign({ secret: SIGNING_SECRET, timestamp: signedAt(), body: event() }),
    KEY_ID: () => ids.key,
    LANDSCAPE_ID: (line) => (/export-pdf|duplicate/.test(line) ? ids.smallest : ids.landscape),
    OBJECT_ID: (line) => (/ delete | comment /.test(line) ? newObject() : ids.origin),
    ORGANIZATION_ID: () => ids.organization,
    ORIGIN_ID: () => ids.origin,
    SECONDS: () => String(signedAt()),
    SUBSCRIPTION_ID: async () => {
      const body = { name: 'spare', url: 'https://hooks.test/' };
      return textOf((await service.control('POST', 'webhooks', body)).subscription, 'id');
    },
    TAG_ID: async () => textOf(await first(`${latest}/tags`, 'tags'), 'id'),
    TARGET_ID: () => ids.target,
    TECHNOLOGY_ID: async () => textOf(await first('catalog/technologies', 'catalogTechnologies'), 'id'),
    USER_ID: () => ids.user,
    VERSION_ID: () => ids.snapshot,
  };
  const PLACEHOLDER = new RegExp(`\\b(${Object.keys(placeholders).join('|')})\\b`, 'g');
  const event = (): string => events.get() ?? '';
  const events = { body: undefined as string | undefined, get: () => events.body };

  return {
    office,
    hooks,
    machine() {
      const machine = office.machine();
      withEvent(machine);
      events.body = machine.read('body.json');
      const place = { org: ids.organization, landscape: ids.landscape };
      const webhookSecrets = [{ name: 'old', secret: SIGNING_SECRET }];
      const profile = { ...place, plan: service.sandbox.plan, baseUrl: BASE_URL, webhookSecrets };
      machine.signInAs({ ci: profile, sandbox: profile, default: profile });
      for (const [name, content] of Object.entries(files(office))) machine.write(name, content);
      machine.write('request.txt', savedRequest(event()));
      return machine;
    },
    async filled(word, line) {
      let result = word.replaceAll('http://localhost:3000/hooks', hooks.url);
      for (const [name] of word.matchAll(PLACEHOLDER))
        result = result.replace(name, await (placeholders[name]?.(line) ?? name));
      return result;
    },
  };
}

/** What stands behind `@FILE` and the options that read files. */
const files = ({ ids }: Office): Record<string, string> => ({
  'secret.txt': `${SIGNING_SECRET}\n`,
  'key.txt': `${ADMIN.id}:${ADMIN.secret}\n`,
  'connection.yaml': `name: From a file\noriginId: ${ids.origin}\ntargetId: ${ids.target}\ndirection: outgoing\n`,
  'object.yaml': `name: From a file\ntype: system\nparentId: ${ids.root}\n`,
  'changes.yaml': 'description: From a file\n',
  'steps.yaml': `- { id: one, index: 0, description: Begins }\n`,
  'task.yaml': `task: { type: draft-diagram-delete, entityId: ${ids.diagram} }\n`,
  'tag-group.yaml': 'name: From a file\nicon: globe\nindex: 4\n',
});

const savedRequest = (body: string): string =>
  [
    'POST /hooks HTTP/1.1',
    'Host: localhost:3000',
    `X-Service-Timestamp: ${SAVED_AT}`,
    `X-Service-Signature: ${sign({ secret: SIGNING_SECRET, timestamp: SAVED_AT, body })}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');

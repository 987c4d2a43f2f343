/**
 * Environment for the command lines of documents: a machine with the files they name, and ids instead of
 * placeholders.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_RULES } from '../../src/commands/model/shared/analysis/example-rules.js';
import { EXAMPLE } from '../../src/commands/model/shared/example.js';
import { randomId } from '../../src/sandbox/ids.js';
import { sign } from '../../src/webhooks/node-signature.js';
import { KEPT, withEvent } from '../commands/cases.js';
import { PIXEL } from '../commands/catalog-cases.js';
import type { CommandSuite } from '../commands/command-suite.js';
import { MODEL_DOCUMENT } from '../commands/exchange-cases.js';
import { ADMIN, BASE_URL, type JsonObject, listOf, textOf } from '../support/sandbox.js';
import { type HookServer, hookServer } from '../support/webhook-consumer.js';
import type { Machine } from '../support/world.js';

export const SIGNING_SECRET = 'a-signing-secret';
/** Time of the saved request in the example. */
const SAVED_AT = Date.parse('2026-01-31T08:00:00Z') / 1000;

export interface ExampleWorld {
  suite: CommandSuite;
  hooks: HookServer;
  /** A machine with everything that examples name, or that this example needs. */
  machine(line?: string, landscape?: string): Machine;
  /** Landscape for an example: a small or a new one if the example changes or draws it as a whole. */
  landscapeFor(line: string): Promise<string> | string;
  /** Replaces placeholders by ids. Some records are created anew, because the example deletes them. */
  filled(word: string, line: string): Promise<string>;
}

export async function exampleWorld(suite: CommandSuite): Promise<ExampleWorld> {
  const { ids, ask, service } = suite;
  const latest = `landscapes/${ids.landscape}/versions/latest`;
  const hooks = await hookServer(SIGNING_SECRET, service.clock.now);
  const first = async (path: string, key: string): Promise<JsonObject> =>
    listOf(await ask(path), key)[0] ?? {};
  const made = async (path: string, key: string, body: JsonObject): Promise<string> =>
    textOf((await ask(`${latest}/${path}`, 'POST', body))[key], 'id');
  const madeAt = async (path: string, key: string, body: JsonObject): Promise<string> =>
    textOf((await ask(path, 'POST', body))[key], 'id');
  let count = 0;
  const signedAt = (): number => Math.floor(service.clock.now().getTime() / 1000);
  const newObject = () =>
    made('model/objects', 'modelObject', { name: 'Old', type: 'system', parentId: ids.root });

  const newDiagram = () =>
    made('diagrams', 'diagram', { name: 'Old', type: 'context-diagram', modelId: ids.root, index: 9 });
  const newLandscape = async () => {
    const made = await ask(`organizations/${ids.organization}/landscapes`, 'POST', { name: 'New' });
    return textOf(made.landscape, 'id');
  };
  // A revert needs the landscape with a snapshot; other landscapes are small.
  const landscapeFor = (line: string) => {
    if (/ landscape delete | model apply /.test(line)) return newLandscape();
    if (/ revert (get|update) | version (delete|update) /.test(line)) return ids.sideLandscape;
    return /export-pdf|duplicate| landscape copy | model site live | diagram export --all |share-link (create|delete)| --against live .*--format png|LANDSCAPE --type html/.test(
      line,
    )
      ? ids.smallest
      : ids.landscape;
  };
  const versionFor = async (line: string) => {
    if (/ version update /.test(line)) return ids.sideVersion;
    if (!/ version delete /.test(line)) return ids.snapshot;
    versions += 1;
    const name = `Old ${versions}`;
    const body = { name, notes: 'For an example.', modelHandleId: null };
    return textOf((await ask(`landscapes/${ids.sideLandscape}/versions`, 'POST', body)).version, 'id');
  };
  let versions = 0;

  const placeholders: Record<string, (line: string) => Promise<string> | string> = {
    ACTION_LOG_ID: () => ids.log,
    CONNECTION: (line) =>
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
      return textOf((deliveries as JsonObject[])[0], 'id');
    },
    ADR: (line) => (/ delete /.test(line) ? made('adrs', 'adr', { name: 'Old', status: 'draft' }) : ids.adr),
    COMMENT: (line) =>
      / comment delete /.test(line)
        ? made('comments', 'comment', { body: { content: 'Old', type: 'idea', status: 'active' } })
        : ids.comment,
    DIAGRAM_GROUP: (line) =>
      / delete /.test(line)
        ? made('diagram-groups', 'diagramGroup', { name: 'Old', modelId: ids.root })
        : ids.diagramGroup,
    DIAGRAM: (line) => (/ diagram (delete|content replace) /.test(line) ? newDiagram() : ids.plain),
    DIAGRAM_OBJECT_ID: () => 'nothing',
    DOMAIN: (line) => (/ delete /.test(line) ? made('domains', 'domain', { name: 'Old' }) : ids.domain),
    DRAFT: (line) =>
      / (merge|rebase|delete|update) /.test(line)
        ? made('drafts', 'draft', { name: 'Small', status: 'in-progress' })
        : ids.draft,
    DRAFT_TASK_ID: () => ids.draftTask,
    EVENT_ID: () => KEPT,
    EXPORT_ID: () => ids.exportId,
    // One on a diagram that is drawn quickly.
    FLOW: (line) =>
      / (export|delete) /.test(line)
        ? made('flows', 'flow', { name: 'Short', diagramId: ids.plain })
        : ids.flow,
    HEX: () => sign({ secret: SIGNING_SECRET, timestamp: signedAt(), body: event() }),
    IMPORT_ID: () => ids.importId,
    INVITE: () =>
      madeAt(`organizations/${ids.organization}/users/invites`, 'organizationUserInvite', {
        email: `guest${++count}@example.com`,
        permission: 'read',
        expiresAt: '2099-01-01T00:00:00Z',
      }),
    KEY: (line) =>
      / delete /.test(line)
        ? madeAt(`organizations/${ids.organization}/api-keys`, 'apiKey', { name: 'Old', permission: 'read' })
        : ids.key,
    LANDSCAPE: (line) => landscapeFor(line),
    LANDSCAPE_ID: () => ids.landscape,
    OBJECT: (line) => (/ delete | comment /.test(line) ? newObject() : ids.origin),
    NEW_ID: () => randomId(),
    OPTIONS_ID: () => ids.shared,
    OTHER_LANDSCAPE: () => newLandscape(),
    ORGANIZATION: (line) =>
      / organization delete /.test(line)
        ? madeAt('organizations', 'organization', { name: 'Old' })
        : ids.organization,
    OWN_TECHNOLOGY: async () => {
      const body = { name: 'Old Bus', color: 'grey', provider: null, type: null, restrictions: null };
      const made = await ask(`organizations/${ids.organization}/technologies`, 'POST', body);
      return textOf(made.catalogTechnology, 'id');
    },
    ORIGIN: () => ids.origin,
    REPLY_ID: (line) =>
      / delete /.test(line)
        ? made(`comments/${ids.comment}/replies`, 'commentReply', { content: 'Old' })
        : ids.reply,
    REVERT: () => ids.revert,
    SHORT_ID: async () => textOf((await ask(`${latest}/share-link`)).shareLink, 'shortId'),
    SECONDS: () => String(signedAt()),
    SUBSCRIPTION_ID: async () => {
      const body = { name: 'spare', url: 'https://hooks.test/' };
      return textOf((await service.control('POST', 'webhooks', body)).subscription, 'id');
    },
    STEP_ID: () => 'one',
    TAG_GROUP: (line) =>
      / delete /.test(line)
        ? made('tag-groups', 'tagGroup', { name: 'Old', icon: 'bug', index: 1 })
        : ids.tagGroup,
    TAG: (line) =>
      / tag delete /.test(line)
        ? made('tags', 'tag', { name: 'Old', color: 'red', groupId: ids.tagGroup, index: 1 })
        : ids.tag,
    TARGET: () => ids.target,
    TEAM: (line) =>
      / delete /.test(line)
        ? madeAt(`organizations/${ids.organization}/teams`, 'team', { name: 'Old' })
        : ids.team,
    TECHNOLOGY: async () => textOf(await first('catalog/technologies', 'catalogTechnologies'), 'id'),
    TEMPLATE: () => ids.template,
    // No request can create users, so each example removes another one.
    USER: async (line) => {
      if (!/ delete /.test(line)) return ids.user;
      const { organizationUsers } = await ask(`organizations/${ids.organization}/users`);
      const others = Object.entries(organizationUsers as Record<string, JsonObject>).filter(
        ([id, { permission }]) => permission !== 'admin' && id !== ids.user,
      );
      return others[0]?.[0] ?? '';
    },
    VERSION: (line) => versionFor(line),
  };
  const PLACEHOLDER = new RegExp(`\\b(${Object.keys(placeholders).join('|')})\\b(?!-)`, 'g');
  const event = (): string => events.get() ?? '';
  const events = { body: undefined as string | undefined, get: () => events.body };

  return {
    suite,
    hooks,
    landscapeFor,
    machine(line, landscape = ids.landscape) {
      const machine = suite.machine();
      withEvent(machine);
      events.body = machine.read('body.json');
      const place = { org: ids.organization, landscape };
      const webhookSecrets = [{ name: 'old', secret: SIGNING_SECRET }];
      const profile = { ...place, plan: service.sandbox.plan, baseUrl: BASE_URL, webhookSecrets };
      machine.signInAs({ ci: profile, sandbox: profile, default: profile });
      mkdirSync(join(machine.cwd, 'models'));
      for (const [name, content] of Object.entries(files(suite)))
        if (isNamed(name, line)) machine.write(name, content);
      machine.write('request.txt', savedRequest(event()));
      writeFileSync(join(machine.cwd, 'logo.png'), PIXEL);
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

/** Folders are named as a whole, and some sources of comparisons are not named at all. */
const isNamed = (name: string, line = name): boolean => name.includes('/') || line.includes(name);

/** Files named by `@FILE` and by options that read files. */
const files = ({ ids }: CommandSuite): Record<string, string> => ({
  'password.txt': 'correct horse battery\n',
  'secret.txt': `${SIGNING_SECRET}\n`,
  'key.txt': `${ADMIN.id}:${ADMIN.secret}\n`,
  'connection.yaml': `name: From a file\noriginId: ${ids.origin}\ntargetId: ${ids.target}\ndirection: outgoing\n`,
  'object.yaml': `name: From a file\ntype: system\nparentId: ${ids.root}\n`,
  'changes.yaml': 'name: From a file\n',
  'decision.md': '## Context\n\nBookings need transactions.\n',
  'connections.ndjson': `${JSON.stringify({ name: 'In bulk', originId: ids.origin, targetId: ids.target, direction: null })}\n`,
  'comment.yaml': 'body: { content: From a file, type: question, status: open }\n',
  'content.yaml': `objects: { box: { id: box, modelId: ${ids.origin}, type: system, shape: box, x: 0, y: 0 } }\n`,
  'content-changes.yaml': `comments: { $add: { pin: { id: pin, commentId: ${ids.comment}, x: 0, y: 0 } } }\n`,
  'diagram-group.yaml': `name: From a file\nmodelId: ${ids.root}\n`,
  'diagram.yaml': `name: From a file\ntype: app-diagram\nmodelId: ${ids.origin}\nindex: 3\n`,
  'domain.yaml': 'name: From a file\n',
  'reply.yaml': 'content: From a file\n',
  'steps.yaml': `- { id: one, index: 0, description: Begins }\n`,
  'task.yaml': `task: { type: draft-diagram-delete, entityId: ${ids.diagram} }\n`,
  'tag.yaml': `name: From a file\ncolor: red\ngroupId: ${ids.tagGroup}\nindex: 4\n`,
  'model.yaml': MODEL_DOCUMENT,
  // Examples that change a landscape have one of their own.
  'models/model.yaml': EXAMPLE.replace(/^landscape: .*\n/m, ''),
  'rules.yaml': EXAMPLE_RULES,
  'compose.yaml': 'services: { web: { depends_on: [db] }, db: { image: postgres } }\n',
  'catalog-info.yaml':
    'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: { name: web }\nspec: { type: website }\n',
  'base.yaml': MODEL_DOCUMENT,
  'theirs.yaml': MODEL_DOCUMENT,
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

import type { ErrorKind } from '../../src/base/errors.js';
import { bodyOfBytes, type Send } from '../../src/client/send/wire.js';
import { ADMIN, BASE_URL } from '../support/sandbox.js';
import { OPS_CASES } from './ops-cases.js';
import { WEBHOOK_CASES } from './webhook-cases.js';

export { KEPT, withEvent } from './webhook-cases.js';
export { withSandbox } from './with-sandbox.js';

import type { Machine, RunOptions } from '../support/world.js';
import { ADR_CASES } from './adr-cases.js';
import { CATALOG_CASES } from './catalog-cases.js';
import { EXCHANGE_COMMAND_CASES } from './exchange-cases.js';
import { FAMILY_CASES } from './family-cases.js';
import { LANDSCAPE_CASES } from './landscape-cases.js';
import { MODEL_FILE_CASES } from './model-file-cases.js';
import { MODEL_LIVE_CASES } from './model-live-cases.js';
import { MODEL_SYNC_CASES } from './model-sync-cases.js';
import { PEOPLE_COMMANDS } from './people-cases.js';
import type { PeopleIds } from './people-ids.js';
import { VERSION_CASES } from './version-cases.js';
import type { VersionIds } from './version-ids.js';

/** Ids of the demo data for command lines. */
export interface Ids extends VersionIds, PeopleIds {
  organization: string;
  landscape: string;
  /** The landscape with the fewest diagrams. */
  smallest: string;
  diagram: string;
  /** The diagram with the fewest connections, because drawing takes time. */
  plain: string;
  flow: string;
  draft: string;
  snapshot: string;
  origin: string;
  target: string;
  root: string;
  connection: string;
  /** Unused elsewhere: for commands that delete. */
  spareObject: string;
  spareConnection: string;
  /** Technologies of the organization; the spare one is deleted. */
  technology: string;
  spareTechnology: string;
  /** Webhook subscriptions of the sandbox; the spare one is removed. */
  subscription: string;
  spareSubscription: string;
  user: string;
  key: string;
  log: string;
  /** A landscape that is only read elsewhere, with a version and a revert. */
  sideLandscape: string;
  sideVersion: string;
  spareVersion: string;
  revert: string;
  /** Unused elsewhere: for the command that deletes. */
  spareLandscape: string;
  template: string;
  /** An export of the landscape, and an import into it. */
  exportId: string;
  importId: string;
}

export interface CommandCase {
  /** Arguments that succeed. */
  good: (ids: Ids) => string[];
  options?: () => RunOptions;
  /** Prints one record per line, as they arrive. */
  streams?: true;
  /** Documented to print nothing. */
  silent?: true;
  /** Changes nothing and is repeatable: tested in every format. */
  reads?: true;
  /** Prepares the machine, for success and failure. */
  before?: (machine: Machine) => void;
  /** Creates single-use inputs of each success. */
  ready?: (machine: Machine) => Promise<unknown>;
  /** Arguments that fail, and the failure. */
  bad: (ids: Ids) => string[];
  kind: ErrorKind;
  badOptions?: RunOptions;
}

/** An npm registry in which this version of archctl is the newest. */
export const registryOf =
  (latest: string): Send =>
  async ({ url }) => ({
    status: 200,
    headers: {},
    body: bodyOfBytes(new TextEncoder().encode(JSON.stringify({ latest }))),
    url,
  });
const UNKNOWN_ID = 'NobodyHasThisId00000';
const withProfile = (machine: Machine): void => machine.signIn({}, 'spare');

/** A case for each command, by its words. */
export const COMMAND_CASES: Readonly<Record<string, CommandCase>> = {
  ...LANDSCAPE_CASES,
  ...ADR_CASES,
  ...EXCHANGE_COMMAND_CASES,
  ...PEOPLE_COMMANDS,
  ...CATALOG_CASES,
  api: {
    good: () => ['GET', 'organizations'],
    reads: true,
    bad: () => ['GET', UNKNOWN_ID],
    kind: 'not-found',
  },
  ...FAMILY_CASES,
  ...VERSION_CASES,
  undo: {
    good: () => ['--list'],
    bad: () => ['1'],
    kind: 'not-found',
  },
  // Its client disconnects at once.
  mcp: { good: () => [], options: () => ({ stdin: '\n' }), silent: true, bad: () => ['-'], kind: 'usage' },
  'auth login': {
    good: () => ['--key-stdin', '--base-url', BASE_URL, '-p', 'fresh'],
    options: () => ({ stdin: `${ADMIN.id}:${ADMIN.secret}\n` }),
    bad: () => ['--key-stdin', '--base-url', BASE_URL, '-p', 'fresh'],
    badOptions: { stdin: `${ADMIN.id}:wrong` },
    kind: 'auth',
  },
  'auth logout': { good: () => ['--yes'], silent: true, bad: () => [], kind: 'usage' },
  'auth status': { good: () => [], reads: true, bad: () => ['-p', 'revoked'], kind: 'auth' },
  'connection create': {
    good: ({ origin, target }) => [
      ...['--name', 'Sends orders', '--origin', origin, '--target', target, '--direction', 'none'],
      ...['--label', 'protocol=amqp', '--status', 'live'],
    ],
    bad: ({ origin }) => [
      '--name',
      'x',
      '--origin',
      origin,
      '--target',
      UNKNOWN_ID,
      '--direction',
      'outgoing',
    ],
    kind: 'refused',
  },
  'connection delete': {
    good: ({ spareConnection }) => [spareConnection, '--yes'],
    bad: ({ connection }) => [connection],
    kind: 'usage',
  },
  'connection get': {
    good: ({ connection }) => [connection],
    reads: true,
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'connection list': {
    good: () => ['--limit', '4', '--expand', 'technologies'],
    reads: true,
    bad: () => ['--direction', 'up'],
    kind: 'usage',
  },
  'connection update': {
    good: ({ connection }) => [connection, '--direction', 'none', '--label', 'protocol=amqp'],
    bad: ({ connection }) => [connection, '--name', 'x', '--commit', '999'],
    kind: 'refused',
  },
  'diagram export': {
    good: ({ plain }) => [plain, '--format', 'svg', '--out', 'out'],
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'diagram get': {
    good: ({ diagram }) => [diagram],
    reads: true,
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'diagram list': { good: () => [], reads: true, bad: () => ['--landscape', UNKNOWN_ID], kind: 'not-found' },
  doctor: { good: () => [], reads: true, bad: () => ['-p', 'revoked'], kind: 'check' },
  'draft add-task': {
    good: ({ draft, diagram }) => [draft, '--type', 'draft-diagram-delete', '--entity', diagram],
    bad: ({ draft }) => [draft, '--type', 'draft-diagram-delete', '--entity', UNKNOWN_ID],
    kind: 'refused',
  },
  'draft comment': {
    good: ({ draft, diagram }) => [draft, '--entity', `C${diagram.slice(1)}`, '--content', 'Who owns this?'],
    bad: ({ diagram }) => [UNKNOWN_ID, '--entity', diagram, '--content', 'Who?'],
    kind: 'not-found',
  },
  'draft diff': { good: ({ draft }) => [draft], reads: true, bad: () => [UNKNOWN_ID], kind: 'not-found' },
  'draft merge': {
    good: ({ draft }) => [draft, '--yes', '--dry-run'],
    bad: ({ draft }) => [draft],
    kind: 'usage',
  },
  'draft list': { good: () => [], reads: true, bad: () => ['--status', 'lost'], kind: 'usage' },
  'flow create': {
    good: ({ diagram }) => ['--name', 'Checkout', '--diagram', diagram, '--pinned', '--index', '4'],
    bad: () => ['--name', 'Checkout', '--diagram', UNKNOWN_ID],
    kind: 'refused',
  },
  'flow list': { good: () => [], reads: true, bad: () => ['--landscape', UNKNOWN_ID], kind: 'not-found' },
  'flow thumbnail': { good: ({ flow }) => [flow], reads: true, bad: () => [UNKNOWN_ID], kind: 'not-found' },
  'completion bash': { good: () => [], reads: true, bad: () => ['x'], kind: 'usage' },
  'completion fish': { good: () => [], reads: true, bad: () => ['x'], kind: 'usage' },
  'completion install': {
    good: () => ['--shell', 'fish'],
    bad: () => ['--shell', 'csh'],
    kind: 'usage',
  },
  'completion powershell': { good: () => [], reads: true, bad: () => ['x'], kind: 'usage' },
  'completion uninstall': {
    good: () => ['--shell', 'bash'],
    reads: true,
    bad: () => ['--shell', 'csh'],
    kind: 'usage',
  },
  'completion zsh': { good: () => [], reads: true, bad: () => ['x'], kind: 'usage' },
  'skill install': { good: () => [], bad: () => ['--for', 'nobody'], kind: 'usage' },
  'skill show': { good: () => [], reads: true, bad: () => ['none.md'], kind: 'usage' },
  'skill uninstall': { good: () => [], bad: () => ['--for', 'nobody'], kind: 'usage' },
  commands: { good: () => ['draft'], reads: true, bad: () => ['nonsense'], kind: 'usage' },
  help: { good: () => ['exit-codes'], reads: true, bad: () => ['nonsense'], kind: 'usage' },
  'keys create': {
    good: () => ['--name', 'CI', '--permission', 'read'],
    bad: () => ['--name', 'CI', '--permission', 'read', '-p', 'reader'],
    kind: 'auth',
  },
  'keys update': {
    good: ({ key }) => [key, '--name', 'CI 2'],
    bad: ({ key }) => [key],
    kind: 'usage',
  },
  'landscape duplicate': {
    good: ({ landscape }) => [landscape, '--name', 'Copy'],
    bad: () => [UNKNOWN_ID, '--name', 'Copy'],
    kind: 'not-found',
  },
  'landscape export-pdf': {
    good: ({ smallest }) => [smallest, '--out', 'all.pdf'],
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'landscape list': { good: () => [], reads: true, bad: () => ['--org', UNKNOWN_ID], kind: 'not-found' },
  'logs children': { good: ({ log }) => [log], reads: true, bad: () => [UNKNOWN_ID], kind: 'not-found' },
  'logs get': { good: ({ log }) => [log], reads: true, bad: () => [UNKNOWN_ID], kind: 'not-found' },
  'logs list': { good: () => ['--limit', '5'], reads: true, bad: () => ['--since', 'soon'], kind: 'usage' },
  'logs tail': {
    good: () => ['--no-follow', '--count', '1'],
    reads: true,
    bad: () => ['-n', '0', '--count', '1', '--timeout', '7'],
    kind: 'unavailable',
  },
  'logs tree': { good: ({ log }) => [log], reads: true, bad: () => [UNKNOWN_ID], kind: 'not-found' },
  'object create': {
    good: ({ root }) => ['--name', 'Harbour', '--type', 'system', '--parent', root, '--external'],
    bad: ({ origin }) => ['--name', 'Harbour', '--type', 'component', '--parent', origin],
    kind: 'refused',
  },
  'object delete': {
    good: ({ spareObject }) => [spareObject, '--yes'],
    bad: ({ origin }) => [origin],
    kind: 'usage',
  },
  'object get': { good: ({ origin }) => [origin], reads: true, bad: () => [UNKNOWN_ID], kind: 'not-found' },
  'object list': {
    good: () => ['--type', 'app,store', '--limit', '4'],
    reads: true,
    bad: () => ['--external', '--no-external'],
    kind: 'usage',
  },
  'object tree': { good: ({ origin }) => [origin], reads: true, bad: () => [UNKNOWN_ID], kind: 'not-found' },
  'object update': {
    good: ({ origin }) => [origin, '--caption', 'Known to all', '--tag', 'none'],
    bad: ({ origin }) => [origin],
    kind: 'usage',
  },
  'organization list': { good: () => [], reads: true, bad: () => ['-p', 'revoked'], kind: 'auth' },
  'profile list': { good: () => [], reads: true, bad: () => ['--limit', '1'], kind: 'usage' },
  'profile remove': {
    before: withProfile,
    good: () => ['spare', '--yes'],
    silent: true,
    bad: () => ['spare'],
    kind: 'usage',
  },
  'profile rename': {
    before: withProfile,
    good: () => ['spare', 'other'],
    silent: true,
    bad: () => ['spare', 'default'],
    kind: 'usage',
  },
  'profile set': {
    good: () => ['plan', 'growth'],
    silent: true,
    bad: () => ['plan', 'platinum'],
    kind: 'usage',
  },
  'profile show': { good: () => [], reads: true, bad: () => ['nobody'], kind: 'usage' },
  'profile unset': {
    good: () => ['plan'],
    silent: true,
    bad: () => ['colour'],
    kind: 'usage',
  },
  'profile use': {
    before: withProfile,
    good: () => ['spare'],
    silent: true,
    bad: () => ['nobody'],
    kind: 'usage',
  },
  quota: { good: () => [], reads: true, bad: () => ['everything'], kind: 'usage' },
  'sandbox exec': {
    good: () => ['--seed', 'empty', '--', process.execPath, '-e', '0'],
    silent: true,
    bad: () => [],
    kind: 'usage',
  },
  'sandbox reset': { good: () => ['--yes'], silent: true, bad: () => [], kind: 'usage' },
  'sandbox start': {
    good: () => ['--ephemeral', '--seed', 'empty'],
    options: () => {
      const stop = new AbortController();
      return {
        signal: stop.signal,
        onStdout: (text) => {
          if (text.includes('\n')) stop.abort();
        },
      };
    },
    bad: () => ['--port', '70000'],
    kind: 'usage',
  },
  'sandbox status': { good: () => [], reads: true, bad: () => ['--port', '70000'], kind: 'usage' },
  'sandbox stop': { good: () => [], silent: true, bad: () => ['not/a/name'], kind: 'usage' },
  ...OPS_CASES,
  'tag-group create': {
    good: () => ['--name', 'Regions', '--icon', 'globe', '--index', '3'],
    bad: () => ['--name', 'Regions', '--icon', 'unicorn', '--index', '3'],
    kind: 'usage',
  },
  'technology list': { good: () => [], reads: true, bad: () => ['--provider', 'acme'], kind: 'usage' },
  'template list': { good: () => [], reads: true, bad: () => ['-p', 'revoked'], kind: 'auth' },
  upgrade: {
    good: () => ['--check', '--registry', 'https://registry.test/'],
    options: () => ({ transport: registryOf('99.0.0') }),
    reads: true,
    bad: () => ['--check', '--registry', 'ftp://registry.test/'],
    kind: 'usage',
  },
  'user update': {
    good: ({ user, landscape }) => [
      user,
      '--permission',
      'read',
      '--landscape-permission',
      `${landscape}=true`,
    ],
    bad: () => [UNKNOWN_ID, '--permission', 'read'],
    kind: 'not-found',
  },
  'version diff': {
    good: ({ snapshot }) => [snapshot, snapshot],
    bad: () => [UNKNOWN_ID, 'latest'],
    kind: 'not-found',
  },
  'version list': { good: () => [], reads: true, bad: () => ['--landscape', UNKNOWN_ID], kind: 'not-found' },
  'version revert': {
    good: ({ snapshot }) => [snapshot, '--yes'],
    bad: () => [UNKNOWN_ID, '--yes'],
    kind: 'refused',
  },
  ...MODEL_FILE_CASES,
  ...MODEL_LIVE_CASES,
  ...MODEL_SYNC_CASES,
  ...WEBHOOK_CASES,
};

import { usageError } from '../../base/errors.js';
import { isLoopbackOnly } from '../../base/loopback.js';
import { SECRET_VARIABLES, type SecretVariable, withoutSecrets } from '../../base/secret-environment.js';
import { command } from '../../cli/command/command.js';
import { choice, choices, flag, number, text, texts } from '../../cli/command/options.js';
import { readFileText } from '../../cli/command/read-input.js';
import type { Context } from '../../cli/command/spec.js';
import { openTunnel, TUNNELS } from '../../webhooks/listen/tunnel.js';
import { RECORD_JSON, type WebhookRecord } from '../../webhooks/types.js';
import { webhookLine } from './shared/lines.js';
import {
  EVENT_FILTERS,
  eventDirectory,
  matcher,
  noSecret,
  PREFIX,
  SECRET_FILE,
  secretsOf,
  TOLERANCE,
} from './shared/options.js';
import { told } from './shared/told.js';

const options = {
  port: number('Port; 0 takes a free one', { integer: true, min: 0, max: 65_535, fallback: '4242' }),
  host: text('Address to listen on; wider than loopback with care', {
    value: 'ADDRESS',
    fallback: '127.0.0.1',
  }),
  path: text('Path deliveries come to', { value: 'PATH', fallback: '/' }),
  secretFile: SECRET_FILE,
  forwardTo: texts('Send events on to this address; URL#collection=…,operation=… filters', { value: 'URL' }),
  ...EVENT_FILTERS,
  match: text('Only events in which this expression finds something', { value: 'JMESPATH' }),
  exec: text('Run a program for each event, the body on its stdin', { value: 'COMMAND' }),
  execEnv: choices(SECRET_VARIABLES, 'Hand this secret of the environment to the program, too', {
    value: 'NAME',
  }),
  respond: text('Answer with this status, or with "forward" as the first target does', {
    value: 'STATUS|forward',
  }),
  tolerance: TOLERANCE,
  headerPrefix: PREFIX,
  count: number('End after so many events', { integer: true, min: 1 }),
  full: flag('Show events whole'),
  forwardDuplicates: flag('Send on and run for events seen before, too'),
  tlsCert: text('Certificate for https (PEM)', { value: 'FILE', completes: 'file' }),
  tlsKey: text('Its private key (PEM)', { value: 'FILE', completes: 'file' }),
  tunnel: choice(TUNNELS, 'Open a tunnel with this program, which must be installed'),
  noKeep: flag('Keep no events'),
  allowUnverified: flag('Accept events that fail verification, marked UNVERIFIED'),
  insecureForward: flag('Send on and run for unverified events, too'),
};

export default command({
  summary: 'Receive webhooks on this machine: verify, show, keep, forward',
  details:
    'Every delivery is verified on its raw bytes before anything else looks at it, and is on disk before it is acknowledged. --timeout ends it; with --count and fewer events by then, the exit code is 7. A program of --exec gets the environment without secrets of archctl, unless --exec-env names them, and ends with all that it started; Ctrl-C reaches it, too.',
  options,
  waits: true,
  examples: [
    {
      note: 'Pass events on to the server you work on',
      line: 'archctl webhook listen --forward-to http://localhost:3000/hooks',
    },
    {
      note: 'Only new connections',
      line: 'archctl webhook listen --collection model-connection --operation created',
    },
    {
      note: 'In a CI job: wait for one event',
      line: 'archctl webhook listen --count 1 --timeout 60 -o ndjson',
    },
  ],
  related: ['webhook secret set', 'webhook replay', 'sandbox webhook add'],
  async run(context, { options: given }) {
    const { terminal, world, parsed } = context;
    const secrets = secretsOf(context, given.secretFile);
    if (secrets.length === 0 && !given.allowUnverified) throw noSecret();
    const [{ openReceiver }, { parseTarget }, { openKeptWriter }] = await Promise.all([
      import('../../webhooks/listen/receiver.js'),
      import('../../webhooks/pass-on/forward.js'),
      import('../../webhooks/kept/writer.js'),
    ]);
    if (given.execEnv && given.exec === undefined)
      throw usageError('--exec-env says what --exec gets: give that as well.');
    const host = given.host ?? '127.0.0.1';
    if (!isLoopbackOnly(host)) {
      terminal.warn(`Listening on ${host}: everyone who reaches this machine reaches it.`);
    }
    const match = await matcher(given.match);
    const tls = tlsOf(context, given.tlsCert, given.tlsKey);
    const tunnel = given.tunnel;
    const receiver = await openReceiver({
      port: given.port ?? 4242,
      host,
      path: given.path ?? '/',
      secrets,
      filter: {
        ...(given.collection ? { collections: given.collection } : {}),
        ...(given.operation ? { operations: given.operation } : {}),
        ...(match ? { match } : {}),
      },
      forwardTo: (given.forwardTo ?? []).map(parseTarget),
      respond: respondOf(given.respond),
      signal: AbortSignal.any([world.signal, terminal.closing]),
      ...(given.tolerance === undefined ? {} : { toleranceSeconds: given.tolerance }),
      ...(given.headerPrefix ? { headerPrefix: given.headerPrefix } : {}),
      ...(given.allowUnverified ? { allowUnverified: true } : {}),
      ...(given.insecureForward ? { insecureForward: true } : {}),
      ...(given.forwardDuplicates ? { forwardDuplicates: true } : {}),
      ...(given.noKeep ? {} : { writer: openKeptWriter({ directory: eventDirectory(context) }) }),
      ...(given.exec === undefined ? {} : { exec: await execOf(context, given.exec, given.execEnv) }),
      ...(tls ? { tls } : {}),
      ...(tunnel
        ? {
            tunnel: (localUrl: string) =>
              openTunnel({ program: tunnel, localUrl, env: world.env, signal: world.signal }),
          }
        : {}),
      ...(given.count === undefined ? {} : { count: given.count }),
      ...(parsed.globals.timeout === undefined ? {} : { timeoutMs: parsed.globals.timeout * 1000 }),
    });
    return {
      kind: 'stream',
      batches: told(receiver, given.count),
      columns: COLUMNS,
      line: webhookLine(given.full ?? false),
      noun: null,
      json: (record: WebhookRecord) => (record.type === 'event' ? record[RECORD_JSON] : undefined),
    };
  },
});

const COLUMNS = [
  { key: 'at', kind: 'time' },
  { key: 'type' },
  { key: 'collection' },
  { key: 'operation' },
  { key: 'resourceId', kind: 'id' },
  { key: 'landscapeId', kind: 'id' },
  { key: 'status' },
  { key: 'url' },
  { key: 'reason' },
] as const;

function respondOf(given: string | undefined): number | 'forward' {
  if (given === undefined) return 200;
  if (given === 'forward') return 'forward';
  const status = Number(given);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw usageError(`Option --respond: "${given}" is neither a status from 200 to 599 nor "forward".`);
  }
  return status;
}

async function execOf({ world }: Context, text: string, handed: readonly SecretVariable[] | undefined) {
  const { splitCommand } = await import('../../base/split-command.js');
  return { argv: splitCommand(text), env: withoutSecrets(world.env, handed), cwd: world.cwd };
}

function tlsOf({ world }: Context, cert: string | undefined, key: string | undefined) {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw usageError('--tls-cert and --tls-key go together.');
  return { cert: readFileText(cert, world, '--tls-cert'), key: readFileText(key, world, '--tls-key') };
}

import { usageError } from '../../base/errors.js';
import { isLoopback, isLoopbackOnly } from '../../base/network/loopback.js';
import { command } from '../../cli/command/command.js';
import { readFileText } from '../../cli/command/input/read-input.js';
import { choice, flag, number, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { DEFAULT_SUBJECT } from '../../webhooks/broker/subject.js';
import { openTunnel, TUNNELS } from '../../webhooks/listen/tunnel.js';
import type { SandboxSubscription } from '../sandbox/webhook/shared/subscriptions.js';
import { HANDLING_OPTIONS, handlingOf, recordStreamResult } from './shared/handling.js';
import { eventDirectory, noSecret, PREFIX, SECRET_FILE, secretsOf, TOLERANCE } from './shared/options.js';
import { checkPublish, openPublish, PUBLISH_OPTIONS } from './shared/publish.js';

const options = {
  port: number('Port; 0 selects a free one', { integer: true, min: 0, max: 65_535, fallback: '4242' }),
  host: text('Address to listen on', {
    value: 'ADDRESS',
    fallback: '127.0.0.1',
  }),
  path: text('Path that accepts deliveries', { value: 'PATH', fallback: '/' }),
  secretFile: SECRET_FILE,
  ...HANDLING_OPTIONS,
  respond: text('Response status, or "forward" to copy the response of the first target', {
    value: 'STATUS|forward',
  }),
  tolerance: TOLERANCE,
  headerPrefix: PREFIX,
  forwardDuplicates: flag('Also forward and run programs for duplicate events'),
  tlsCert: text('TLS certificate (PEM)', { value: 'FILE', completes: 'file' }),
  tlsKey: text('TLS private key (PEM)', { value: 'FILE', completes: 'file' }),
  tunnel: choice(TUNNELS, 'Open a tunnel with this program, which must be installed'),
  noKeep: flag('Do not store events'),
  ...PUBLISH_OPTIONS,
  page: flag('Also serve a page of the events for your browser, and print its address'),
  pagePort: number('Port of the page', {
    ...{ integer: true, min: 0, max: 65_535, fallback: 'any free port' },
  }),
  allowUnverified: flag('Accept events that fail verification, marked UNVERIFIED'),
  insecureForward: flag('Also forward and run programs for unverified events'),
};

export default command({
  summary: 'Listen for webhooks: verify, show, store and forward them',
  details: `Verifies the signature of each delivery over its raw bytes, and stores the event on disk before it acknowledges it. The secret comes from --secret-file, ARCHCTL_WEBHOOK_SECRET or the profile.\n\n--collection, --operation and --match select the events to print, count, forward and run programs for. --timeout ends the command; if fewer than --count events arrived, the exit code is 7. If a target did not acknowledge an event with a 2xx status, or a program failed, the exit code is 5.\n\nPrograms started by --exec do not inherit archctl's secrets; pass one with --exec-env. archctl stops them together with their child processes, also on Ctrl-C.\n\n--publish sends verified events to a NATS server, where "archctl webhook attach" reads them. The default subject is ${DEFAULT_SUBJECT}.`,
  options,
  waits: true,
  examples: {
    'Forward events to your development server':
      'archctl webhook listen --forward-to http://localhost:3000/hooks',
    'Publish events to your team':
      'archctl webhook listen --publish nats://localhost/EVENTS --create-stream --max-age 30d',
    'In a CI job: wait for one event': 'archctl webhook listen --count 1 --timeout 60 -o ndjson',
  },
  related: [
    'webhook secret set',
    'webhook attach',
    'webhook inspect',
    'webhook replay',
    'sandbox webhook add',
  ],
  async run(context, { options: given }) {
    const { terminal, world } = context;
    const secrets = secretsOf(context, given.secretFile);
    if (secrets.length === 0 && !given.allowUnverified) throw noSecret();
    const [{ openReceiver }, { openEventWriter }] = await Promise.all([
      import('../../webhooks/listen/receiver.js'),
      import('../../webhooks/event-store/writer.js'),
    ]);
    checkPublish(given);
    if (given.pagePort !== undefined && !given.page) throw usageError('--page-port requires --page.');
    const host = given.host ?? '127.0.0.1';
    if (!isLoopbackOnly(host)) {
      terminal.warn(`Listening on ${host}: other machines can connect.`);
    }
    const handling = await handlingOf(context, given);
    const tls = tlsOf(context, given.tlsCert, given.tlsKey);
    const tunnel = given.tunnel;
    const respond = respondOf(given.respond);
    const writer = given.noKeep ? undefined : openEventWriter({ directory: eventDirectory(context) });
    const publisher =
      given.publish && writer ? await openPublish(context, given.publish, given, writer) : undefined;
    const page = given.page ? await openPage(context, given) : undefined;
    const savesOutcomes =
      writer !== undefined && (handling.forwardTo.length > 0 || handling.exec !== undefined);
    const observe =
      page?.observe ?? (savesOutcomes ? await outcomeObserver(context, given.secretFile) : undefined);
    const receiver = await openReceiver({
      port: given.port ?? 4242,
      host,
      path: given.path ?? '/',
      secrets,
      ...handling,
      respond,
      ...(given.tolerance === undefined ? {} : { toleranceSeconds: given.tolerance }),
      ...(given.headerPrefix ? { headerPrefix: given.headerPrefix } : {}),
      ...(given.allowUnverified ? { allowUnverified: true } : {}),
      ...(given.insecureForward ? { insecureForward: true } : {}),
      ...(given.forwardDuplicates ? { forwardDuplicates: true } : {}),
      ...(writer ? { writer } : {}),
      ...(publisher ? { publisher } : {}),
      ...(observe ? { observe } : {}),
      ...(tls ? { tls } : {}),
      ...(tunnel
        ? {
            tunnel: (localUrl: string) =>
              openTunnel({ program: tunnel, localUrl, env: world.env, signal: world.signal }),
          }
        : {}),
    }).catch(async (error: Error) => {
      await page?.close();
      await publisher?.close(0);
      throw error;
    });
    await warnOfDisabled(context, receiver.port);
    if (page) {
      terminal.note('Open this address in a browser to see the events:');
      terminal.commandLine(page.url);
    }
    const replay = writer && 'archctl webhook replay --failed';
    return recordStreamResult(receiver, given, { onEnd: page?.close, replay });
  },
});

/** Warns if the sandbox has stopped sending events to this port. Sandboxes that do not answer are skipped. */
async function warnOfDisabled(context: Context, port: number): Promise<void> {
  const [{ sandboxNames }, { portOf }, { askSandbox }] = await Promise.all([
    import('../sandbox/shared/state.js'),
    import('../sandbox/shared/selection.js'),
    import('../sandbox/shared/control.js'),
  ]);
  const names = sandboxNames(context);
  for (const name of names) {
    const request = { method: 'GET', path: 'webhooks' } as const;
    const { subscriptions } = await askSandbox<{ subscriptions: SandboxSubscription[] }>(context, request, {
      name,
    }).catch(() => ({ subscriptions: [] }));
    for (const { id, name: title, url, enabled, disabledReason } of subscriptions) {
      if (enabled || !isLoopback(new URL(url).hostname) || portOf(url) !== port) continue;
      const why = disabledReason === null ? '' : ` because ${disabledReason}`;
      context.terminal.warn(
        `The sandbox sends no events here: its subscription "${title}" is disabled${why}. Enable it:`,
      );
      context.terminal.commandLine(
        `archctl sandbox webhook enable ${id}${names.length > 1 ? ` --sandbox ${name}` : ''}`,
      );
    }
  }
}

/** Serves the page beside the receiver. Its code is loaded only here. */
async function openPage(context: Context, given: PageGiven) {
  const { pagePort: port, secretFile, headerPrefix } = given;
  const { openInspector } = await import('./shared/inspect/open-inspector.js');
  return openInspector(context, { port, portOption: '--page-port', secretFile, headerPrefix });
}

/** Saves the results of forwarding, so that `webhook inspect` shows them. */
async function outcomeObserver(context: Context, secretFile: string | undefined) {
  const { observeOutcomes } = await import('./shared/inspect/observe-outcomes.js');
  return observeOutcomes(context, secretFile);
}

interface PageGiven {
  pagePort?: number | undefined;
  secretFile?: string | undefined;
  headerPrefix?: string | undefined;
}

function respondOf(given: string | undefined): number | 'forward' {
  if (given === undefined) return 200;
  if (given === 'forward') return 'forward';
  const status = Number(given);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw usageError(`Option --respond: "${given}" is neither a status from 200 to 599 nor "forward".`);
  }
  return status;
}

function tlsOf({ world }: Context, cert: string | undefined, key: string | undefined) {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw usageError('--tls-cert and --tls-key must be used together.');
  return { cert: readFileText(cert, world, '--tls-cert'), key: readFileText(key, world, '--tls-key') };
}

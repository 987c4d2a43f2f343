import { VERSION } from '../../base/version.js';
import { type Client, createClient } from '../../client/client.js';
import type { Send, Transport } from '../../client/send/wire.js';
import { nodeTransport } from '../../client/transport/transport.js';
import { DATA_HEADER, DATA_ID } from '../../contract/headers.js';
import type { Operation } from '../../contract/operation.js';
import type { ClientNeeds, CommandSpec, Context } from '../command/spec.js';
import { withCommandHint } from './command-hint.js';
import { dryRunTransport } from './dry-run.js';

/** Client for the account of this call, with its limits and counters. */
export async function openClient(
  context: Context,
  spec: Pick<CommandSpec, 'waits'>,
  needs: ClientNeeds,
  requestCounts: { writes: number },
): Promise<Client> {
  const { world, terminal, parsed, usage, settings } = context;
  const { globals } = parsed;
  const { baseUrl, credentials } = needs.account ?? settings.account();
  const isDry = globals.dryRun && !needs.reads;
  const sendsReads = context.describesDryRun;
  // Saves optimizing undici's parser, the only WebAssembly beside many requests: a tenth of their CPU time.
  if (needs.longLived && !world.transport) (await import('node:v8')).setFlagsFromString('--liftoff-only');
  const openNetwork = (): Send & Partial<Transport> =>
    world.transport ?? nodeTransport({ proxyEnv: world.env, longLived: needs.longLived });
  const transport = isDry
    ? dryRunTransport(credentials ? [credentials.secret] : [], sendsReads ? openNetwork() : undefined)
    : openNetwork();
  const { random, sleep } = world;
  const report = needs.onWait ?? ((text: string) => terminal.note(text));
  let countedAccount = needs.account?.name;
  const isNewWait = oncePerWait(() => world.now().getTime());
  const client = createClient({
    baseUrl,
    credentials,
    transport,
    userAgent: `archctl/${VERSION}`,
    signal: world.signal,
    ...(needs.unpaced ? { paced: false } : {}),
    ...(globals.timeout !== undefined && !spec.waits ? { timeoutMs: globals.timeout * 1000 } : {}),
    ...(globals.retries === undefined ? {} : { retries: globals.retries }),
    ...(random ? { random } : {}),
    ...(sleep ? { clock: { now: () => world.now().getTime(), sleep } } : {}),
    hooks: {
      onResponse: ({ headers }) => {
        const dataId = headers[DATA_HEADER];
        if (dataId !== undefined && DATA_ID.test(dataId)) context.dataId = dataId;
        needs.onResponse?.(headers);
      },
      onError: withCommandHint,
      onSend: () => terminal.waiting(),
      onMeter: ({ meter }) => {
        // A dry run counts only what it sends.
        if (isDry && !(sendsReads && meter === 'read')) return;
        if (meter !== 'read') requestCounts.writes += 1;
        if (needs.account?.name === undefined) context.metersUsed.add(meter);
        countedAccount ??= settings.accountName();
        usage.record(countedAccount, meter, world.now());
      },
      onRetry: ({ status, delayMs }) => {
        const why = status === undefined ? 'No response' : `HTTP ${status}`;
        if (isNewWait(why, delayMs)) report(`${why}; retrying in ${seconds(delayMs)} s.`);
      },
      onPace: ({ delayMs }) => {
        if (isNewWait('pace', delayMs)) report(`Waiting ${seconds(delayMs)} s for the rate limit.`);
      },
      ...(globals.debug
        ? {
            onDebug: (line: string) => terminal.debug(line),
            onMismatch: (where: string, problems: readonly string[]) =>
              terminal.debug(
                `The response of ${where} differs from the documentation; kept unchanged: ${problems.join('; ')}`,
              ),
          }
        : {}),
    },
  });
  return isDry || needs.reads || needs.account ? client : recording(client, context);
}

/** The client that also records changes of a version's records, so that they can be undone. */
function recording(client: Client, context: Context): Client {
  const isRecorded = ({ method, path }: Operation): boolean =>
    (method === 'DELETE' || (context.recordsUpdates && method !== 'GET' && method !== 'HEAD')) &&
    path.includes('/versions/{versionId}/');
  const perform: Client['perform'] = async (operation, input) => {
    const send = () => client.perform(operation, input);
    return isRecorded(operation) ? (await context.recorder()).around(operation, input, send) : send();
  };
  return {
    ...client,
    perform,
    call: (operation, ...input) =>
      isRecorded(operation)
        ? (perform(operation, input[0] ?? {}) as ReturnType<typeof client.call<typeof operation>>)
        : client.call(operation, ...input),
  };
}

/** Whether to report a wait: of requests that wait together, only one does. */
export function oncePerWait(now: () => number): (why: string, delayMs: number) => boolean {
  const ends = new Map<string, number>();
  return (why, delayMs) => {
    if (now() < (ends.get(why) ?? 0)) return false;
    ends.set(why, now() + delayMs);
    return true;
  };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(ms < 9_950 ? 1 : 0);

import { usageError } from '../../base/errors.js';
import { isLoopback } from '../../base/loopback.js';
import { HEADER_PREFIX, signatureHeaders } from '../../contract/webhook.js';
import type { Keep } from '../kept/keep.js';
import { systemMachine } from '../machine.js';
import { type ExecuteOptions, executor } from '../pass-on/execute.js';
import { type ForwardTarget, forwarder } from '../pass-on/forward.js';
import { sender } from '../pass-on/send.js';
import { type Secret, usableSecrets } from '../signature.js';
import type { CloseReason, Counts, Machine, WebhookRecord } from '../types.js';
import { takeRequests } from './intake.js';
import { LIMITS, listenOn, makeServer, type ReceiverLimits, urlOf } from './listening.js';
import { outlet as makeOutlet } from './outlet.js';
import { type EventFilter, reception } from './reception.js';
import type { Tunnel } from './tunnel.js';

export interface ReceiverOptions {
  /** 0 picks a free one. */
  port: number;
  host: string;
  path: string;
  /** Without any, `allowUnverified` must be set. */
  secrets: readonly Secret[];
  toleranceSeconds?: number | undefined;
  headerPrefix?: string | undefined;
  /** Accepts what fails verification, marked as unverified. */
  allowUnverified?: boolean | undefined;
  /** Forwards and executes unverified events too. */
  insecureForward?: boolean | undefined;
  /** Status of the answer to an accepted event, or that of the first forward target; 200 unless told. */
  respond?: number | 'forward' | undefined;
  forwardTo?: readonly ForwardTarget[] | undefined;
  /** Forwards and executes duplicates too. */
  forwardDuplicates?: boolean | undefined;
  exec?: ExecuteOptions | undefined;
  /** Only these are shown, forwarded and executed; the others are acknowledged and kept. */
  filter?: EventFilter | undefined;
  /** Where events are kept; closed with the receiver. Absent with `--no-keep`. */
  keep?: Keep | undefined;
  tls?: { cert: string; key: string } | undefined;
  /** Opens a tunnel to the local address before `ready` is told. */
  tunnel?: ((localUrl: string) => Promise<Tunnel>) | undefined;
  /** Ends after so many events. */
  count?: number | undefined;
  /** Ends after so long. */
  timeoutMs?: number | undefined;
  /** Ends it. */
  signal?: AbortSignal | undefined;
  limits?: Partial<ReceiverLimits> | undefined;
  machine?: Machine | undefined;
}

export interface Receiver {
  url: string;
  port: number;
  /**
   * Records, those that are there at a time together: `ready` first, `closing` last. Read it once; stopping to read
   * closes the receiver.
   */
  batches: AsyncIterable<readonly WebhookRecord[]>;
  counts(): Counts;
  /** Stops accepting, finishes what is under way, ends `batches`. Safe to call twice. */
  close(): Promise<void>;
}

/** What connections, targets and programs get to finish when somebody wants to stop, and when it ends by itself. */
const STOP_GRACE_MS = 2_000;
const END_GRACE_MS = 35_000;
/** The longest a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Starts to receive. Errors: `usage` for a port in use
 * (names a free one), no secret, a blank one, unverified events that would be passed on, a target that is the receiver itself.
 */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  check(options);
  const { host, keep, machine = systemMachine, forwardTo = [], secrets, count, respond = 200 } = options;
  const path = options.path.startsWith('/') ? options.path : `/${options.path}`;
  const limits = { ...LIMITS, ...options.limits };
  const outlet = makeOutlet(machine, () => void close('stopped'));
  const { emit, counts } = outlet;
  const wire = sender(machine);
  const forward =
    forwardTo.length > 0 ? forwarder({ targets: forwardTo, sender: wire, machine, emit }) : undefined;
  const exec = options.exec && executor({ ...options.exec, machine, emit });
  const server = makeServer(limits, options.tls);
  let closing: Promise<void> | undefined;
  let tunnel: Tunnel | undefined;

  const receive = reception({
    rules: {
      path,
      secrets,
      headers: signatureHeaders(options.headerPrefix ?? HEADER_PREFIX),
      toleranceSeconds: options.toleranceSeconds,
      allowUnverified: options.allowUnverified,
    },
    respond,
    forwardDuplicates: options.forwardDuplicates ?? false,
    insecureForward: options.insecureForward ?? false,
    filter: options.filter ?? {},
    keep,
    forward,
    exec,
    outlet,
    machine,
    open: () => count === undefined || counts.events < count,
    shown: () => {
      if (counts.events === count) void close('count');
    },
  });
  takeRequests(server, {
    bodyBytes: limits.bodyBytes,
    schedule: machine.schedule,
    arrived: (request, response, body) => {
      if (closing) response.setHeader('Connection', 'close');
      receive(request, response, body);
    },
    refused: (refusal) => emit({ type: 'rejected', version: 1, at: outlet.now(), ...refusal }),
  });
  const turnedAway = () => counts.connectionsRefused++;
  server.on('drop', turnedAway);

  const stopServer = async (): Promise<void> => {
    const cancel = machine.schedule(() => server.closeAllConnections(), STOP_GRACE_MS);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeIdleConnections();
    });
    cancel();
  };

  const shutDown = async (reason: CloseReason, message?: string): Promise<void> => {
    cancelTimeout();
    options.signal?.removeEventListener('abort', stop);
    const grace = reason === 'stopped' ? STOP_GRACE_MS : END_GRACE_MS;
    await Promise.all([stopServer(), forward?.drain(grace), exec?.drain(grace)]);
    wire.close();
    await tunnel?.close();
    const fault = await keep?.close().catch((error: Error) => error.message);
    counts.pruned = keep?.pruned() ?? 0;
    const told = message ?? fault;
    outlet.end({
      type: 'closing',
      version: 1,
      at: outlet.now(),
      reason,
      ...(told !== undefined && { message: told }),
      counts: { ...counts },
    });
  };
  const close = (reason: CloseReason, message?: string): Promise<void> => {
    closing ??= shutDown(reason, message);
    return closing;
  };
  const stop = () => void close('stopped');
  let cancelTimeout = () => {};

  const port = await listenOn(server, host, options.port);
  // No more file handles, say: the connection is lost, and the next one may be taken again.
  server.on('error', turnedAway);
  const url = urlOf(options.tls ? 'https' : 'http', host, port, path);
  try {
    for (const target of forwardTo) refuseItself(target, host, port);
    tunnel = await options.tunnel?.(url);
  } catch (error) {
    await stopServer();
    throw error;
  }
  void tunnel?.ended.then((said) => close('tunnel-ended', said));
  emit({
    type: 'ready',
    version: 1,
    at: outlet.now(),
    url,
    host,
    port,
    path,
    ...(tunnel && { publicUrl: new URL(path, tunnel.publicUrl).href }),
    verifies: secrets.length > 0,
    forwardTo: forwardTo.map(({ label }) => label),
  });
  if (options.timeoutMs !== undefined)
    cancelTimeout = machine.schedule(() => void close('timeout'), Math.min(options.timeoutMs, LONGEST_MS));
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop, { once: true });

  return { url, port, batches: outlet.batches, counts: () => ({ ...counts }), close: () => close('stopped') };
}

function check(options: ReceiverOptions): void {
  const { allowUnverified, insecureForward, forwardTo = [], exec, respond } = options;
  const secrets = usableSecrets(options.secrets);
  if (secrets.length === 0 && !allowUnverified)
    throw usageError('There is no signing secret, so no event could be verified.', {
      hint: 'Give --secret-file FILE, or keep one with "archctl webhook secret set NAME". --allow-unverified goes without.',
    });
  if (allowUnverified && !insecureForward && (forwardTo.length > 0 || exec))
    throw usageError('Unverified events are not forwarded and not executed.', {
      hint: 'Give --insecure-forward beside --allow-unverified if anybody may trigger them.',
    });
  if (respond === 'forward' && forwardTo.length === 0)
    throw usageError('There is no target whose status could be the answer.', {
      hint: 'Give --forward-to URL.',
    });
}

/** What leads to this machine as well where it is asked for. */
const UNSPECIFIED = ['0.0.0.0', '[::]'];

function refuseItself({ url, label }: ForwardTarget, host: string, port: number): void {
  const isHere = isLoopback(url.hostname) || UNSPECIFIED.includes(url.hostname) || url.hostname === host;
  const targetPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (targetPort === port && isHere)
    throw usageError(`${label} is this listener itself: each event would come back for ever.`);
}

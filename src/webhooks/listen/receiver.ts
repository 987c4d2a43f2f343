import type { Server } from 'node:http';
import { listenOn, urlOf } from '../../base/network/listen.js';
import { HEADER_PREFIX, type SignatureHeaders, signatureHeaders } from '../../contract/webhook.js';
import { systemMachine } from '../machine.js';
import type { CloseReason, Counts, Machine, WebhookRecord } from '../types.js';
import { deliveryHandler } from './handle-delivery.js';
import { LIMITS, makeServer } from './open-server.js';
import { closeOnTimeoutOrAbort, graceOf, openOutputs, STOP_GRACE_MS } from './outputs.js';
import { readRequests } from './read-request.js';
import { checkOptions, type ReceiverOptions, rejectForwardToSelf } from './receiver-options.js';
import type { Tunnel } from './tunnel.js';

export interface Receiver {
  url: string;
  port: number;
  /**
   * Records, batched as available: `ready` first, `closing` last. Can be iterated once; leaving the loop closes the
   * receiver.
   */
  batches: AsyncIterable<readonly WebhookRecord[]>;
  counts(): Counts;
  /** Stops accepting, finishes requests in progress, and ends `batches`. Idempotent. */
  close(): Promise<void>;
}

type Close = (reason: CloseReason, message?: string) => Promise<void>;

/**
 * Starts a receiver.
 * @throws ArchctlError `usage` for a port in use (suggests a free one), a missing or blank secret, unverified events
 * that would be forwarded or executed, and a target that is the receiver itself.
 */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  checkOptions(options);
  let closing: Promise<void> | undefined;
  let cancelTimers = () => {};
  const close: Close = (reason, message) => {
    closing ??= shutDown(parts, reason, message, cancelTimers);
    return closing;
  };
  const parts = partsOf(options, () => void close('stopped'));
  handleRequests(parts, options, () => closing !== undefined, close);
  const address = await startListening(parts, options);
  void parts.tunnel?.ended.then((message) => close('tunnel-ended', message));
  emitReady(parts, options, address);
  // The receiver can reach its event limit while the tunnel is opening.
  if (closing) await parts.tunnel?.close();
  else cancelTimers = closeOnTimeoutOrAbort(parts.machine, options, close);
  if (options.signal?.aborted) void close('stopped');
  const { batches, counts } = parts.records;
  return { ...address, batches, counts: () => ({ ...counts }), close: () => close('stopped') };
}

/** Creates the parts of a receiver; `onLeave` is called when the consumer stops reading records early. */
function partsOf(options: ReceiverOptions, onLeave: () => void) {
  const { machine = systemMachine, writer, publisher } = options;
  const limits = { ...LIMITS, ...options.limits };
  const outputs = openOutputs(options, machine, onLeave);
  return {
    machine,
    limits,
    outputs,
    records: outputs.records,
    writer,
    publisher,
    path: options.path.startsWith('/') ? options.path : `/${options.path}`,
    server: makeServer(limits, options.tls),
    tunnel: undefined as Tunnel | undefined,
  };
}

type Parts = ReturnType<typeof partsOf>;

function handleRequests(
  { server, limits, machine, outputs, records, path, writer, publisher }: Parts,
  options: ReceiverOptions,
  isClosing: () => boolean,
  close: Close,
): void {
  const { count, respond = 200 } = options;
  const handle = deliveryHandler({
    rules: {
      path,
      secrets: options.secrets,
      headers: inLowerCase(signatureHeaders(options.headerPrefix ?? HEADER_PREFIX)),
      toleranceSeconds: options.toleranceSeconds,
      allowUnverified: options.allowUnverified,
    },
    respond,
    forwardDuplicates: options.forwardDuplicates ?? false,
    insecureForward: options.insecureForward ?? false,
    filter: options.filter ?? {},
    ...{ writer, publisher, records, machine },
    forward: outputs.forward,
    exec: outputs.exec,
    isOpen: () => count === undefined || records.counts.events < count,
    onShown: () => {
      if (records.counts.events === count) void close('count');
    },
  });
  readRequests(server, {
    bodyBytes: limits.bodyBytes,
    schedule: machine.schedule,
    onRequest: (request, response, body) => {
      if (isClosing()) response.setHeader('Connection', 'close');
      handle(request, response, body);
    },
    onRejected: (refusal) => records.emit({ type: 'rejected', version: 1, at: records.now(), ...refusal }),
  });
}

const inLowerCase = ({ signature, timestamp }: SignatureHeaders): SignatureHeaders => ({
  signature: signature.toLowerCase(),
  timestamp: timestamp.toLowerCase(),
});

interface Address {
  url: string;
  port: number;
}

/** Opens the port, and then the tunnel to it. */
async function startListening(parts: Parts, options: ReceiverOptions): Promise<Address> {
  const { server, records, machine, path } = parts;
  const { host, tls, forwardTo = [] } = options;
  const countRefused = () => records.counts.connectionsRefused++;
  server.on('drop', countRefused);
  const port = await listenOn(server, host, options.port);
  // For example, no file handles left: this connection is lost, but later ones may succeed.
  server.on('error', countRefused);
  const url = urlOf(tls ? 'https' : 'http', host, port, path);
  try {
    for (const target of forwardTo) rejectForwardToSelf(target, host, port);
    parts.tunnel = await options.tunnel?.(url);
  } catch (error) {
    await stopServer(server, machine);
    throw error;
  }
  return { url, port };
}

function emitReady({ records, path, tunnel }: Parts, options: ReceiverOptions, { url, port }: Address): void {
  records.emit({
    type: 'ready',
    version: 1,
    at: records.now(),
    url,
    host: options.host,
    port,
    path,
    ...(tunnel && { publicUrl: new URL(path, tunnel.publicUrl).href }),
    verifies: options.secrets.length > 0,
    forwardTo: (options.forwardTo ?? []).map(({ label }) => label),
  });
}

/** Stops accepting, finishes requests in progress, and emits the last record. */
async function shutDown(
  parts: Parts,
  reason: CloseReason,
  message: string | undefined,
  cancelTimers: () => void,
): Promise<void> {
  const { server, machine, records, outputs, writer, publisher } = parts;
  cancelTimers();
  const grace = graceOf(reason);
  await Promise.all([stopServer(server, machine), outputs.drain(grace)]);
  await parts.tunnel?.close();
  await publisher?.close(grace);
  const fault = await writer?.close().then(
    () => undefined,
    (error: Error) => error.message,
  );
  records.counts.pruned = writer?.pruned() ?? 0;
  outputs.end(reason, message ?? fault);
}

async function stopServer(server: Server, machine: Machine): Promise<void> {
  const cancel = machine.schedule(() => server.closeAllConnections(), STOP_GRACE_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  cancel();
}

import { usageError } from '../../base/errors.js';
import { isLoopback } from '../../base/network/loopback.js';
import type { EventWriter } from '../event-store/writer.js';
import type { ExecuteOptions } from '../forward/execute.js';
import type { ForwardTarget } from '../forward/forward.js';
import { type Secret, usableSecrets } from '../signature.js';
import type { Machine } from '../types.js';
import type { EventPublisher } from './handle-delivery.js';
import type { ReceiverLimits } from './open-server.js';
import type { Observe } from './record-stream.js';
import type { EventFilter } from './show-event.js';
import type { Tunnel } from './tunnel.js';

export interface ReceiverOptions {
  /** 0 selects a free port. */
  port: number;
  host: string;
  path: string;
  /** If empty, `allowUnverified` must be set. */
  secrets: readonly Secret[];
  toleranceSeconds?: number | undefined;
  headerPrefix?: string | undefined;
  /** Accepts deliveries that fail verification and marks them as unverified. */
  allowUnverified?: boolean | undefined;
  /** Also forwards and executes unverified events. */
  insecureForward?: boolean | undefined;
  /** Status of the response to an accepted event, or `forward` for that of the first target. Default: 200. */
  respond?: number | 'forward' | undefined;
  forwardTo?: readonly ForwardTarget[] | undefined;
  /** Also forwards and executes duplicates. */
  forwardDuplicates?: boolean | undefined;
  exec?: ExecuteOptions | undefined;
  /** Events to print, forward and execute; the others are acknowledged and stored only. */
  filter?: EventFilter | undefined;
  /** Event store; closed together with the receiver. Absent with `--no-keep`. */
  writer?: EventWriter | undefined;
  /** Publishes stored events; closed together with the receiver. Needs `writer`. */
  publisher?: EventPublisher | undefined;
  tls?: { cert: string; key: string } | undefined;
  /** Opens a tunnel to the local address before the `ready` record. */
  tunnel?: ((localUrl: string) => Promise<Tunnel>) | undefined;
  /** Stops after this many events. */
  count?: number | undefined;
  /** Stops after this time. */
  timeoutMs?: number | undefined;
  /** Stops the receiver. */
  signal?: AbortSignal | undefined;
  /** Called with every record; must be fast and must not throw. */
  observe?: Observe | undefined;
  limits?: Partial<ReceiverLimits> | undefined;
  machine?: Machine | undefined;
}

/**
 * @throws ArchctlError `usage` for a missing or blank secret, and for unverified events that would be forwarded or
 * executed.
 */
export function checkOptions(options: ReceiverOptions): void {
  const { allowUnverified, insecureForward, forwardTo = [], exec, respond } = options;
  const secrets = usableSecrets(options.secrets);
  if (secrets.length === 0 && !allowUnverified)
    throw usageError('No signing secret is configured, so events cannot be verified.', {
      hint: 'Use --secret-file FILE, or save one with "archctl webhook secret set NAME". Use --allow-unverified to accept events without one.',
    });
  if (allowUnverified && !insecureForward && (forwardTo.length > 0 || exec))
    throw usageError('Unverified events are not forwarded or executed.', {
      hint: 'Add --insecure-forward to --allow-unverified if anyone may trigger them.',
    });
  if (respond === 'forward' && forwardTo.length === 0)
    throw usageError('No forward target is configured that could provide the response status.', {
      hint: 'Add --forward-to URL.',
    });
}

/** Hosts that also resolve to this machine in a request. */
const UNSPECIFIED = ['0.0.0.0', '[::]'];

/** @throws ArchctlError `usage` for a target that is the receiver itself. */
export function rejectForwardToSelf({ url, label }: ForwardTarget, host: string, port: number): void {
  const isHere = isLoopback(url.hostname) || UNSPECIFIED.includes(url.hostname) || url.hostname === host;
  const targetPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (targetPort === port && isHere)
    throw usageError(`${label} is this listener itself: every event would loop forever.`);
}

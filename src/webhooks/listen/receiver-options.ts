import { usageError } from '../../base/errors.js';
import { isLoopback } from '../../base/loopback.js';
import type { KeptWriter } from '../kept/writer.js';
import type { ExecuteOptions } from '../pass-on/execute.js';
import type { ForwardTarget } from '../pass-on/forward.js';
import { type Secret, usableSecrets } from '../signature.js';
import type { Machine } from '../types.js';
import type { EventFilter } from './event-filter.js';
import type { ReceiverLimits } from './open-server.js';
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
  writer?: KeptWriter | undefined;
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

/** Errors: `usage` for no secret, a blank one, and unverified events that would be passed on. */
export function checkOptions(options: ReceiverOptions): void {
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

/** Errors: `usage` for a target that is the receiver itself. */
export function refuseItself({ url, label }: ForwardTarget, host: string, port: number): void {
  const isHere = isLoopback(url.hostname) || UNSPECIFIED.includes(url.hostname) || url.hostname === host;
  const targetPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (targetPort === port && isHere)
    throw usageError(`${label} is this listener itself: each event would come back for ever.`);
}

import type { StreamConfig, StreamInfo } from '@nats-io/jetstream';
import { ArchctlError } from '../../base/errors.js';
import type { Broker } from './connect.js';
import { brokerError } from './errors.js';
import { wildcardOf } from './subject.js';

export interface StreamLimits {
  maxAgeMs?: number | undefined;
  maxBytes?: number | undefined;
  replicas?: number | undefined;
}

/** Time in which the server recognizes a repeated message: twice the tolerance of signatures. */
const DUPLICATE_WINDOW_MS = 600_000;
const NANOSECONDS = 1_000_000;

/**
 * Checks that the stream exists and accepts the subjects of a pattern; with `limits`, creates a missing stream.
 * @throws ArchctlError `not-found`; `refused` if the subjects do not match.
 */
export async function openStream(
  { jsm, address }: Pick<Broker, 'jsm' | 'address'>,
  pattern: string,
  limits?: StreamLimits,
): Promise<StreamInfo> {
  const subject = wildcardOf(pattern);
  const info = await jsm.streams.info(address.stream).catch((error: Error) => {
    if (limits === undefined || error.name !== 'StreamNotFoundError') throw brokerError(error, address);
    return jsm.streams.add(configOf(address.stream, subject, limits)).catch((fault: Error) => {
      throw brokerError(fault, address);
    });
  });
  const { subjects = [] } = info.config;
  if (!subjects.some((it) => covers(it, subject)))
    throw new ArchctlError(
      'refused',
      `${address.label}: the stream does not accept ${subject}, only ${subjects.join(', ') || 'no subjects'}.`,
      {
        hint: 'Use --subject PATTERN with a subject of the stream, or change the stream with "nats stream edit".',
      },
    );
  return info;
}

function configOf(
  name: string,
  subject: string,
  { maxAgeMs = 0, maxBytes = -1, replicas = 1 }: StreamLimits,
): Partial<StreamConfig> & { name: string } {
  const window = maxAgeMs > 0 ? Math.min(maxAgeMs, DUPLICATE_WINDOW_MS) : DUPLICATE_WINDOW_MS;
  return {
    name,
    subjects: [subject],
    max_age: maxAgeMs * NANOSECONDS,
    max_bytes: maxBytes,
    num_replicas: replicas,
    duplicate_window: window * NANOSECONDS,
  };
}

/** Whether every subject of pattern `inner` also matches pattern `outer`. `*` matches a token, `>` all that follow. */
export function covers(outer: string, inner: string): boolean {
  const [out, ins] = [outer.split('.'), inner.split('.')];
  for (const [at, token] of out.entries()) {
    if (token === '>') return ins.length > at;
    if (ins[at] === undefined || ins[at] === '>') return false;
    if (token !== '*' && token !== ins[at]) return false;
  }
  return ins.length === out.length;
}

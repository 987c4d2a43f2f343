import type { UnknownField } from '../contract/webhook.js';
import type { WebhookEvent } from '../contract/webhook-event.js';
import type { FailureReason } from './signature.js';

/** Runs `work` after `ms`; the returned function cancels it. */
export type Schedule = (work: () => void, ms: number) => () => void;

/** Header lines as received: original case, repeated ones listed separately. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Clock, random numbers and timers; replaced in tests. */
export interface Machine {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns a number from 0 to 1, excluding 1. */
  random(): number;
  schedule: Schedule;
}

/** Reason why a request is rejected, with the status of the response. */
export type RejectReason =
  /** 401 */
  | FailureReason
  /** 413 */
  | 'too-large'
  /** 405 */
  | 'method'
  /** 404 */
  | 'path'
  /** 415 */
  | 'content-type'
  /** 400 */
  | 'not-json'
  | 'not-an-event'
  | 'malformed-request'
  /** 431 */
  | 'headers-too-large'
  /** 408: the client was too slow. */
  | 'too-slow'
  /** The client closed the connection before the request was complete. */
  | 'aborted'
  /** 503: the event could not be written to disk and was not acknowledged. */
  | 'not-kept'
  /** 403: sent by a browser page while unverified events are allowed. */
  | 'browser'
  /** A target or program failed repeatedly for an event of a broker. */
  | 'not-handled';

interface RecordBase {
  version: 1;
  /** RFC 3339. */
  at: string;
}

export interface ReadyRecord extends RecordBase {
  type: 'ready';
  /** Local address with the actual port. */
  url: string;
  host: string;
  port: number;
  path: string;
  /** Public address of the tunnel. */
  publicUrl?: string;
  /** Without a secret, every event is unverified. */
  verifies: boolean;
  forwardTo: string[];
}

/** Metadata of an event, without its body. */
export interface EventFacts {
  id: string;
  /** RFC 3339. */
  receivedAt: string;
  verified: boolean;
  /** Name of the secret that signed it. */
  secretName: string | null;
  /** Reason why it is unverified, if unverified events are allowed and a signature was checked. */
  unverifiedReason?: FailureReason | undefined;
  /** Same subscription, timestamp and signature as an earlier delivery. */
  duplicate: boolean;
  /** Fields whose value is not documented in docs/service.md. */
  unknown: UnknownField[];
  collection: string;
  operation: string;
  resourceId: string;
  organizationId: string;
  subscriptionId: string;
  landscapeId: string | null;
  /** Signed timestamp, in seconds. */
  timestamp: number | null;
  /** Size of the body in bytes. */
  size: number;
}

/** Property for the serialized record. */
export const RECORD_JSON: unique symbol = Symbol('json');

/** Property for the complete address of a target. */
export const TARGET_URL: unique symbol = Symbol('target url');

export interface EventRecord extends RecordBase, EventFacts {
  type: 'event';
  /** False with `--no-keep`. */
  kept: boolean;
  event: WebhookEvent;
  /** The record as JSON with the event as received; set if the body was the JSON of exactly this event. */
  [RECORD_JSON]?: string | undefined;
}

export interface RejectedRecord extends RecordBase {
  type: 'rejected';
  reason: RejectReason;
  /** One sentence for users; text from the request is not escaped. */
  message: string;
  /** Status of the response; null if none could be sent. */
  status: number | null;
  remoteAddress: string | null;
  size: number;
}

export interface ForwardedRecord extends RecordBase {
  type: 'forwarded';
  id: string;
  /** Address without its query. */
  target: string;
  /** Null if there was no response. */
  status: number | null;
  ms: number;
  error?: string;
  /** Complete address; not printed, because a query can contain a credential. */
  [TARGET_URL]?: string;
}

export interface ExecutedRecord extends RecordBase {
  type: 'executed';
  id: string;
  command: string;
  /** Null if it did not start or was ended by a signal. */
  exitCode: number | null;
  ms: number;
  /** Last output on stdout and stderr. */
  output: string;
  error?: string;
  /** Ended because the listener stops. */
  cut?: true;
}

export interface DroppedRecord extends RecordBase {
  type: 'dropped';
  /**
   * A forward target, `exec`, or `output` for records that were not read in time (the events themselves are stored).
   */
  target: string;
  /** Number since the last record of this kind. */
  count: number;
  /** Total number. */
  total: number;
  reason: 'queue-full' | 'closing';
}

export interface Counts {
  events: number;
  /** Acknowledged and stored but not printed: rejected by the filter, or received after `count`. */
  unshown: number;
  duplicates: number;
  unverified: number;
  rejected: number;
  /** Number of events that targets acknowledged with a 2xx status. */
  forwarded: number;
  /** Without failures that a later delivery of the same event replaced. */
  forwardFailed: number;
  /** Number of programs that exited with 0. */
  executed: number;
  executeFailed: number;
  /** Number of failed programs that were ended because the listener stops. */
  executeCut: number;
  /** Number of times that a target or program did not handle an event: failed, or dropped before it was tried. */
  undelivered: number;
  /** Number of events that a full queue or the end dropped, and of records that were not read in time. */
  dropped: number;
  /** Number of stored events pruned during this run. */
  pruned: number;
  /** Number of connections refused because too many were open. */
  connectionsRefused: number;
}

export type CloseReason = 'stopped' | 'count' | 'timeout' | 'tunnel-ended' | 'broker-lost';

export interface ClosingRecord extends RecordBase {
  type: 'closing';
  reason: CloseReason;
  message?: string;
  counts: Counts;
}

/** Records of a listener; one JSON line each in machine formats. */
export type WebhookRecord =
  | ReadyRecord
  | EventRecord
  | RejectedRecord
  | ForwardedRecord
  | ExecutedRecord
  | DroppedRecord
  | ClosingRecord;

/** A stored event: its metadata and the request exactly as received. */
export interface StoredEvent extends EventFacts {
  method: string;
  /** Path and query as requested. */
  path: string;
  headers: HeaderList;
  body: Uint8Array;
}

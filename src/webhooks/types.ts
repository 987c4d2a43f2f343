import type { UnknownField, WebhookEvent } from '../contract/webhook.js';
import type { FailureReason } from './signature.js';

/** Runs `work` after `ms`; the answer calls it off. */
export type Schedule = (work: () => void, ms: number) => () => void;

/** Header lines as they came: names in their own case, repeated ones each by itself. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Time, randomness and timers of the room; tests hand in their own. */
export interface Machine {
  /** Milliseconds since the epoch. */
  now(): number;
  /** 0 up to and without 1. */
  random(): number;
  schedule: Schedule;
}

export type RejectReason =
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
  /** The client went away in the middle. */
  | 'aborted'
  /** 503: it could not be written to disk, so it was not acknowledged. */
  | 'not-kept'
  /** 403: a browser page sent it, while unverified events are allowed. */
  | 'browser';

interface RecordBase {
  version: 1;
  /** RFC 3339. */
  at: string;
}

export interface ReadyRecord extends RecordBase {
  type: 'ready';
  /** Local address with the real port. */
  url: string;
  host: string;
  port: number;
  path: string;
  /** What the tunnel made of it. */
  publicUrl?: string;
  /** Without a secret every event is unverified. */
  verifies: boolean;
  forwardTo: string[];
}

/** What is known of an event beside its bytes. */
export interface EventFacts {
  id: string;
  /** RFC 3339. */
  receivedAt: string;
  verified: boolean;
  /** Which secret it was signed with. */
  secretName: string | null;
  /** Why it is unverified, where unverified events are allowed and a signature was looked at. */
  unverifiedReason?: FailureReason | undefined;
  /** Same subscription, timestamp and signature as one before. */
  duplicate: boolean;
  /** Fields with a value that docs/service.md does not list. */
  unknown: UnknownField[];
  collection: string;
  operation: string;
  resourceId: string;
  organizationId: string;
  subscriptionId: string;
  landscapeId: string | null;
  /** The signed timestamp, in seconds. */
  timestamp: number | null;
  /** Bytes of the body. */
  size: number;
}

/** Key of the JSON of a record. */
export const RECORD_JSON: unique symbol = Symbol('json');

export interface EventRecord extends RecordBase, EventFacts {
  type: 'event';
  /** False with `--no-keep`. */
  kept: boolean;
  event: WebhookEvent;
  /** The record as JSON, its event as it came; where the body was JSON of exactly this event. */
  [RECORD_JSON]?: string | undefined;
}

export interface RejectedRecord extends RecordBase {
  type: 'rejected';
  reason: RejectReason;
  /** One sentence for people; remote text in it is not yet neutralised. */
  message: string;
  /** What was answered; null where nothing could be. */
  status: number | null;
  remoteAddress: string | null;
  size: number;
}

export interface ForwardedRecord extends RecordBase {
  type: 'forwarded';
  id: string;
  /** Address without its query. */
  target: string;
  /** Null where no answer came. */
  status: number | null;
  ms: number;
  error?: string;
}

export interface ExecutedRecord extends RecordBase {
  type: 'executed';
  id: string;
  command: string;
  /** Null where it did not start or was ended by a signal. */
  exitCode: number | null;
  ms: number;
  /** The last of what it printed on stdout and stderr. */
  output: string;
  error?: string;
  /** It was ended because the listener ends. */
  cut?: true;
}

export interface DroppedRecord extends RecordBase {
  type: 'dropped';
  /** A forward target, `exec`, or `output`: records nobody took in time (the events themselves are kept). */
  target: string;
  /** How many since the last record of this kind. */
  count: number;
  /** How many in all. */
  total: number;
  reason: 'queue-full' | 'closing';
}

export interface Counts {
  events: number;
  /** Acknowledged and kept but not shown: no filter let them through, or they came after `count`. */
  unshown: number;
  duplicates: number;
  unverified: number;
  rejected: number;
  forwarded: number;
  forwardFailed: number;
  executed: number;
  executeFailed: number;
  /** Programs of those that failed that were ended because the listener ends. */
  executeCut: number;
  dropped: number;
  /** Kept events that were pruned while this ran. */
  pruned: number;
  /** Connections turned away because too many were open. */
  connectionsRefused: number;
}

export type CloseReason = 'stopped' | 'count' | 'timeout' | 'tunnel-ended';

export interface ClosingRecord extends RecordBase {
  type: 'closing';
  reason: CloseReason;
  message?: string;
  counts: Counts;
}

/** What a listener tells, one JSON line each in machine formats. */
export type WebhookRecord =
  | ReadyRecord
  | EventRecord
  | RejectedRecord
  | ForwardedRecord
  | ExecutedRecord
  | DroppedRecord
  | ClosingRecord;

/** An event as it was kept: what is known of it, and exactly what came. */
export interface KeptEvent extends EventFacts {
  method: string;
  /** Path and query as requested. */
  path: string;
  headers: HeaderList;
  body: Uint8Array;
}

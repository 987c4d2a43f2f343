import type { Plan } from '../contract/limits.js';
import type { Operation } from '../contract/operation.js';
import type { ExportJobs } from './exports/jobs.js';
import type { Permission } from './http/access.js';
import type { Faults } from './http/faults.js';
import type { RecordWriter } from './records/writer.js';
import type { SeedKind } from './seed/build/types.js';
import type { Store } from './store/store.js';
import type { Deliveries } from './webhooks/delivery.js';

/** What the store calls a kind of record: the seed's kinds and what only the sandbox makes. */
export type Kind =
  | Exclude<SeedKind, 'apiKey' | 'actionLog' | 'organizationLog'>
  | 'versionRevert'
  | 'commentReply';

/** A record as the service answers it. */
export type Doc = Record<string, unknown> & { id: string };

/** An API key as the store keeps it; the secret only as its digest. */
export interface StoredKey {
  id: string;
  organizationId: string;
  permission: Permission;
  /** User who created it: the one that endpoint 12 answers. */
  userId: string;
  name: string;
}

/** Runs something later; answers how to call it off. */
export type Schedule = (task: () => void, milliseconds: number) => () => void;

/** Everything that outlives a request. */
export interface Services {
  store: Store;
  /** The sandbox's time: the injected clock, unless the control API has set another. */
  now(): Date;
  newId(): string;
  plan: Plan;
  seed: 'demo' | 'empty';
  limits: 'off' | 'real';
  faults: Faults;
  jobs: ExportJobs;
  deliveries: Deliveries;
  schedule: Schedule;
}

/** One authenticated, permitted, validated request. */
export interface Call {
  services: Services;
  operation: Operation;
  parameters: Readonly<Record<string, string>>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  key: StoredKey;
  /** Moment of the request, ISO 8601. */
  now: string;
  /** Scheme, host and port the caller reached us at; addresses of files start with it. */
  origin: string;
  /** The landscape in the path, found and permitted. */
  landscape?: Doc;
  /** The version in the path, found. */
  version?: Doc;
  /** Where the call is a part of another (a task of a merge): what that one writes with. */
  writer?: RecordWriter;
}

/** Answers a call with the response body. Runs inside one transaction where the call writes. */
export type Handler = (call: Call) => unknown;
export type Handlers = Readonly<Record<string, Handler>>;

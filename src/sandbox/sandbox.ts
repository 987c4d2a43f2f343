import type { Plan } from '../contract/limits.js';
import { type AdminKey, adminKeyOf, putAdminKey } from './admin-key.js';
import { exportJobs } from './exports/jobs.js';
import { type Faults, NO_FAULTS } from './faults.js';
import { createApp } from './http/app.js';
import type { Control } from './http/control.js';
import { faultPlayer } from './http/faults.js';
import { refuseForeignOrigin } from './http/guard.js';
import type { PageProvider } from './http/page-routes.js';
import type { RequestHandler } from './http/response.js';
import { webFetch } from './http/web.js';
import { randomId, randomSecret } from './ids.js';
import { importJobs } from './imports/jobs.js';
import { proofOf } from './instance.js';
import { lifetime } from './lifetime.js';
import type { Peer } from './message.js';
import { HANDLERS } from './resources/index.js';
import { type Schedule, timers } from './schedule.js';
import type { Seed } from './seed/generated/spec.js';
import { seedStore } from './seed/load.js';
import type { Services } from './services.js';
import { snapshots } from './snapshots.js';
import { meterFlusher } from './store/meter-flusher.js';
import { type OpenStore, unusable } from './store/open.js';
import { isStoreFault, storageFaultReporter } from './store/storage-faults.js';
import { openStore, type Store } from './store/store.js';
import { NO_SWITCHES, type Switches } from './switches.js';
import { deliveryLoop } from './webhooks/delivery.js';
import { postOverHttp, type SendWebhook } from './webhooks/send.js';

export interface SandboxOptions {
  /** Data directory; without it, data is kept in memory. */
  dataDir?: string;
  /** Initial data of an empty store: `demo`, `empty` or `generated:…` (default: `demo`). Existing data is kept. */
  seed?: Seed;
  /** Default: the stored plan, or `scale`. */
  plan?: Plan;
  clock?: () => Date;
  newId?: () => string;
  /** Whether the rate limit per minute applies (default: `off`). */
  limits?: 'off' | 'real';
  faults?: Partial<Faults>;
  /** Whether unknown query parameters and filters are rejected (default: ignored). */
  strict?: boolean;
  /** Whether the names of model objects must be unique within their parent (default: no). */
  uniqueNames?: boolean;
  /** Whether one rejected entry rolls back the whole import (default: `each`, entries are independent). */
  imports?: 'each' | 'all-or-nothing';
  /** Directory of the renderer's fonts; exports fail without it. */
  fontDir?: string;
  /** Admin key to use (default: a generated key, kept in the data directory). */
  adminKey?: { id: string; secret: string };
  /** Secret that proves the identity of the sandbox, 64 hex digits (default: random). */
  instance?: string;
  /** Minimum duration of exports and imports in milliseconds (default: 400). */
  exportDelayMs?: number;
  /** Runs delayed tasks (default: system timers). */
  schedule?: Schedule;
  /** Whether jobs of an earlier process wait for `resumeJobs` (default: they start immediately). */
  jobsWait?: boolean;
  /** Sends webhook deliveries (default: over the network). */
  sendWebhook?: SendWebhook;
  /** Creates the pages for browsers (default: none), with `fetch` and the admin key of the sandbox. */
  page?: (sandbox: () => Pick<Sandbox, 'fetch' | 'adminKey'>) => PageProvider;
  /**
   * Called once when the data directory starts to fail, e.g. because the disk is full, and once when it has recovered.
   */
  warn?: (message: string) => void;
  /** Opens the database (default: SQLite). */
  openDatabase?: OpenStore;
}

/** A running sandbox without a port. */
export interface Sandbox {
  /**
   * Handles a request. Rejects like a network error if a simulated fault drops the connection, and after `close`.
   * @param peer Sender of the request, if it came over a network.
   */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  adminKey: { id: string; secret: string };
  /** Secret that proves the identity of the sandbox to the process that started it. */
  instance: string;
  /** Resumes exports, imports and deliveries of an earlier process; see `jobsWait`. */
  resumeJobs(): void;
  organizationId: string;
  /** The main demo landscape; '' in an empty sandbox. */
  landscapeId: string;
  plan: Plan;
  /**
   * Finishes requests in progress, and rejects later ones and those that wait for a body or a simulated latency. Then
   * writes pending data and closes the store. Exports and deliveries resume at the next start. Idempotent.
   */
  close(): Promise<void>;
}

/**
 * Creates a sandbox: the operations of the service with a store.
 * @throws ArchctlError `usage` if the data directory cannot be used.
 */
export const createSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> =>
  (await openSandbox(options)).sandbox;

/** A sandbox with its request handler, for other transports. */
export interface OpenSandbox {
  sandbox: Sandbox;
  handle: RequestHandler;
  /** Number of exports that are queued or being rendered. */
  exportsRunning(): number;
}

/** Like `createSandbox`. */
export async function openSandbox(options: SandboxOptions): Promise<OpenSandbox> {
  const { dataDir, openDatabase } = options;
  const watch = storageFaultReporter(options.warn ?? (() => {}), options.clock ?? (() => new Date()));
  const store = openStore(dataDir, watch, openDatabase);
  try {
    return await assemble(store, options);
  } catch (error) {
    store.close();
    throw dataDir !== undefined && isStoreFault(error) ? unusable(dataDir, error) : error;
  }
}

/** Stores the admin key and the plan of this run, if they differ from the stored ones. */
function updateSettings(store: Store, adminKey: AdminKey, plan: Plan | undefined, now: () => Date): void {
  const { settings } = store;
  if (!store.keys.verify(adminKey.id, adminKey.secret)) {
    store.transaction(() => putAdminKey(store, adminKey, now()));
  }
  // Data of an earlier version has no id.
  if (settings.get('dataId') === undefined) store.transaction(() => settings.set('dataId', randomId()));
  if (plan && settings.get('plan') !== plan) store.transaction(() => settings.set('plan', plan));
}

async function assemble(store: Store, options: SandboxOptions): Promise<OpenSandbox> {
  const clock = options.clock ?? (() => new Date());
  const schedule = options.schedule ?? timers;
  const life = lifetime();
  const { settings } = store;
  const adminKey = adminKeyOf(options);
  if (settings.get('seed') === undefined) await seedStore(store, options.seed ?? 'demo', adminKey, clock);
  updateSettings(store, adminKey, options.plan, clock);

  const fontDir = options.fontDir ?? '';
  const faults: Faults = { ...NO_FAULTS, ...options.faults };
  const { strict = NO_SWITCHES.strict, uniqueNames = NO_SWITCHES.uniqueNames } = options;
  const switches: Switches = { strict, uniqueNames };
  const delayMs = options.exportDelayMs ?? 400;
  const jobs = exportJobs({
    store,
    schedule,
    now: clock,
    fontDir,
    delayMs,
    failing: () => faults.failExports,
    signal: life.signal,
  });
  const imports = importJobs({ store, schedule, delayMs, handlers: HANDLERS, services: () => services });
  const plan = (settings.get('plan') ?? 'scale') as Plan;
  const send = options.sendWebhook ?? postOverHttp;
  const deliveries = deliveryLoop({ store, schedule, plan, clock, send });
  const services: Services = {
    store,
    now: clock,
    newId: options.newId ?? randomId,
    plan,
    seed: (settings.get('seed') ?? 'demo') as Seed,
    limits: options.limits ?? 'off',
    faults,
    switches,
    jobs,
    imports,
    importRules: { allOrNothing: options.imports === 'all-or-nothing' },
    deliveries,
    schedule,
    lifetime: life,
    fontDir,
  };
  const stored = snapshots(store, options.dataDir);
  const player = faultPlayer();
  const instance = options.instance ?? randomSecret();
  const control: Control = {
    prove: (challenge) => ({ pid: process.pid, proof: proofOf(instance, challenge, process.pid) }),
    adminKeyId: () => adminKey.id,
    setFaults: (changes) => {
      Object.assign(faults, changes);
      player.restart();
    },
    setSwitches: (changes) => void Object.assign(switches, changes),
    snapshots: {
      ...stored,
      load: (name) => {
        const snapshot = stored.load(name, () => {
          putAdminKey(store, adminKey, clock());
          settings.set('plan', plan);
          // Drops deliveries that were pending in the snapshot, so that they are not sent twice.
          for (const { id } of store.subscriptions.list()) store.outbox.drop(id, clock().toISOString());
        });
        jobs.cancel();
        imports.cancel();
        deliveries.cancelAttempts();
        jobs.resume();
        imports.resume();
        return snapshot;
      },
    },
    reset: async () => {
      await seedStore(store, services.seed, adminKey, clock);
      jobs.cancel();
      imports.cancel();
      deliveries.cancelAttempts();
    },
  };
  const app = createApp({ services, faults: player, control, page: options.page?.(() => sandbox) });
  const flusher = meterFlusher(store, schedule);
  const resumeJobs = (): void => {
    jobs.resume();
    imports.resume();
    deliveries.resume();
  };
  if (!options.jobsWait) resumeJobs();
  const respond: RequestHandler = async (request) => {
    const refused = refuseForeignOrigin(request);
    const readBody = (maxBytes: number) => life.untilClosed(request.readBody(maxBytes, life.signal));
    const response = refused ?? (await app({ ...request, readBody }));
    flusher.soon();
    deliveries.wakeIfQueued();
    return response;
  };
  const handle: RequestHandler = (request) => life.run(() => respond(request));
  const shutDown = async (): Promise<void> => {
    // Jobs first: one that the end of the lifetime cancels must stay unfinished, so that the next start resumes it.
    const stopped = [jobs.close(), imports.close(), deliveries.close(), life.end()];
    await Promise.allSettled(stopped);
    flusher.close();
    store.close();
    stored.close();
  };
  let closing: Promise<void> | undefined;
  const sandbox: Sandbox = {
    adminKey,
    resumeJobs,
    instance,
    plan: services.plan,
    organizationId: settings.get('organizationId') ?? '',
    landscapeId: settings.get('landscapeId') ?? '',
    fetch: webFetch(handle),
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
  return { sandbox, handle, exportsRunning: jobs.count };
}

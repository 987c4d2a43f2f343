import type { Plan } from '../contract/limits.js';
import { type AdminKey, adminKeyOf, putAdminKey } from './admin-key.js';
import { exportJobs } from './exports/jobs.js';
import { type Faults, NO_FAULTS } from './faults.js';
import type { Answerer } from './http/answer.js';
import { createApp } from './http/app.js';
import type { Control } from './http/control.js';
import { faultPlayer } from './http/faults.js';
import { refuseForeignOrigin } from './http/guard.js';
import { webFetch } from './http/web.js';
import { randomId, randomSecret } from './ids.js';
import { importJobs } from './imports/jobs.js';
import { proofOf } from './instance.js';
import type { Peer } from './message.js';
import { HANDLERS } from './resources/index.js';
import { type Schedule, timers } from './schedule.js';
import type { Seed } from './seed/generated/spec.js';
import { fill } from './seed/load.js';
import type { Services } from './services.js';
import { snapshots } from './snapshots.js';
import { meterFlusher } from './store/flusher.js';
import { type OpenStore, unusable } from './store/open.js';
import { openStore, type Store } from './store/store.js';
import { isStoreFault, troubleWatch } from './store/trouble.js';
import { NO_SWITCHES, type Switches } from './switches.js';
import { deliveryLoop } from './webhooks/delivery.js';
import { postOverHttp, type SendWebhook } from './webhooks/send.js';

export interface SandboxOptions {
  /** Where to keep everything; in memory where absent. */
  dataDir?: string;
  /** What an empty store is filled with (`demo`, `empty`, `generated:…`); `demo` unless told. A store that has data keeps it. */
  seed?: Seed;
  /** `scale` unless told or kept from before. */
  plan?: Plan;
  clock?: () => Date;
  newId?: () => string;
  /** Whether requests a minute are limited; `off` unless told. */
  limits?: 'off' | 'real';
  faults?: Partial<Faults>;
  /** Whether unknown parameters and filters of a query are refused; ignored unless told. */
  strict?: boolean;
  /** Whether a second model object of a name within a domain is refused; taken unless told. */
  uniqueNames?: boolean;
  /** Whether one refused entry undoes a whole import; `each` entry stands for itself unless told. */
  imports?: 'each' | 'all-or-nothing';
  /** Directory of the renderer's fonts; exports fail without it. */
  fontDir?: string;
  /** The admin key to use; made up, and kept in the data directory, unless told. */
  adminKey?: { id: string; secret: string };
  /** What it proves itself with, 64 hex digits; made up unless told. */
  instance?: string;
  /** How long an export or import takes at least, in milliseconds; 400 unless told. */
  exportDelayMs?: number;
  /** Runs things later; timers unless told. */
  schedule?: Schedule;
  /** Whether jobs that an earlier process left wait for `takeUp`; they begin at once unless told. */
  jobsWait?: boolean;
  /** Carries webhook deliveries; the network unless told. */
  sendWebhook?: SendWebhook;
  /** Told once when the data directory begins to give trouble, e.g. is full, and once when that is over. */
  warn?: (message: string) => void;
  /** Opens the database; SQLite's files unless told. */
  openDatabase?: OpenStore;
}

/** A running sandbox, without a port. */
export interface Sandbox {
  /**
   * Answers one request; rejects like a network error where it was told to drop connections.
   * @param peer Who sent it, where it came over a network.
   */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  adminKey: { id: string; secret: string };
  /** What it proves itself with: a secret, for whoever starts it. */
  instance: string;
  /** Takes up the exports, imports and deliveries that an earlier process left; for `jobsWait`. */
  takeUp(): void;
  organizationId: string;
  /** The main demo landscape; '' in an empty sandbox. */
  landscapeId: string;
  plan: Plan;
  /** Writes what is pending and closes the store; exports and deliveries go on at the next start. */
  close(): Promise<void>;
}

/**
 * Opens a sandbox: the service's operations over a store of its own.
 * @throws ArchctlError `usage` where the data directory cannot be used.
 */
export const createSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> =>
  (await openSandbox(options)).sandbox;

/** A sandbox, and what answers in it, for ways in of other kinds. */
export interface OpenSandbox {
  sandbox: Sandbox;
  answer: Answerer;
  /** How many exports are waiting or being drawn. */
  exportsRunning(): number;
}

/** As `createSandbox`. */
export async function openSandbox(options: SandboxOptions): Promise<OpenSandbox> {
  const { dataDir, openDatabase } = options;
  const watch = troubleWatch(options.warn ?? (() => {}), options.clock ?? (() => new Date()));
  const store = openStore(dataDir, watch, openDatabase);
  try {
    return await assemble(store, options);
  } catch (error) {
    store.close();
    throw dataDir !== undefined && isStoreFault(error) ? unusable(dataDir, error) : error;
  }
}

/** Makes what is stored fit what was asked for: an admin key and a plan of this run. */
function adopt(store: Store, adminKey: AdminKey, plan: Plan | undefined, now: () => Date): void {
  const { settings } = store;
  if (!store.keys.verify(adminKey.id, adminKey.secret)) {
    store.transaction(() => putAdminKey(store, adminKey, now()));
  }
  if (plan && settings.get('plan') !== plan) store.transaction(() => settings.set('plan', plan));
}

async function assemble(store: Store, options: SandboxOptions): Promise<OpenSandbox> {
  const clock = options.clock ?? (() => new Date());
  const schedule = options.schedule ?? timers;
  const { settings } = store;
  const now = (): Date => {
    const stopped = settings.get('clock');
    return stopped === undefined ? clock() : new Date(stopped);
  };
  const adminKey = adminKeyOf(options);
  if (settings.get('seed') === undefined) await fill(store, options.seed ?? 'demo', adminKey, clock);
  adopt(store, adminKey, options.plan, now);

  const fontDir = options.fontDir ?? '';
  const faults: Faults = { ...NO_FAULTS, ...options.faults };
  const { strict = NO_SWITCHES.strict, uniqueNames = NO_SWITCHES.uniqueNames } = options;
  const switches: Switches = { strict, uniqueNames };
  const delayMs = options.exportDelayMs ?? 400;
  const jobs = exportJobs({ store, schedule, now, fontDir, delayMs, failing: () => faults.failExports });
  const imports = importJobs({ store, schedule, delayMs, handlers: HANDLERS, services: () => services });
  const plan = (settings.get('plan') ?? 'scale') as Plan;
  const send = options.sendWebhook ?? postOverHttp;
  const deliveries = deliveryLoop({ store, schedule, plan, clock, send });
  const services: Services = {
    store,
    now,
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
    fontDir,
  };
  const kept = snapshots(store, options.dataDir);
  const player = faultPlayer();
  const instance = options.instance ?? randomSecret();
  const control: Control = {
    prove: (challenge) => ({ pid: process.pid, proof: proofOf(instance, challenge, process.pid) }),
    adminKeyId: () => adminKey.id,
    setClock: (moment) => store.transaction(() => settings.set('clock', moment)),
    setFaults: (changes) => {
      Object.assign(faults, changes);
      player.restart();
    },
    setSwitches: (changes) => void Object.assign(switches, changes),
    snapshots: {
      ...kept,
      load: (name) => {
        const snapshot = kept.load(name, () => {
          putAdminKey(store, adminKey, now());
          settings.set('plan', plan);
          // What was on its way then is not sent a second time.
          for (const { id } of store.subscriptions.list()) store.outbox.drop(id, clock().toISOString());
        });
        jobs.cancel();
        imports.cancel();
        deliveries.abandon();
        jobs.resume();
        imports.resume();
        return snapshot;
      },
    },
    reset: async () => {
      await fill(store, services.seed, adminKey, clock);
      jobs.cancel();
      imports.cancel();
      deliveries.abandon();
    },
  };
  const app = createApp({ services, faults: player, control });
  const flusher = meterFlusher(store, schedule);
  const takeUp = (): void => {
    jobs.resume();
    imports.resume();
    deliveries.resume();
  };
  if (!options.jobsWait) takeUp();
  const answer: Answerer = async (asked) => {
    const refused = refuseForeignOrigin(asked);
    const answered = refused ?? (await app(asked));
    flusher.soon();
    deliveries.notice();
    return answered;
  };
  const sandbox: Sandbox = {
    adminKey,
    takeUp,
    instance,
    plan: services.plan,
    organizationId: settings.get('organizationId') ?? '',
    landscapeId: settings.get('landscapeId') ?? '',
    fetch: webFetch(answer),
    close: async () => {
      flusher.stop();
      await Promise.allSettled([jobs.close(), imports.close(), deliveries.close()]);
      store.close();
      kept.close();
    },
  };
  return { sandbox, answer, exportsRunning: jobs.count };
}

import type { Plan } from '../contract/limits.js';
import { adminKeyOf, installAdminKey } from './admin-key.js';
import { exportJobs } from './exports/jobs.js';
import { type Faults, NO_FAULTS } from './faults.js';
import { createApp } from './http/app.js';
import type { Control } from './http/control.js';
import { faultPlayer } from './http/faults.js';
import { refuseForeignOrigin } from './http/guard.js';
import { randomId } from './ids.js';
import { type Schedule, timers } from './schedule.js';
import { fill } from './seed/load.js';
import type { Services } from './services.js';
import { meterFlusher } from './store/flusher.js';
import { openStore, type Store } from './store/store.js';
import { deliveryLoop } from './webhooks/delivery.js';
import { postOverHttp, type SendWebhook } from './webhooks/send.js';

export interface SandboxOptions {
  /** Where to keep everything; in memory where absent. */
  dataDir?: string;
  /** What an empty store is filled with; `demo` unless told. A store that has data keeps it. */
  seed?: 'demo' | 'empty';
  /** `scale` unless told or kept from before. */
  plan?: Plan;
  clock?: () => Date;
  newId?: () => string;
  /** Whether requests a minute are limited; `off` unless told. */
  limits?: 'off' | 'real';
  faults?: Partial<Faults>;
  /** Directory of the renderer's fonts; exports fail without it. */
  fontDir?: string;
  /** The admin key to use; made up, and kept in the data directory, unless told. */
  adminKey?: { id: string; secret: string };
  /** How long an export takes at least, in milliseconds; 400 unless told. */
  exportDelayMs?: number;
  /** Runs things later; timers unless told. */
  schedule?: Schedule;
  /** Carries webhook deliveries; the network unless told. */
  sendWebhook?: SendWebhook;
}

/** A running sandbox, without a port. */
export interface Sandbox {
  /** Answers one request; rejects like a network error where it was told to drop connections. */
  fetch(request: Request): Promise<Response>;
  adminKey: { id: string; secret: string };
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
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const store = openStore(options.dataDir);
  try {
    return await assemble(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

async function assemble(store: Store, options: SandboxOptions): Promise<Sandbox> {
  const clock = options.clock ?? (() => new Date());
  const schedule = options.schedule ?? timers;
  const { settings } = store;
  const now = (): Date => {
    const stopped = settings.get('clock');
    return stopped === undefined ? clock() : new Date(stopped);
  };
  const adminKey = adminKeyOf(options);
  if (settings.get('seed') === undefined) await fill(store, options.seed ?? 'demo', now);
  installAdminKey(store, adminKey, now());
  if (options.plan) settings.set('plan', options.plan);

  const fontDir = options.fontDir ?? '';
  const faults: Faults = { ...NO_FAULTS, ...options.faults };
  const jobs = exportJobs({
    store,
    schedule,
    now,
    fontDir,
    delayMs: options.exportDelayMs ?? 400,
    failing: () => faults.failExports,
  });
  const plan = (settings.get('plan') ?? 'scale') as Plan;
  const send = options.sendWebhook ?? postOverHttp;
  const deliveries = deliveryLoop({ store, schedule, plan, clock, send });
  const services: Services = {
    store,
    now,
    newId: options.newId ?? randomId,
    plan,
    seed: (settings.get('seed') ?? 'demo') as 'demo' | 'empty',
    limits: options.limits ?? 'off',
    faults,
    jobs,
    deliveries,
    schedule,
    fontDir,
  };
  const player = faultPlayer();
  const control: Control = {
    adminKeyId: () => adminKey.id,
    setClock: (moment) => settings.set('clock', moment),
    setFaults: (changes) => {
      Object.assign(faults, changes);
      player.restart();
    },
    reset: async () => {
      jobs.cancel();
      deliveries.abandon();
      settings.set('clock', undefined);
      await fill(store, services.seed, now);
      installAdminKey(store, adminKey, now());
    },
  };
  const app = createApp({ services, faults: player, control });
  const flusher = meterFlusher(store.meters, schedule);
  jobs.resume();
  deliveries.resume();
  return {
    adminKey,
    plan: services.plan,
    organizationId: settings.get('organizationId') ?? '',
    landscapeId: settings.get('landscapeId') ?? '',
    fetch: async (request) => {
      const refused = refuseForeignOrigin(request);
      const response = refused ?? (await app.fetch(request));
      flusher.soon();
      deliveries.notice();
      return response;
    },
    close: async () => {
      flusher.stop();
      await Promise.all([jobs.close(), deliveries.close()]);
      store.close();
    },
  };
}

import type { Plan } from '../contract/limits.js';
import type { ExportJobs } from './exports/jobs.js';
import type { Faults } from './faults.js';
import type { Jobs } from './jobs.js';
import type { Lifetime } from './lifetime.js';
import type { Schedule } from './schedule.js';
import type { Seed } from './seed/generated/spec.js';
import type { ImportRow } from './store/imports.js';
import type { StoredKey } from './store/keys.js';
import type { Store } from './store/store.js';
import type { Switches } from './switches.js';
import type { Deliveries } from './webhooks/delivery.js';

/** State and services that outlive a request. */
export interface Services {
  store: Store;
  /** Time of the sandbox: the injected clock, unless the control API has set another time. */
  now(): Date;
  newId(): string;
  plan: Plan;
  seed: Seed;
  limits: 'off' | 'real';
  faults: Faults;
  switches: Switches;
  jobs: ExportJobs;
  imports: Jobs<ImportRow>;
  /** Whether one rejected entry rolls back the whole import (docs/service.md#choices-of-the-sandbox). */
  importRules: { allOrNothing: boolean };
  deliveries: Deliveries;
  schedule: Schedule;
  lifetime: Lifetime;
  /** Directory of the renderer's fonts. */
  fontDir: string;
}

/** Context of a write: services, key and time of the request. */
export interface Action {
  services: Services;
  key: StoredKey;
  /** Time of the request, ISO 8601. */
  now: string;
}

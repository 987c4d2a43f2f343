/**
 * The service in the process of a test: stateful, in memory, without a port and without an account.
 *
 * @example
 * ```ts
 * import { createClient, landscapes } from 'archctl';
 * import { createSandbox } from 'archctl/sandbox';
 *
 * const sandbox = await createSandbox();
 * const client = createClient(sandbox.clientOptions);
 * const path = { organizationId: sandbox.organizationId };
 * console.log((await client.call(landscapes.list, { path })).landscapes.length);
 * await sandbox.close();
 * ```
 * @module
 */
import { join } from 'node:path';
import {
  BOOLEAN,
  checkOptions,
  FUNCTION,
  MILLISECONDS,
  NUMBER,
  OBJECT,
  type OptionType,
  type OptionTypes,
  oneOf,
  TEXT,
} from '../base/check-options.js';
import type { Transport } from '../client/send/wire.js';
import { fetchTransport } from '../client/transport/transport.js';
import { PLANS, type Plan } from '../contract/limits.js';
import { createSandbox as openSandbox } from '../sandbox/sandbox.js';
import { seedOf } from '../sandbox/seed/generated/spec.js';

/** Simulated faults. Rates are fractions from 0 to 1 (default: 0). */
export interface SandboxFaults {
  /** Delay added to every response, in milliseconds. */
  latencyMs?: number;
  /** Fraction of requests answered with `errorStatus`. */
  errorRate?: number;
  /** HTTP status of simulated errors (default: 500). */
  errorStatus?: 500 | 503;
  /** Fraction of requests answered with 429. */
  rateLimitRate?: number;
  /** `Retry-After` of those responses, in seconds (default: 1). */
  retryAfter?: number;
  /** Fraction of connections closed without a response. */
  dropRate?: number;
  /** Whether every export fails. */
  failExports?: boolean;
}

/** Options of `createSandbox`. */
export interface SandboxOptions {
  /** Initial data: a demo, an organization without a landscape, or `generated:objects=50,connections=80` (default: `demo`). */
  seed?: 'demo' | 'empty' | `generated:${string}`;
  /** Plan of the organization, which sets quotas and features (default: `scale`). */
  plan?: Plan;
  /** Whether the limits of requests per minute apply (default: `off`). */
  limits?: 'off' | 'real';
  /** Whether unknown query parameters and filters are rejected (default: they are ignored). */
  strict?: boolean;
  /** Faults from the start. */
  faults?: SandboxFaults;
  /** Clock of the service (default: the system's clock). */
  clock?: () => Date;
}

/** A service in this process. */
export interface Sandbox {
  /** Options for `createClient`: an admin key, the address, and a transport that calls the sandbox. */
  clientOptions: { apiKey: string; baseUrl: string; transport: Transport };
  /** Handles a request like the service, for programs with their own HTTP client. */
  fetch: (request: Request) => Promise<Response>;
  /** The organization of the initial data. */
  organizationId: string;
  /** The first landscape of the initial data; empty in an empty sandbox. */
  landscapeId: string;
  /**
   * Finishes requests in progress, rejects later ones and those that wait for a body, ends running exports and releases
   * the memory. Idempotent.
   */
  close: () => Promise<void>;
}

const FRACTION: OptionType = [
  'a number from 0 to 1',
  (value) => typeof value === 'number' && value >= 0 && value <= 1,
];
const FAULTS: OptionTypes<SandboxFaults> = {
  latencyMs: MILLISECONDS,
  errorRate: FRACTION,
  errorStatus: ['500 or 503', (value) => value === 500 || value === 503],
  rateLimitRate: FRACTION,
  retryAfter: NUMBER,
  dropRate: FRACTION,
  failExports: BOOLEAN,
};
const OPTIONS: OptionTypes<SandboxOptions> = {
  seed: TEXT,
  plan: oneOf(...PLANS),
  limits: oneOf('off', 'real'),
  strict: BOOLEAN,
  faults: OBJECT,
  clock: FUNCTION,
};

/**
 * Starts a service with its own data in memory. Exports and imports finish without delay.
 * @throws ArchctlError `usage` for an invalid seed.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { faults } = checkOptions('createSandbox', options, OPTIONS);
  if (faults) checkOptions('createSandbox', faults, FAULTS);
  const { adminKey, organizationId, landscapeId, fetch, close } = await openSandbox({
    ...options,
    ...(options.seed !== undefined && { seed: seedOf(options.seed) }),
    exportDelayMs: 0,
    // The built file is in dist/lib/.
    fontDir: join(import.meta.dirname, '..', 'fonts'),
  });
  return {
    clientOptions: {
      apiKey: `${adminKey.id}:${adminKey.secret}`,
      baseUrl: 'https://sandbox.test/v1',
      transport: fetchTransport(fetch),
    },
    fetch: (request) => fetch(request),
    organizationId,
    landscapeId,
    close,
  };
}

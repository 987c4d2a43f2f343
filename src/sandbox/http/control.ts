import * as z from 'zod/mini';
import { PERMISSIONS } from '../../contract/enums.js';
import { utcMonth } from '../../contract/limits.js';
import { ERROR_STATUSES, type Faults } from '../faults.js';
import { randomSecret } from '../ids.js';
import { isChallenge } from '../instance.js';
import { forbidden, invalid } from '../refusal.js';
import type { Services } from '../services.js';
import type { Snapshot } from '../snapshots.js';
import { SCHEMA_VERSION } from '../store/schema.js';
import type { Switches } from '../switches.js';
import { signIn } from './credentials.js';
import { readInput } from './input.js';
import type { Respond, RouteTable } from './response.js';
import { webhookRoutes } from './webhook-routes.js';

/** Snapshot operations of the control API. */
interface SnapshotControl {
  list(): Snapshot[];
  get(name: string): Snapshot;
  save(name: string, replace: boolean): Snapshot;
  /** Restores everything and cancels running jobs; the caller's key stays valid. */
  load(name: string): Snapshot;
  remove(name: string): void;
}

const saveInput = z.strictObject({ name: z.string(), replace: z.optional(z.boolean()) });

/** Routes of `/sandbox/snapshots…`, which save and restore the whole sandbox under a name. */
const snapshotRoutes = (control: SnapshotControl): RouteTable => ({
  '/sandbox/snapshots': {
    GET: () => ({ snapshots: control.list() }),
    POST: async (request) => {
      const { name, replace = false } = await readInput(saveInput, request);
      return { snapshot: control.save(name, replace) };
    },
  },
  '/sandbox/snapshots/{}': {
    GET: (_request, [name = '']) => ({ snapshot: control.get(name) }),
    DELETE: (_request, [name = '']) => {
      control.remove(name);
      return {};
    },
  },
  '/sandbox/snapshots/{}/load': { POST: (_request, [name = '']) => ({ snapshot: control.load(name) }) },
});

/** Prefix of the sandbox's bearer tokens; secret scanners recognize it. */
const TOKEN_PREFIX = 'archctl_sandbox_';

const tokenInput = z.strictObject({ permission: z.optional(z.enum(PERMISSIONS)) });

/**
 * `POST /sandbox/tokens`: issues a bearer token of the organization's admin user, by default with `read` permission
 * (docs/service.md#authentication). The token is shown only in this response.
 */
const tokenRoutes = ({ store, newId, now }: Services): RouteTable => ({
  '/sandbox/tokens': {
    POST: async (request) => {
      const { permission = 'read' } = await readInput(tokenInput, request);
      const id = newId();
      const organizationId = store.settings.get('organizationId') ?? '';
      const userId = store.settings.get('adminUserId') ?? '';
      const token = `${TOKEN_PREFIX}${randomSecret()}`;
      store.transaction(() =>
        store.tokens.create({ id, organizationId, userId, permission }, token, now().toISOString()),
      );
      return { id, permission, userId, token };
    },
  },
});

/** Operations of the control API on the sandbox itself. */
export interface Control {
  /** Proves the identity of this sandbox. */
  prove(challenge: string): { pid: number; proof: string };
  /** Id of the admin key that the sandbox was started with. */
  adminKeyId(): string;
  setFaults(faults: Partial<Faults>): void;
  setSwitches(switches: Partial<Switches>): void;
  reset(): Promise<void>;
  snapshots: SnapshotControl;
}

const rate = () => z.optional(z.number().check(z.gte(0), z.lte(1)));
const faultsInput = z.strictObject({
  latencyMs: z.optional(z.number().check(z.gte(0), z.lte(60_000))),
  errorRate: rate(),
  errorStatus: z.optional(z.literal(ERROR_STATUSES)),
  rateLimitRate: rate(),
  retryAfter: z.optional(z.number().check(z.gte(0))),
  dropRate: rate(),
  failExports: z.optional(z.boolean()),
});
const switchesInput = z.strictObject({
  strict: z.optional(z.boolean()),
  uniqueNames: z.optional(z.boolean()),
});
const importsInput = z.strictObject({ allOrNothing: z.boolean() });

/**
 * Routes of the control API: `/sandbox/…` for faults, state and reset. Accepts only requests from this machine
 * with the sandbox's admin key. Never metered.
 */
export function controlRoutes(services: Services, control: Control): RouteTable {
  const guarded =
    (respond: Respond): Respond =>
    (request, values) => {
      const key = signIn(request.headers, services.store);
      if (key.id !== control.adminKeyId())
        throw forbidden("The control API needs the sandbox's own admin key.", 'permission');
      return respond(request, values);
    };
  const routes: RouteTable = {
    '/sandbox/faults': {
      PUT: async (request) => {
        control.setFaults((await readInput(faultsInput, request)) as Partial<Faults>);
        return { faults: services.faults };
      },
    },
    '/sandbox/switches': {
      PUT: async (request) => {
        control.setSwitches((await readInput(switchesInput, request)) as Partial<Switches>);
        return { switches: services.switches };
      },
    },
    '/sandbox/imports': {
      PUT: async (request) => {
        Object.assign(services.importRules, await readInput(importsInput, request));
        return { imports: services.importRules };
      },
    },
    '/sandbox/state': { GET: () => state(services) },
    '/sandbox/reset': {
      POST: async () => {
        await control.reset();
        return state(services);
      },
    },
    ...tokenRoutes(services),
    ...snapshotRoutes(control.snapshots),
    ...webhookRoutes(services),
  };
  return {
    // Needs no key: clients verify the sandbox before they send one.
    '/sandbox/instance': {
      GET: ({ url }) => {
        const challenge = url.searchParams.get('challenge') ?? '';
        if (!isChallenge(challenge)) throw invalid(['challenge: must be 16 to 64 random bytes, as hex']);
        return control.prove(challenge);
      },
    },
    ...mapRoutes(routes, guarded),
  };
}

/** Wraps every handler of a route table. */
const mapRoutes = (routes: RouteTable, behind: (respond: Respond) => Respond): RouteTable =>
  Object.fromEntries(
    Object.entries(routes).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, respond]) => [method, behind(respond)])),
    ]),
  );

function state(services: Services) {
  const { store, plan, seed, limits, faults, switches, jobs, imports, importRules } = services;
  const month = utcMonth(services.now());
  return {
    organizationId: store.settings.get('organizationId'),
    landscapeId: store.settings.get('landscapeId'),
    plan,
    seed,
    limits,
    meters: { month, ...store.meters.ofMonth(month) },
    faults,
    switches,
    exportsRunning: jobs.count(),
    importsRunning: imports.count(),
    imports: importRules,
    records: store.records.counts(),
    webhooks: { subscriptions: store.subscriptions.list().length, pending: store.outbox.pending() },
    schemaVersion: SCHEMA_VERSION,
  };
}

import * as z from 'zod/mini';
import { isLoopback } from '../../base/network/loopback.js';
import { SCALE_AND_ABOVE } from '../../contract/limits.js';
import { id as nonEmpty } from '../../contract/schema.js';
import { randomSecret } from '../ids.js';
import type { SandboxRequest } from '../message.js';
import { forbidden, invalid, notFound } from '../refusal.js';
import type { Services } from '../services.js';
import type { Delivery } from '../store/outbox.js';
import type { Subscription } from '../store/subscriptions.js';
import { DELIVERY_LIMITS } from '../webhooks/delivery.js';
import { readInput } from './input.js';
import type { Respond, RouteTable } from './response.js';

const url = () =>
  z.string().check(z.refine(isEndpoint, { error: ({ input }) => endpointProblem(String(input)) }));
const subscriptionInput = z.strictObject({
  name: nonEmpty().check(z.maxLength(128)),
  url: url(),
  enabled: z.optional(z.boolean()),
});
const subscriptionPatch = z.partial(subscriptionInput);

function isEndpoint(text: string): boolean {
  return endpointProblem(text) === undefined;
}

/** Default and maximum number of deliveries in a list. */
const LIMIT = 100;
const MAX_LIMIT = 1_000;

/**
 * Routes of `/sandbox/webhooks…`. The service offers this only in its organization settings, without an API
 * (docs/service.md#webhooks, Subscriptions 2 and 6).
 */
export function webhookRoutes(services: Services): RouteTable {
  const { store, deliveries, newId, now } = services;
  const { subscriptions, outbox } = store;
  const find = (id: string): Subscription => {
    const found = subscriptions.get(id);
    if (!found) throw notFound(`The webhook subscription ${id}`);
    return found;
  };
  const shown = (it: Subscription) => {
    const oldest = outbox.oldestPending(it.id);
    return {
      ...it,
      deliveries: outbox.counts(it.id),
      oldestPendingAt: oldest === undefined ? null : new Date(oldest).toISOString(),
      limits: DELIVERY_LIMITS,
    };
  };
  const limitOf = ({ url }: SandboxRequest) => url.searchParams.get('limit') ?? undefined;

  const create: Respond = async (request) => {
    checkPlan(services);
    const { name, url, enabled = true } = await readInput(subscriptionInput, request);
    const at = now().toISOString();
    const organizationId = store.settings.get('organizationId') ?? '';
    const subscription = {
      ...{ id: newId(), organizationId, name, url, enabled, createdAt: at, updatedAt: at },
      failures: 0,
      disabledReason: null,
    };
    const secret = randomSecret();
    store.transaction(() => subscriptions.create(subscription, secret));
    return { subscription: shown(subscription), secret };
  };
  const change: Respond = async (request, [id = '']) => {
    const changes = await readInput(subscriptionPatch, request);
    const before = find(id);
    if (changes.enabled === true && !before.enabled) checkPlan(services);
    const at = now().toISOString();
    const { name = before.name, url = before.url, enabled = before.enabled } = changes;
    // A new URL, or enabling the subscription again, resets the failure count.
    const isFresh = url !== before.url || enabled !== before.enabled;
    const subscription = {
      ...{ ...before, name, url, enabled, updatedAt: at },
      ...(isFresh && { failures: 0, disabledReason: null }),
    };
    store.transaction(() => {
      subscriptions.update(subscription);
      if (!enabled) outbox.drop(before.id, at);
    });
    if (!enabled) deliveries.cancelAttempts(before.id);
    return { subscription: shown(subscription) };
  };
  const remove: Respond = (_request, [wanted = '']) => {
    const { id } = find(wanted);
    store.transaction(() => {
      outbox.remove(id);
      subscriptions.remove(id);
    });
    deliveries.cancelAttempts(id);
    return {};
  };
  const delivery: Respond = (_request, [id = '']) => {
    const found = outbox.get(id);
    if (!found) throw notFound(`The delivery ${id}`);
    return { delivery: { ...withTries(services, found), body: found.body } };
  };
  return {
    '/sandbox/webhooks': {
      GET: () => ({ subscriptions: subscriptions.list().map(shown) }),
      POST: create,
    },
    '/sandbox/webhooks/deliveries': {
      GET: (request) => ({ deliveries: listed(services, undefined, limitOf(request)) }),
    },
    '/sandbox/webhooks/deliveries/{}': { GET: delivery },
    '/sandbox/webhooks/{}': {
      GET: (_request, [id = '']) => ({ subscription: shown(find(id)) }),
      PATCH: change,
      DELETE: remove,
    },
    '/sandbox/webhooks/{}/deliveries': {
      GET: (request, [id = '']) => ({ deliveries: listed(services, find(id).id, limitOf(request)) }),
    },
  };
}

/** @throws Refusal `forbidden` if the plan does not include webhooks (docs/service.md#subscriptions). */
function checkPlan({ plan }: Services): void {
  if (SCALE_AND_ABOVE.includes(plan)) return;
  throw forbidden(
    `Webhooks need the Scale or Enterprise plan; this sandbox has the ${plan} plan.`,
    'plan/webhooks-not-available',
  );
}

function listed(services: Services, subscriptionId: string | undefined, limit = String(LIMIT)) {
  const wanted = Number(limit);
  if (!Number.isInteger(wanted) || wanted < 1) throw invalid(['limit: must be a whole number of at least 1']);
  const found = services.store.outbox.list(subscriptionId, Math.min(wanted, MAX_LIMIT));
  return found.map((it) => withTries(services, it));
}

/** A delivery as shown in lists: with every attempt and without the body. */
function withTries({ store }: Services, { body: _body, nextAt, tries: _count, ...delivery }: Delivery) {
  const tries = store.attempts.of(delivery.id).map(({ status, error, ...rest }) => ({
    ...rest,
    ...(status !== null && { status }),
    ...(error !== null && { error }),
  }));
  const nextTryAt = nextAt === null || nextAt === 0 ? null : new Date(nextAt).toISOString();
  return { ...delivery, nextTryAt, tries };
}

/**
 * Reason why an endpoint URL is invalid; undefined if it is valid. The service requires a public HTTPS endpoint
 * (docs/service.md#subscriptions); the sandbox also accepts HTTP on this machine.
 */
function endpointProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/hooks';
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an HTTPS URL';
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return 'must use HTTPS; HTTP is allowed only for this machine (localhost, 127.0.0.1, [::1])';
  }
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  return hash === '' ? undefined : 'must not contain a fragment';
}

import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { SCALE_AND_ABOVE } from '../../contract/limits.js';
import { id as nonEmpty } from '../../contract/schema.js';
import { randomSecret } from '../ids.js';
import { forbidden, invalid, notFound } from '../refusal.js';
import type { Services } from '../services.js';
import type { Delivery } from '../store/outbox.js';
import type { Subscription } from '../store/subscriptions.js';
import { endpointProblem } from '../webhooks/endpoint.js';
import type { Surroundings } from './guard.js';
import { readInput } from './input.js';

type Guarded = (request: Request, make: () => Promise<unknown> | unknown) => Promise<Response>;

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

/** How many deliveries a list has unless told, and at most. */
const LIMIT = 100;
const MAX_LIMIT = 1_000;

/**
 * `/sandbox/webhooks…`: what the service has in its organization settings, and no API for (docs/service.md#webhooks,
 * Subscriptions 2 and 6).
 */
export function webhookRoutes(app: Hono<Surroundings>, guarded: Guarded, services: Services): void {
  const { store, deliveries, newId, now } = services;
  const { subscriptions, outbox } = store;
  const find = (id: string): Subscription => {
    const found = subscriptions.get(id);
    if (!found) throw notFound(`The webhook subscription ${id}`);
    return found;
  };
  const shown = (it: Subscription) => ({ ...it, deliveries: outbox.counts(it.id) });

  app.post('/webhooks', ({ req }) =>
    guarded(req.raw, async () => {
      checkPlan(services);
      const { name, url, enabled = true } = await readInput(subscriptionInput, req.raw);
      const at = now().toISOString();
      const organizationId = store.settings.get('organizationId') ?? '';
      const subscription = { id: newId(), organizationId, name, url, enabled, createdAt: at, updatedAt: at };
      const secret = randomSecret();
      store.transaction(() => subscriptions.create(subscription, secret));
      return { subscription: shown(subscription), secret };
    }),
  );
  app.get('/webhooks', ({ req }) =>
    guarded(req.raw, () => ({ subscriptions: subscriptions.list().map(shown) })),
  );
  app.get('/webhooks/deliveries', ({ req }) =>
    guarded(req.raw, () => ({ deliveries: listed(services, undefined, req.query('limit')) })),
  );
  app.get('/webhooks/deliveries/:id', ({ req }) =>
    guarded(req.raw, () => {
      const delivery = outbox.get(req.param('id'));
      if (!delivery) throw notFound(`The delivery ${req.param('id')}`);
      return { delivery: { ...withTries(services, delivery), body: delivery.body } };
    }),
  );
  app.get('/webhooks/:id', ({ req }) =>
    guarded(req.raw, () => ({ subscription: shown(find(req.param('id'))) })),
  );
  app.get('/webhooks/:id/deliveries', ({ req }) =>
    guarded(req.raw, () => ({
      deliveries: listed(services, find(req.param('id')).id, req.query('limit')),
    })),
  );
  app.patch('/webhooks/:id', ({ req }) =>
    guarded(req.raw, async () => {
      const changes = await readInput(subscriptionPatch, req.raw);
      const before = find(req.param('id'));
      if (changes.enabled === true && !before.enabled) checkPlan(services);
      const at = now().toISOString();
      const { name = before.name, url = before.url, enabled = before.enabled } = changes;
      const subscription = { ...before, name, url, enabled, updatedAt: at };
      store.transaction(() => {
        subscriptions.update(subscription);
        if (!enabled) outbox.drop(before.id, at);
      });
      if (!enabled) deliveries.abandon(before.id);
      return { subscription: shown(subscription) };
    }),
  );
  app.delete('/webhooks/:id', ({ req }) =>
    guarded(req.raw, () => {
      const { id } = find(req.param('id'));
      store.transaction(() => {
        outbox.remove(id);
        subscriptions.remove(id);
      });
      deliveries.abandon(id);
      return {};
    }),
  );
}

/** docs/service.md#subscriptions. */
function checkPlan({ plan }: Services): void {
  if (SCALE_AND_ABOVE.includes(plan)) return;
  throw forbidden(
    `Webhooks need the Scale or Enterprise plan; this sandbox runs on the ${plan} plan.`,
    'plan/webhooks-not-available',
  );
}

function listed(services: Services, subscriptionId: string | undefined, limit = String(LIMIT)) {
  const wanted = Number(limit);
  if (!Number.isInteger(wanted) || wanted < 1) throw invalid(['limit: must be a whole number from 1 on']);
  const found = services.store.outbox.list(subscriptionId, Math.min(wanted, MAX_LIMIT));
  return found.map((it) => withTries(services, it));
}

/** A delivery as it is listed: every try, and no body. */
function withTries({ store }: Services, { body: _body, nextAt, tries: _count, ...delivery }: Delivery) {
  const tries = store.tries.of(delivery.id).map(({ status, error, ...rest }) => ({
    ...rest,
    ...(status !== null && { status }),
    ...(error !== null && { error }),
  }));
  const nextTryAt = nextAt === null || nextAt === 0 ? null : new Date(nextAt).toISOString();
  return { ...delivery, nextTryAt, tries };
}

import type { Context } from '../../../../cli/command/spec.js';
import type { Column } from '../../../../terminal/types.js';
import { askSandbox } from '../../shared/control.js';

/** A webhook subscription of the sandbox in the control API. */
export interface SandboxSubscription {
  id: string;
  organizationId: string;
  name: string;
  url: string;
  enabled: boolean;
  createdAt: string;
  updatedAt: string;
  /** Consecutive failed deliveries. */
  failures: number;
  /** Reason why the sandbox disabled it. */
  disabledReason: string | null;
  oldestPendingAt: string | null;
  limits: { pendingHours: number; pendingEvents: number; pendingBytes: number; failures: number };
  /** Number of deliveries by status. */
  deliveries: { pending: number; delivered: number; failed: number; dropped: number };
}

export interface SandboxDelivery {
  id: string;
  subscriptionId: string;
  collection: string;
  operation: string;
  resourceId: string;
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  createdAt: string;
  finishedAt: string | null;
  nextTryAt: string | null;
  tries: { at: string; ms: number; status?: number; error?: string }[];
}

/** `200 in 12 ms`, or the error. */
const outcomeOf = ({ status, error, ms }: SandboxDelivery['tries'][number]): string =>
  `${status ?? error ?? ''} in ${ms} ms`;

/** The last attempt, with its number if it is not the first. */
function lastOf({ tries }: SandboxDelivery): string {
  const last = tries.at(-1);
  if (!last) return '';
  return tries.length === 1 ? outcomeOf(last) : `${outcomeOf(last)} (try ${tries.length})`;
}

const deliveryColumns = (tries: Column): readonly Column[] => [
  { key: 'createdAt', header: 'When', kind: 'time', priority: 1 },
  { key: 'status', kind: 'status', priority: 1 },
  { key: 'operation', priority: 2 },
  { key: 'collection', priority: 4 },
  { key: 'resourceId', header: 'Resource', kind: 'id', priority: 3 },
  tries,
  { key: 'nextTryAt', header: 'Next try', kind: 'time', priority: 4 },
  { key: 'subscriptionId', header: 'Subscription', kind: 'id', priority: 5 },
  { key: 'id', header: 'ID', kind: 'id', priority: 3 },
];

/** Deliveries in a list, each with its last attempt. */
export const DELIVERIES = deliveryColumns({ key: 'tries', header: 'Last try', priority: 1, value: lastOf });

/** One delivery with all attempts. */
export const DELIVERY = deliveryColumns({
  key: 'tries',
  kind: 'list',
  priority: 1,
  value: ({ tries }: SandboxDelivery) => tries.map(outcomeOf),
});

export const SUBSCRIPTION_ID = { name: 'ID', help: 'Webhook subscription of the sandbox' } as const;

const pathOf = (id: string): string => `webhooks/${encodeURIComponent(id)}`;

export async function switchSubscription(
  context: Context,
  id: string,
  enabled: boolean,
): Promise<SandboxSubscription> {
  const { subscription } = await askSandbox<{ subscription: SandboxSubscription }>(context, {
    method: 'PATCH',
    path: pathOf(id),
    body: { enabled },
  });
  return subscription;
}

export async function getSubscription(context: Context, id: string): Promise<SandboxSubscription> {
  const request = { method: 'GET', path: pathOf(id) } as const;
  return (await askSandbox<{ subscription: SandboxSubscription }>(context, request)).subscription;
}

export const deleteSubscription = (context: Context, id: string): Promise<unknown> =>
  askSandbox(context, { method: 'DELETE', path: pathOf(id) });

import { OPERATIONS } from '../../contract/index.js';
import { RATE_LIMITS, rateClass } from '../../contract/limits.js';
import type { Meter, Operation } from '../../contract/operation.js';
import type { Cost, Step } from './plan-types.js';

const byId = new Map<string, Operation>(OPERATIONS.map((it) => [it.id, it]));

/** The operation of a step; undefined if the contract does not define it. */
export const operationOf = (id: string): Operation | undefined => byId.get(id);

const ACCESS = ['read', 'write', 'admin'] as const;

/** Cost of steps. The duration follows from the service's rate limit (docs/service.md#requests-a-minute). */
export function costOf(steps: readonly Step[]): Cost {
  const requests: Partial<Record<Meter, number>> = {};
  let writes = 0;
  let access = 0;
  for (const { operation } of steps) {
    const found = operationOf(operation);
    if (!found) continue;
    requests[found.meter] = (requests[found.meter] ?? 0) + 1;
    if (rateClass(found.method, found.path) === 'write') writes += 1;
    access = Math.max(access, ACCESS.indexOf(found.access as 'write'));
  }
  return { requests, seconds: secondsOf(writes), access: ACCESS[access] ?? 'admin' };
}

/** The first minute's quota is available at once; the rest is sent at the rate limit. */
const secondsOf = (writes: number): number => Math.max(0, Math.ceil(writes / RATE_LIMITS.write) - 1) * 60;

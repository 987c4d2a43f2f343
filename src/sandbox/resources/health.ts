import { getHealth } from '../../contract/resources/health.js';
import { type Call, on } from '../call.js';

/** docs/service.md#health: reports one component, the store, with the plan and the seed of the sandbox. */
const health = ({ services: { plan, seed } }: Call<typeof getHealth>) => ({
  id: 'sandbox',
  ok: true,
  services: { store: { ok: true } },
  plan,
  seed,
});

export const handlers = [on(getHealth, health)];

import { getHealth } from '../../contract/resources/health.js';
import { type Call, on } from '../call.js';

/** docs/service.md#health: of one part, the store; with the plan and the data that the sandbox runs on. */
const health = ({ services: { plan, seed } }: Call<typeof getHealth>) => ({
  id: 'sandbox',
  ok: true,
  services: { store: { ok: true } },
  plan,
  seed,
});

export const handlers = [on(getHealth, health)];

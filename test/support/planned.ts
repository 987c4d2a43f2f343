/** A landscape of the sandbox that plans are made for and carried out on. */

import type { Model } from '../../src/model/document/element.js';
import { readModel } from '../../src/model/document/read.js';
import { withDraftNamed } from '../../src/model/live/draft.js';
import { readLandscape } from '../../src/model/live/read-landscape.js';
import { planChanges } from '../../src/model/plan/plan.js';
import type { Plan, Prune } from '../../src/model/plan/plan-types.js';
import { applyPlan, type Writes } from '../../src/model/sync/apply.js';
import { type Service, textOf } from './sandbox.js';

export interface Planned {
  path: { landscapeId: string; versionId: string };
  /** @param draft Name of a draft that the changes go into. */
  plan(wanted: Model | string, prune?: Prune, draft?: string): Promise<Plan>;
  apply(plan: Plan, client?: Writes): Promise<void>;
  /** What a request answers, below the version. */
  ask(
    path: string,
    method?: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    body?: unknown,
  ): Promise<Record<string, unknown>>;
}

export function modelIn(text: string): Model {
  const { model, findings } = readModel([{ path: 'model.yaml', text }]);
  if (findings.length > 0) throw new Error(JSON.stringify(findings));
  return model;
}

/** A new landscape of one domain with nothing in it. */
export async function openPlanned(service: Service, name: string): Promise<Planned> {
  const client = service.client({ paced: false });
  const raw: Planned['ask'] = async (path, method = 'GET', body = undefined) => {
    const answer = await client.raw({
      method,
      path,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.error) throw answer.error;
    return JSON.parse(await answer.body.text()) as Record<string, unknown>;
  };
  const made = await raw(`organizations/${service.sandbox.organizationId}/landscapes`, 'POST', { name });
  const path = { landscapeId: textOf(made.landscape, 'id'), versionId: 'latest' };
  return {
    path,
    ask: (below, method, body) =>
      raw(`landscapes/${path.landscapeId}/versions/latest/${below}`, method, body),
    plan: async (wanted, prune = 'none', draft = undefined) => {
      const reading = readLandscape(client, path);
      const live = draft === undefined ? reading : withDraftNamed(client, path, draft, reading);
      return planChanges(typeof wanted === 'string' ? modelIn(wanted) : wanted, await live, { prune });
    },
    apply: (plan, by = client) => applyPlan(plan, by, { path }),
  };
}

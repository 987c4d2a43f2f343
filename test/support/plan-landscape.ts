/** A landscape of the sandbox for plans and applies. */

import type { Client } from '../../src/client/client.js';
import type { Model } from '../../src/model/document/element.js';
import { readModel } from '../../src/model/document/read.js';
import type { Plan, Prune } from '../../src/model/plan/plan-types.js';
import { applyPlan, type Writes } from '../../src/model/sync/apply.js';
import { applyModel } from '../../src/model/sync/apply-model.js';
import { planFor } from '../../src/model/sync/plan-model.js';
import { type Service, textOf } from './sandbox.js';

export interface PlanLandscape {
  path: { landscapeId: string; versionId: string };
  /** @param draft Name of the draft for the changes. */
  plan(wanted: Model | string, prune?: Prune, draft?: string, forceOwner?: boolean): Promise<Plan>;
  apply(plan: Plan, client?: Writes): Promise<void>;
  /** Applies by import, however small the plan is. */
  applyByImport(wanted: Model | string, prune?: Prune, client?: Client): Promise<Plan>;
  /** Returns the response to a request below the version. */
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

const asModel = (wanted: Model | string): Model => (typeof wanted === 'string' ? modelIn(wanted) : wanted);

/** Creates a landscape with one empty domain. */
export async function openPlanLandscape(service: Service, name: string): Promise<PlanLandscape> {
  const client = service.client({ paced: false });
  const raw: PlanLandscape['ask'] = async (path, method = 'GET', body = undefined) => {
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
    plan: (wanted, prune = 'none', draft = undefined, forceOwner = false) =>
      planFor(client, path, asModel(wanted), { prune, forceOwner, ...(draft !== undefined && { draft }) }),
    applyByImport: async (wanted, prune = 'none', by = client) => {
      const model = asModel(wanted);
      const aim = { prune, importsLeft: async () => 9, leastImported: 1 };
      const plan = await planFor(client, path, model, aim);
      if (plan.problems.length === 0) await applyModel(by, plan);
      return plan;
    },
    apply: (plan, by = client) => applyPlan(plan, by, { path }),
  };
}

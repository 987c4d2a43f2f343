import { ArchctlError, usageError } from '../base/errors.js';
import { randomShortId } from '../base/random-id.js';
import type { Model } from '../model/document/element.js';
import type { Plan } from '../model/plan/plan-types.js';

/** Plans of this run of the server. Only a plan that was shown completely can be applied, and only once. */

/** Oldest plans are dropped first. */
const MAX_PLANS = 20;

interface StoredPlan {
  plan: Plan;
  /** Its document. */
  model: Model;
  /** The plan with its document, as apply needs it. */
  saved: unknown;
  /** Number of steps that were shown, from the first one without gaps. */
  shown: number;
}

const AGAIN = 'Make a new plan with the tool "plan", and read all of it.';

export class PlanStore {
  readonly #plans = new Map<string, StoredPlan>();

  add(plan: Plan, model: Model, saved: unknown): string {
    const [oldest] = this.#plans.keys();
    if (this.#plans.size >= MAX_PLANS && oldest !== undefined) this.#plans.delete(oldest);
    const id = randomShortId();
    this.#plans.set(id, { plan, model, saved, shown: 0 });
    return id;
  }

  /** Errors: `not-found`. */
  get(id: string): Pick<StoredPlan, 'plan' | 'model'> {
    return this.#stored(id);
  }

  markShown(id: string, from: number, to: number): void {
    const stored = this.#plans.get(id);
    if (stored && from <= stored.shown) stored.shown = Math.max(stored.shown, to);
  }

  /**
   * Removes a plan to apply it. Errors: `not-found`; `usage` if a part of it was not shown, or if it has no steps.
   */
  take(id: string): unknown {
    const { plan, saved, shown } = this.#stored(id);
    const total = plan.steps.length;
    if (total === 0)
      throw usageError('The plan has no steps, so there is nothing to apply.', { hint: AGAIN });
    if (shown < total)
      throw usageError(`Only ${shown} of ${total} steps of the plan were shown.`, {
        hint: `Read the rest first: call "plan" with { "plan": "${id}" }, and follow its cursor.`,
      });
    this.#plans.delete(id);
    return saved;
  }

  #stored(id: string): StoredPlan {
    const stored = this.#plans.get(id);
    if (stored) return stored;
    throw new ArchctlError('not-found', `The plan "${id}" is unknown in this session.`, {
      hint: `A plan can be applied once, by the id that the tool "plan" returned. ${AGAIN}`,
    });
  }
}

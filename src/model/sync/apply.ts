import { ArchctlError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import type { Client } from '../../client/client.js';
import { type Doc, entriesOf, type Fields } from '../../contract/doc.js';
import type { Operation } from '../../contract/operation.js';
import { adrs } from '../../contract/resources/adr.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { MODEL_KINDS } from '../document/kinds.js';
import type { VersionPath } from '../live/read-landscape.js';
import { operationOf } from '../plan/cost.js';
import type { Plan, Step } from '../plan/plan-types.js';
import { draftStepRunner } from './apply-draft.js';
import { changedSince, isDone } from './conflict.js';
import { createOnce, isConflict, MAX_ATTEMPTS, retry } from './retry.js';
import { runSteps } from './run-steps.js';

export type Writes = Pick<Client, 'perform' | 'performPages' | 'clock'>;

export interface ApplyOptions {
  path: VersionPath;
  /** Maximum number of concurrent requests, where order allows (default: 8). */
  atOnce?: number;
  /** Called after each step. */
  onDone?: (step: Step, done: number, total: number) => void;
  /** Steps already done and the total, if the plan is part of a larger one. */
  from?: number;
  total?: number;
}

const DEFAULT_CONCURRENCY = 8;

/**
 * Applies a plan in order, with concurrent requests for independent steps, or adds it to its draft. The operation is
 * idempotent: ids of new records come from the plan. After an interruption, a new plan contains the remaining steps.
 * `hint` is what to do then, as a clause. Errors: client errors, with the step that failed; `refused` if a record has changed
 * since the plan was made.
 */
export async function applyPlan(
  plan: Plan,
  client: Writes,
  {
    path,
    atOnce = DEFAULT_CONCURRENCY,
    onDone,
    from = 0,
    total = plan.steps.length,
    hint = 'apply again to continue',
  }: ApplyOptions & { hint?: string },
): Promise<void> {
  const run = new StepRunner(client, path);
  const runStep = plan.draft ? draftStepRunner(client, path, plan.draft) : (step: Step) => run.step(step);
  let done = from;
  try {
    // A draft keeps its tasks in the order of the requests.
    await runSteps(plan.steps, plan.draft ? 1 : atOnce, async (step, at) => {
      try {
        await runStep(step);
      } catch (error) {
        throw error instanceof ArchctlError ? withStep(error, step, from + at + 1, total) : error;
      }
      done += 1;
      onDone?.(step, done, total);
    });
  } catch (error) {
    throw error instanceof ArchctlError && done > 0
      ? withProgress(error, `${done} of ${total} steps are done; ${hint}.`)
      : error;
  }
}

const stepText = ({ does, kind, name }: Step): string =>
  `${does.replace('-', ' ')} ${MODEL_KINDS[kind].noun} "${name}"`;

const withStep = (error: ArchctlError, step: Step, at: number, total: number): ArchctlError =>
  new ArchctlError(error.kind, `Step ${at} of ${total}, ${stepText(step)}: ${error.message}`, error.facts);

function withProgress({ kind, message, facts }: ArchctlError, progress: string): ArchctlError {
  const hint = [facts.hint, progress];
  return new ArchctlError(kind, message, { ...facts, hint: hint.filter(Boolean).join(' ') });
}

const DECISION = /^\{decision:([\w-]+)\}$/;

class StepRunner {
  readonly #client: Writes;
  readonly #path: VersionPath;
  /** Commits returned for our own writes, by operation and record. */
  readonly #commits = new Map<string, number>();
  /** Ids of created decisions by handle. */
  readonly #decisions = new Map<string, string>();
  #roots: Promise<Map<string, string>> | undefined;

  constructor(client: Writes, path: VersionPath) {
    this.#client = client;
    this.#path = path;
  }

  async step(step: Step): Promise<void> {
    const operation = decisionId(step.operation);
    const body = step.body && (await this.#withDecisions(await this.#withRoots(step.body)));
    if (step.does === 'create' && step.kind === 'decision')
      return this.#createDecision(operation, body ?? {});
    const recordId = await this.#decisionAt(step.recordId);
    if (step.does === 'delete') return this.#delete(operation, step);
    if (step.does === 'create') return this.#create(operation, step, body ?? {});
    return this.#update(operation, { ...step, recordId }, body ?? {});
  }

  async #delete(operation: Operation, step: Step): Promise<void> {
    try {
      await retry(this.#client, () => this.#send(operation, step.recordId));
    } catch (error) {
      // The record is already deleted.
      if (!(error instanceof ArchctlError) || error.kind !== 'not-found') throw error;
    }
  }

  async #create(operation: Operation, step: Step, body: Fields): Promise<void> {
    await createOnce(this.#client, () => this.#send(operation, step.recordId, body));
  }

  /** Creates a decision, whose id the service assigns. If a retry reports that it exists, the first request created it. */
  async #createDecision(operation: Operation, body: Fields): Promise<void> {
    const handle = String(body.handleId);
    try {
      await retry(this.#client, async () => {
        const answer = await this.#client.perform(operation, { path: { ...this.#path }, body });
        const record = answer[operation.envelope ?? ''] as Doc | undefined;
        if (record) this.#decisions.set(handle, record.id);
      });
    } catch (error) {
      if (!isConflict(error)) throw error;
      await this.#readDecisions();
      if (!this.#decisions.has(handle)) throw error;
    }
  }

  async #readDecisions(): Promise<void> {
    for await (const record of this.#client.performPages(adrs.list, { path: { ...this.#path } })) {
      const { id, handleId } = record as Doc;
      this.#decisions.set(String(handleId), id);
    }
  }

  /** Replaces the placeholder of a decision that was just created by its id. */
  async #decisionAt(id: string): Promise<string> {
    const handle = DECISION.exec(id)?.[1];
    if (handle === undefined) return id;
    if (!this.#decisions.has(handle)) await this.#readDecisions();
    const found = this.#decisions.get(handle);
    if (found !== undefined) return found;
    throw new ArchctlError('refused', 'A decision that was just created no longer exists.', {
      hint: 'Apply again.',
    });
  }

  /** Replaces placeholders in related items. */
  async #withDecisions(body: Fields): Promise<Fields> {
    if (!isObject(body.relatedItems)) return body;
    const items: [string, unknown][] = [];
    for (const [id, item] of entriesOf(body.relatedItems))
      items.push([
        id,
        typeof item.adrId === 'string' ? { ...item, adrId: await this.#decisionAt(item.adrId) } : item,
      ]);
    return { ...body, relatedItems: Object.fromEntries(items) };
  }

  async #update(operation: Operation, step: Step, body: Fields): Promise<void> {
    const key = `${step.operation} ${step.recordId}`;
    let commit = this.#commits.get(key) ?? step.commit;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await retry(this.#client, async () => {
          const answer = await this.#send(operation, step.recordId, {
            ...body,
            ...(commit !== undefined && { commit }),
          });
          this.#remember(key, operation, answer);
        });
        return;
      } catch (error) {
        if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      }
      const is = await this.#read(operation, step.recordId);
      if (isDone(is, body)) return;
      // Fields that changed since the plan but are not part of this step come from an earlier step or another user.
      const changed = changedSince(is, step.before ?? {}, body);
      if (changed.length > 0) throw conflict(step, is, changed);
      commit = typeof is.commit === 'number' ? is.commit : undefined;
    }
  }

  /** Reads the current record that an operation updates. */
  async #read(operation: Operation, recordId: string): Promise<Doc> {
    const get = decisionId(operation.id.replace(/update$/, 'get'));
    const answer = await this.#send(get, recordId);
    return (get.envelope === null ? answer : answer[get.envelope]) as Doc;
  }

  #remember(key: string, operation: Operation, answer: Fields): void {
    const record = operation.envelope === null ? answer : answer[operation.envelope];
    const commit = (record as Fields | undefined)?.commit;
    if (typeof commit === 'number') this.#commits.set(key, commit);
  }

  #send(operation: Operation, recordId: string, body?: Fields): Promise<Fields> {
    const name = [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
    return this.#client.perform(operation, {
      path: { ...this.#path, [name]: recordId },
      ...(body && { body }),
    });
  }

  /** Replaces references to domains that were just created by their root objects, also in drawn entries. */
  async #withRoots(body: Fields | Readonly<Record<string, unknown>>): Promise<Fields> {
    const entries: [string, unknown][] = [];
    for (const [key, value] of Object.entries(body)) {
      const domain = typeof value === 'string' ? /^\{root:(\w+)\}$/.exec(value)?.[1] : undefined;
      const isPlace = key === 'parentId' || key === 'modelId';
      if (domain !== undefined && isPlace) entries.push([key, await this.#rootOf(domain)]);
      else entries.push([key, isObject(value) ? await this.#withRoots(value) : value]);
    }
    return Object.fromEntries(entries);
  }

  async #rootOf(domainId: string): Promise<string> {
    this.#roots ??= this.#readRoots();
    let roots = await this.#roots;
    if (!roots.has(domainId)) {
      // The domain was created after the roots were read.
      this.#roots = this.#readRoots();
      roots = await this.#roots;
    }
    const root = roots.get(domainId);
    if (root !== undefined) return root;
    throw new ArchctlError('refused', `The domain ${domainId} was created without a root object.`, {
      hint: 'Apply again.',
    });
  }

  async #readRoots(): Promise<Map<string, string>> {
    const roots = new Map<string, string>();
    const input = { path: { ...this.#path }, query: { filter: { type: 'root' } } };
    for await (const record of this.#client.performPages(modelObjects.list, input)) {
      const { id, domainId } = record as Doc;
      roots.set(String(domainId), id);
    }
    return roots;
  }
}

function decisionId(id: string): Operation {
  const operation = operationOf(id);
  if (operation) return operation;
  throw new ArchctlError('usage', `The plan has an unknown operation: ${id}.`, {
    hint: 'Create a new plan.',
  });
}

function conflict({ kind, name }: Step, is: Doc, changed: readonly string[]): ArchctlError {
  const by = [is.updatedBy, is.updatedById].filter((it) => typeof it === 'string').join(' ');
  const at = typeof is.updatedAt === 'string' ? ` at ${is.updatedAt}` : '';
  const who = by === '' ? '' : ` Last change by ${by}${at}.`;
  return new ArchctlError(
    'refused',
    `The ${MODEL_KINDS[kind].noun} "${name}" has changed since the plan was made: ${changed.join(', ')}.${who}`,
    { status: 409, hint: 'Plan again to see the current changes.' },
  );
}

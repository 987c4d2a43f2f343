import { ArchctlError } from '../../base/errors.js';
import type { Client } from '../../client/client.js';
import type { Doc, Fields } from '../../contract/doc.js';
import type { Operation } from '../../contract/operation.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { KINDS } from '../document/kinds.js';
import type { VersionPath } from '../live/read-landscape.js';
import { operationOf } from '../plan/cost.js';
import type { Plan, Step } from '../plan/plan-types.js';
import { draftSteps } from './apply-draft.js';
import { doAll } from './at-once.js';
import { changedSince, isDone } from './conflict.js';
import { ATTEMPTS, isConflict, madeOnce, repeated } from './repeated.js';

export type Writes = Pick<Client, 'perform' | 'performPages' | 'clock'>;

export interface ApplyOptions {
  path: VersionPath;
  /** Requests under way at a time, where order allows; 8 unless told. */
  atOnce?: number;
  /** Told of each step once it is answered. */
  onDone?: (step: Step, done: number, total: number) => void;
  /** Steps that were done before, and how many there are in all, where the plan is a part of another. */
  from?: number;
  total?: number;
}

const AT_ONCE = 8;

/**
 * Carries a plan out, as fast as the client lets it: in its order, several requests at a time where that does not mind;
 * into its draft, where it has one. Nothing is made twice: what is made has its id from the plan. What stopped half way
 * goes on with a new plan, which has what is left.
 * Errors: those of the client, with the step they came of; `refused` where a record says something else than it did when
 * the plan was made.
 */
export async function applyPlan(
  plan: Plan,
  client: Writes,
  { path, atOnce = AT_ONCE, onDone, from = 0, total = plan.steps.length }: ApplyOptions,
): Promise<void> {
  const run = new Run(client, path);
  const take = plan.draft ? draftSteps(client, path, plan.draft) : (step: Step) => run.step(step);
  let done = from;
  try {
    // Tasks of a draft stand in the order in which they came.
    await doAll(plan.steps, plan.draft ? 1 : atOnce, async (step, at) => {
      try {
        await take(step);
      } catch (error) {
        throw error instanceof ArchctlError ? placed(error, step, from + at + 1, total) : error;
      }
      done += 1;
      onDone?.(step, done, total);
    });
  } catch (error) {
    throw error instanceof ArchctlError && done > 0 ? withDone(error, done, total) : error;
  }
}

const words = ({ does, kind, name }: Step): string =>
  `${does.replace('-', ' ')} ${KINDS[kind].noun} "${name}"`;

const placed = (error: ArchctlError, step: Step, at: number, total: number): ArchctlError =>
  new ArchctlError(error.kind, `Step ${at} of ${total}, ${words(step)}: ${error.message}`, error.facts);

function withDone({ kind, message, facts }: ArchctlError, done: number, total: number): ArchctlError {
  const hint = [facts.hint, `${done} of ${total} steps are done; apply it again to go on.`];
  return new ArchctlError(kind, message, { ...facts, hint: hint.filter(Boolean).join(' ') });
}

class Run {
  readonly #client: Writes;
  readonly #path: VersionPath;
  /** Commits that our own writes were answered with, by operation and record. */
  readonly #commits = new Map<string, number>();
  #roots: Promise<Map<string, string>> | undefined;

  constructor(client: Writes, path: VersionPath) {
    this.#client = client;
    this.#path = path;
  }

  async step(step: Step): Promise<void> {
    const operation = found(step.operation);
    const body = step.body && (await this.#withRoots(step.body));
    if (step.does === 'delete') return this.#delete(operation, step);
    if (step.does === 'create') return this.#create(operation, step, body ?? {});
    return this.#update(operation, step, body ?? {});
  }

  async #delete(operation: Operation, step: Step): Promise<void> {
    try {
      await repeated(this.#client, () => this.#send(operation, step.recordId));
    } catch (error) {
      // Gone is what it is to be.
      if (!(error instanceof ArchctlError) || error.kind !== 'not-found') throw error;
    }
  }

  async #create(operation: Operation, step: Step, body: Fields): Promise<void> {
    await madeOnce(this.#client, () => this.#send(operation, step.recordId, body));
  }

  async #update(operation: Operation, step: Step, body: Fields): Promise<void> {
    const key = `${step.operation} ${step.recordId}`;
    let commit = this.#commits.get(key) ?? step.commit;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await repeated(this.#client, async () => {
          const answer = await this.#send(operation, step.recordId, {
            ...body,
            ...(commit !== undefined && { commit }),
          });
          this.#remember(key, operation, answer);
        });
        return;
      } catch (error) {
        if (!isConflict(error) || attempt === ATTEMPTS) throw error;
      }
      const is = await this.#read(operation, step.recordId);
      if (isDone(is, body)) return;
      // What changed besides, this step says nothing about: it was a step before, or somebody.
      const changed = changedSince(is, step.before ?? {}, body);
      if (changed.length > 0) throw conflict(step, is, changed);
      commit = typeof is.commit === 'number' ? is.commit : undefined;
    }
  }

  /** The record that an operation updates, as it is now. */
  async #read(operation: Operation, recordId: string): Promise<Doc> {
    const get = found(operation.id.replace(/update$/, 'get'));
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

  /** A body with the roots of domains that were made before it. */
  async #withRoots(body: Fields | Readonly<Record<string, unknown>>): Promise<Fields> {
    const entries: [string, unknown][] = [];
    for (const [key, value] of Object.entries(body)) {
      const domain = typeof value === 'string' ? /^\{root:(\w+)\}$/.exec(value)?.[1] : undefined;
      const isPlace = key === 'parentId' || key === 'modelId';
      entries.push([key, domain !== undefined && isPlace ? await this.#rootOf(domain) : value]);
    }
    return Object.fromEntries(entries);
  }

  async #rootOf(domainId: string): Promise<string> {
    this.#roots ??= this.#readRoots();
    let roots = await this.#roots;
    if (!roots.has(domainId)) {
      // A domain that was made since.
      this.#roots = this.#readRoots();
      roots = await this.#roots;
    }
    const root = roots.get(domainId);
    if (root !== undefined) return root;
    throw new ArchctlError('refused', `The domain ${domainId} was made without a root object.`, {
      hint: 'Apply it again.',
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

function found(id: string): Operation {
  const operation = operationOf(id);
  if (operation) return operation;
  throw new ArchctlError('usage', `The plan names the operation ${id}, which there is not.`, {
    hint: 'Make the plan anew.',
  });
}

function conflict({ kind, name }: Step, is: Doc, changed: readonly string[]): ArchctlError {
  const by = [is.updatedBy, is.updatedById].filter((it) => typeof it === 'string').join(' ');
  const at = typeof is.updatedAt === 'string' ? ` at ${is.updatedAt}` : '';
  const who = by === '' ? '' : ` It was changed last by ${by}${at}.`;
  return new ArchctlError(
    'refused',
    `The ${KINDS[kind].noun} "${name}" has changed since the plan was made: ${changed.join(', ')}.${who}`,
    { status: 409, hint: 'Plan again to see what it is now.' },
  );
}

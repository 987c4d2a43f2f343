import { usageError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import type { ReadClient } from '../../../client/read-only.js';
import { drafts } from '../../../contract/resources/draft.js';
import { LATEST } from '../../../contract/scopes.js';
import { readTasks } from '../../../model/live/draft.js';
import type { LiveLandscape } from '../../../model/live/landscape.js';
import { readLandscape } from '../../../model/live/read-landscape.js';
import { withDraft } from '../../../model/live/with-draft.js';

/** Reads versions of the current landscape, each once. */
export class LiveReader {
  readonly #context: Context;
  readonly #versions = new Map<string, Promise<LiveLandscape>>();

  readonly #drawn: boolean;
  readonly #withDecisions: boolean;

  /** @param drawn Whether diagram contents are read as well. @param withDecisions Whether decisions are. */
  constructor(context: Context, drawn = true, withDecisions = false) {
    this.#context = context;
    this.#drawn = drawn;
    this.#withDecisions = withDecisions;
  }

  /** @param version Id of a version (default: `latest`). */
  read(version = LATEST): Promise<LiveLandscape> {
    const reading = this.#versions.get(version) ?? this.#ask(version);
    this.#versions.set(version, reading);
    return reading;
  }

  async #ask(versionId: string): Promise<LiveLandscape> {
    const landscapeId = await this.#context.scope('landscape');
    const client = savingMemory(await this.#context.reader());
    return readLandscape(client, { landscapeId, versionId }, this.#drawn, this.#withDecisions);
  }

  /** Reads a version by id or name. Errors: `not-found`. */
  async version(typed: string, source: string): Promise<LiveLandscape> {
    if (typed === LATEST) return this.read();
    return this.read(await (await this.#context.names()).idOf('version', typed, source));
  }

  /**
   * Reads the live version with the tasks of a draft applied. The draft is selected by id or name. Errors: `not-found`;
   * `usage` for a merged or archived draft.
   */
  async draft(typed: string, source: string): Promise<LiveLandscape> {
    const landscapeId = await this.#context.scope('landscape');
    const draftId = await (await this.#context.names()).idOf('draft', typed, source);
    const client = await this.#context.reader();
    const path = { landscapeId, versionId: LATEST, draftId };
    const [live, { draft }, tasks] = await Promise.all([
      this.read(),
      client.call(drafts.get, { path }),
      readTasks(client, path, draftId),
    ]);
    if (draft.status !== 'in-progress')
      throw usageError(
        `${source}: the draft ${draft.name} is ${draft.status}, so it has no pending changes.`,
        {
          hint: 'Changes of a merged draft are part of live. List open drafts with "archctl draft list --status in-progress".',
        },
      );
    return withDraft(live, tasks);
  }
}

/** Number of records of a list above which memory matters more than time. */
const MANY_RECORDS = 20_000;

/** A client that limits garbage once a list is large. It changes the whole process, so the library does not do so. */
const savingMemory = (client: ReadClient): ReadClient => ({
  ...client,
  async *performPages(...request) {
    let count = 0;
    for await (const record of client.performPages(...request)) {
      count += 1;
      if (count === MANY_RECORDS) await (await import('../../../base/give-back-memory.js')).limitGarbage();
      yield record;
    }
  },
});

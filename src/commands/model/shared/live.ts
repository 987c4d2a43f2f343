import { usageError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { drafts } from '../../../contract/resources/draft.js';
import { LATEST } from '../../../contract/scopes.js';
import { readTasks } from '../../../model/live/draft.js';
import type { LiveLandscape } from '../../../model/live/landscape.js';
import { readLandscape } from '../../../model/live/read-landscape.js';
import { withDraft } from '../../../model/live/with-draft.js';

/** Reads versions of the landscape that a command works in, each once. */
export class LiveReader {
  readonly #context: Context;
  readonly #versions = new Map<string, Promise<LiveLandscape>>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** @param version Id of a version, `latest` unless told. */
  read(version = LATEST): Promise<LiveLandscape> {
    const reading = this.#versions.get(version) ?? this.#ask(version);
    this.#versions.set(version, reading);
    return reading;
  }

  async #ask(versionId: string): Promise<LiveLandscape> {
    const landscapeId = await this.#context.scope('landscape');
    return readLandscape(await this.#context.client({ reads: true }), { landscapeId, versionId });
  }

  /** A version by its id or name. Errors: `not-found`. */
  async version(typed: string, source: string): Promise<LiveLandscape> {
    if (typed === LATEST) return this.read();
    return this.read(await (await this.#context.names()).idOf('version', typed, source));
  }

  /**
   * The live version as a draft, by its id or name, would make it.
   * Errors: `not-found`; `usage` for one that is merged or archived.
   */
  async draft(typed: string, source: string): Promise<LiveLandscape> {
    const landscapeId = await this.#context.scope('landscape');
    const draftId = await (await this.#context.names()).idOf('draft', typed, source);
    const client = await this.#context.client({ reads: true });
    const path = { landscapeId, versionId: LATEST, draftId };
    const [live, { draft }, tasks] = await Promise.all([
      this.read(),
      client.call(drafts.get, { path }),
      readTasks(client, path, draftId),
    ]);
    if (draft.status !== 'in-progress')
      throw usageError(
        `${source}: the draft ${draft.name} is ${draft.status}, and changes nothing any more.`,
        {
          hint: 'What a merged draft changed is part of live; "archctl draft list --status in-progress" shows the others.',
        },
      );
    return withDraft(live, tasks);
  }
}

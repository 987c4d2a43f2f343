import { ArchctlError, toArchctlError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { quietly } from '../../base/quietly.js';
import type { Client, LooseInput } from '../../client/client-types.js';
import { createRedactor } from '../../client/send/redact.js';
import type { Doc, Fields } from '../../contract/doc.js';
import type { Operation } from '../../contract/operation.js';
import { replaceDiagramContent } from '../../contract/resources/diagram-content.js';
import { recordKey } from '../../contract/rules/cascade.js';
import { writtenState } from '../../contract/rules/undo/open-change.js';
import { changeOf } from '../../contract/rules/undo/record-change.js';
import type { Snapshot } from '../../contract/rules/undo/snapshot.js';
import type {
  ChangeRecorder,
  DetachedRecord,
  KnownRecords,
  PlannedWrite,
  RecordedContents,
} from '../command/change-recorder.js';
import { shellWord } from '../command/input/shell-word.js';
import type { Context } from '../command/spec.js';
import { beforeDelete, beforeUpdate, currentRecords } from './capture.js';
import { type JournalEntry, newEntryFile, removeEntry, trimJournal, writeEntry } from './journal.js';
import { notRecorded } from './not-recorded.js';
import { openChangeOf, type TrackedRecord } from './tracked.js';
import { type WriteTarget, writeTarget } from './write-target.js';

/** Maximum number of records in a journal entry; larger changes cannot be undone. */
export const MAX_RECORDS = 1000;
const MAX_COMMAND = 160;

/**
 * Records the changes of one command in the journal: before a request it stores the previous state of the records and
 * the body, after it the new state. Deletes are always recorded; other changes only if the context asks for it.
 */
export class Recorder implements ChangeRecorder {
  readonly #tracked = new Map<string, TrackedRecord>();
  /** Records whose previous state is stored. */
  readonly #prepared = new Set<string>();
  #place: WriteTarget['place'] | undefined;
  #file: string | undefined;
  #isOff: boolean;
  #hasDeletes = false;
  #hasFailures = false;
  #client: Promise<Client> | undefined;

  constructor(private readonly context: Context) {
    this.#isOff = isRecordingOff(context) || context.parsed.globals.dryRun === true;
  }

  turnOff(): void {
    this.#isOff = true;
    if (this.#file) removeEntry(this.#file);
  }

  /** Sends a request and records the change. */
  async around(
    operation: Operation,
    input: LooseInput,
    send: () => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const target = this.#isOff ? undefined : writeTarget(operation, input);
    if (!target || !this.#isRecorded(target)) return send();
    const isUnknown = target.id === undefined || !this.#prepared.has(recordKey(target.kind, target.id));
    const { path = {}, body } = input as { path?: JsonObject; body?: Fields };
    const added = isUnknown ? await this.#store([{ operation, path, body }]) : [];
    const tracked = this.#tracked.get(recordKey(target.kind, target.id ?? ''));
    const answered = tracked?.after;
    if (tracked?.request) tracked.request = 'sent';
    if (tracked) tracked.after = undefined;
    const answer = await send().catch((error: unknown) => {
      const failure = toArchctlError(error);
      const isRefused = failure.kind !== 'unavailable' && failure.kind !== 'interrupted';
      this.#hasFailures = true;
      if (tracked && isRefused) tracked.after = answered;
      if (isUnknown && isRefused) this.#forget([recordKey(target.kind, target.id ?? ''), ...added]);
      throw error;
    });
    this.#note(operation, target, answer);
    return answer;
  }

  /**
   * Records the state before several requests at once. `known` are records that the command has read already.
   * If a delete cannot be recorded, asks whether to delete anyway. Errors: `interrupted` for "no"; without a prompt,
   * `usage` or those of the client.
   */
  async prepare(planned: readonly PlannedWrite[], known: KnownRecords = {}): Promise<void> {
    await this.#store(planned, known);
  }

  /** Returns the keys of the records that it added. */
  async #store(planned: readonly PlannedWrite[], known: KnownRecords = {}): Promise<string[]> {
    const targets = planned.flatMap(({ operation, path, body }) => {
      const target = this.#isOff ? undefined : writeTarget(operation, { path });
      return target && this.#isRecorded(target) ? [{ ...target, operation, body }] : [];
    });
    const [first] = targets;
    if (!first) return [];
    const before = new Set(this.#tracked.keys());
    const deletes = targets.filter(({ verb }) => verb === 'delete');
    try {
      if (this.#tracked.size + targets.length > MAX_RECORDS)
        throw new Error(`it affects more than ${MAX_RECORDS.toLocaleString('en')} records`);
      this.#place ??= first.place;
      if (
        this.#place.landscapeId !== first.place.landscapeId ||
        this.#place.versionId !== first.place.versionId
      )
        throw new Error('it affects several versions');
      const client = await this.#reader();
      const affected = await beforeDelete(client, first.place, deletes, known.snapshot);
      const others = targets.filter(({ verb }) => verb === 'update' || verb === 'upsert');
      const updated = await beforeUpdate(client, this.context, first.place, others, known);
      const hasOthers = planned.some(({ operation }) => operation.method !== 'DELETE');
      const found = [
        ...updated,
        ...affected.map(({ kind, name, before, after }): TrackedRecord => {
          const isDetached = after !== null;
          // An update may have moved it out of what is deleted.
          const isMixed = hasOthers && !deletes.some((it) => it.kind === kind && it.id === before.id);
          const expected = isMixed ? undefined : after;
          return { kind, id: before.id, name, before, expected, isDetached, isMixed };
        }),
      ];
      const keys = found.map((it) => this.#track(it));
      for (const { kind, id = '', verb, operation, body } of targets) {
        const it = this.#tracked.get(recordKey(kind, id));
        if (!it || verb === 'delete' || !body || it.isMixed) continue;
        const replaces = it.before && (verb === 'upsert' || operation.id === replaceDiagramContent.id);
        const isOpaque = replaces || (it.request && !it.bodies);
        it.bodies = isOpaque ? undefined : [...(it.bodies ?? []), body];
        it.request = 'planned';
      }
      if (this.#tracked.size > MAX_RECORDS)
        throw new Error(`it affects more than ${MAX_RECORDS.toLocaleString('en')} records`);
      for (const { kind, id } of targets) if (id !== undefined) this.#prepared.add(recordKey(kind, id));
      this.#hasDeletes ||= deletes.length > 0;
      this.#save();
      return keys.filter((key) => !before.has(key));
    } catch (error) {
      if (error instanceof ArchctlError && error.kind === 'interrupted') throw error;
      if (deletes.length > 0 && !this.context.asks) {
        // The entry still describes the earlier requests of this command.
        for (const key of this.#tracked.keys()) if (!before.has(key)) this.#tracked.delete(key);
        throw notRecorded(error as Error);
      }
      await this.#giveUp((error as Error).message, deletes.length > 0);
      return [];
    }
  }

  detached(): readonly DetachedRecord[] {
    if (this.#isOff || this.#hasFailures) return [];
    const found = new Map<string, DetachedRecord>();
    for (const { kind, name, before, isDetached } of this.#tracked.values()) {
      if (!isDetached || !before) continue;
      const shown = kind === 'diagramContent' ? 'diagram' : kind;
      found.set(recordKey(shown, before.id), { kind: shown, id: before.id, name: name ?? before.id });
    }
    return [...found.values()];
  }

  async finish(known?: () => Snapshot): Promise<RecordedContents> {
    if (this.#isOff || this.#tracked.size === 0 || !this.#place) return 'nothing';
    for (const [key, it] of this.#tracked) {
      if (it.request === 'planned') this.#tracked.delete(key);
      // After a failed request, the expected effects of a delete may not have happened.
      else if (it.after === undefined && !this.#hasFailures) it.after = it.expected;
    }
    const unknown = [...this.#tracked.values()].filter(({ after }) => after === undefined);
    try {
      if (unknown.length > 0) await this.#readAfter(this.#place, unknown, known?.());
    } catch {
      // They remain open: the next "archctl undo" reads them.
    }
    // The entry from before the requests remains if this one cannot be written.
    quietly(() => this.#save());
    if (this.#file === undefined) return 'nothing';
    return this.#hasDeletes ? 'deletes' : 'updates';
  }

  async #readAfter(
    path: WriteTarget['place'],
    unknown: readonly TrackedRecord[],
    known: Snapshot | undefined,
  ) {
    const unread = unknown.filter(({ kind }) => !known?.has(kind));
    const read =
      unread.length > 0 ? await currentRecords(await this.#reader(), path, unread) : new Map<string, Doc>();
    for (const it of unknown) {
      const now: Doc | undefined = known?.has(it.kind)
        ? known.get(it.kind, it.id)
        : read.get(recordKey(it.kind, it.id));
      it.after = writtenState(it.before, it.bodies, now ?? null);
    }
  }

  /** Client whose requests are not recorded. */
  #reader(): Promise<Client> {
    this.#client ??= this.context.client({ reads: true });
    return this.#client;
  }

  #isRecorded({ verb }: WriteTarget): boolean {
    return verb === 'delete' || this.context.recordsUpdates;
  }

  #track(it: TrackedRecord): string {
    const key = recordKey(it.kind, it.id);
    const known = this.#tracked.get(key);
    const { before, isDetached = false } = known ?? it;
    this.#tracked.set(key, { ...it, before, isDetached: isDetached || it.isDetached === true });
    return key;
  }

  /** Removes records that a refused request did not change. */
  #forget(keys: readonly string[]): void {
    for (const key of keys) {
      this.#tracked.delete(key);
      // The command may send a corrected request.
      this.#prepared.delete(key);
    }
    // The error of the request is reported, not one of the journal.
    quietly(() => this.#save());
  }

  #note({ envelope }: Operation, { kind, id = '', verb }: WriteTarget, answer: JsonObject): void {
    if (this.#isOff) return;
    if (verb === 'delete') {
      const deleted = this.#tracked.get(recordKey(kind, id));
      if (deleted) deleted.after = null;
      return;
    }
    const record = envelope === null ? undefined : answer[envelope];
    if (!isObject(record) || typeof record.id !== 'string') return;
    const key = recordKey(kind, record.id);
    const known = this.#tracked.get(key);
    if (known?.isMixed) return;
    if (known) known.after = record as Doc;
    else if (verb === 'create' || verb === 'upsert')
      this.#tracked.set(key, { kind, id: record.id, before: null, after: record as Doc });
    if (kind === 'diagram' && this.#tracked.get(key)?.before === null)
      this.#noteContent(record as Doc, answer);
  }

  /** Notes the content that a diagram was created with. */
  #noteContent({ id, name }: Doc, { diagramContent: content }: JsonObject): void {
    if (!isObject(content) || content.id !== id) return;
    const it = { id, name: String(name), before: null, after: content as Doc };
    this.#tracked.set(recordKey('diagramContent', id), { kind: 'diagramContent', ...it });
  }

  async #giveUp(reason: string, isDelete: boolean): Promise<void> {
    this.turnOff();
    this.context.terminal.warn(`This change cannot be undone: ${reason.replace(/\.$/, '')}.`);
    if (isDelete) await this.context.confirm('Delete it anyway?');
  }

  #save(): void {
    const { world, stateDirectory, settings } = this.context;
    const all = [...this.#tracked.values()];
    const changes = all.flatMap(({ kind, name, before, after }) =>
      after === undefined ? [] : (changeOf(kind, before, after, name) ?? []),
    );
    const open = all.filter(({ after }) => after === undefined).map(openChangeOf);
    if (changes.length + open.length === 0 || !this.#place) {
      if (this.#file) removeEntry(this.#file);
      this.#file = undefined;
      return;
    }
    const isNew = this.#file === undefined;
    this.#file ??= newEntryFile(stateDirectory, world.now());
    const entry: JournalEntry = {
      format: 1,
      at: world.now().toISOString(),
      command: commandLine(this.context),
      place: { baseUrl: settings.account().baseUrl, ...this.#place, dataId: this.context.dataId },
      changes,
      ...(open.length > 0 && { open }),
    };
    writeEntry(this.#file, entry);
    if (isNew) trimJournal(stateDirectory, world.now());
  }
}

/** Whether the user turned recording off. */
export const isRecordingOff = ({ world, parsed }: Pick<Context, 'world' | 'parsed'>): boolean =>
  parsed.globals.noUndo === true || /^(off|false|no|0)$/i.test(world.env.ARCHCTL_UNDO ?? '');

/** The command line without secrets, cut to a bounded length. */
export function commandLine({ world, settings }: Context): string {
  const secret = settings.credentials()?.value.secret;
  const line = world.argv.map(shellWord).join(' ');
  return createRedactor(secret === undefined ? [] : [secret]).start(line, MAX_COMMAND).text;
}

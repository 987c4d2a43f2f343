import type { Doc, Fields, LinkSource } from '../../contract/doc.js';
import type { Kind, LinkFrom, RecordOf, RecordReader } from '../../contract/records.js';
import { cascadeOf, recordKey, referrersOf } from '../../contract/rules/cascade.js';
import { removedObjects, withoutRemovedEnds } from '../../contract/rules/diagrams/drawn.js';
import { detach, linksOf } from '../../contract/rules/links.js';
import { applyPatch } from '../../contract/rules/patch.js';
import type { Snapshot } from '../../contract/rules/undo/snapshot.js';

/** Records of a version in memory, on which requests have the same effects as in the service. */
export class ProjectedVersion implements RecordReader {
  readonly #records = new Map<Kind, Map<string, Doc>>();
  /** References to a record by its key, then by the key of the referring record. */
  readonly #incoming = new Map<string, Map<string, LinkFrom[]>>();

  constructor(current: Snapshot) {
    for (const { kind, doc } of current.all()) this.create(kind, doc);
  }

  get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined {
    return this.#records.get(kind)?.get(id) as RecordOf<K> | undefined;
  }

  incoming(kind: Kind, id: string, from?: LinkSource): readonly LinkFrom[] {
    const links = [...(this.#incoming.get(recordKey(kind, id))?.values() ?? [])].flat();
    if (!from) return links;
    const { kind: source, field } = from;
    return links.filter((it) => it.kind === source && (field === undefined || it.field === field));
  }

  ofVersion<K extends Kind>(kind: K): readonly { doc: RecordOf<K> }[] {
    return [...(this.#records.get(kind)?.values() ?? [])].map((doc) => ({ doc: doc as RecordOf<K> }));
  }

  create(kind: Kind, doc: Doc): void {
    this.#unlink(kind, doc.id);
    const ofKind = this.#records.get(kind) ?? new Map<string, Doc>();
    this.#records.set(kind, ofKind.set(doc.id, doc));
    for (const { kind: to, id, field, detail = null } of linksOf(kind, doc)) {
      const target = recordKey(to, id);
      const sources = this.#incoming.get(target) ?? new Map<string, LinkFrom[]>();
      const source = recordKey(kind, doc.id);
      sources.set(source, [...(sources.get(source) ?? []), { kind, id: doc.id, field, detail }]);
      this.#incoming.set(target, sources);
    }
  }

  /** Applies the body of an update; flows lose their references to drawn objects that it removes. */
  update(kind: Kind, id: string, body: Fields): void {
    const before: Doc | undefined = this.get(kind, id);
    if (before) this.#replace(kind, before, applyPatch(before, body).after);
  }

  /** Deletes a record with everything that depends on it; others lose their references. */
  delete(kind: Kind, id: string): void {
    const doc: Doc | undefined = this.get(kind, id);
    if (!doc) return;
    const deleted = cascadeOf(this, kind, doc);
    const referrers = referrersOf(this, deleted);
    for (const it of deleted.values()) {
      this.#unlink(it.kind, it.doc.id);
      this.#records.get(it.kind)?.delete(it.doc.id);
    }
    for (const { source, targets } of referrers) {
      const before: Doc = this.get(source.kind, source.doc.id) ?? source.doc;
      const after = targets.reduce((at, target) => detach(source.kind, at, target), before);
      this.#replace(source.kind, before, after);
    }
  }

  #replace(kind: Kind, before: Doc, after: Doc): void {
    this.create(kind, after);
    if (kind === 'modelObject' && before.domainId !== after.domainId) this.#moveChildren(after);
    if (kind !== 'diagramContent') return;
    const removed = removedObjects(before, after);
    for (const link of this.incoming('diagram', after.id, { kind: 'flow' })) {
      const flow: Doc | undefined = this.get('flow', link.id);
      const cleared = flow && withoutRemovedEnds(flow, removed);
      if (cleared) this.create('flow', cleared);
    }
  }

  /** Objects are in the domain of their parent. */
  #moveChildren({ id, domainId }: Doc): void {
    for (const link of this.incoming('modelObject', id, { kind: 'modelObject', field: 'parentId' }))
      this.update('modelObject', link.id, { domainId });
  }

  #unlink(kind: Kind, id: string): void {
    const doc: Doc | undefined = this.get(kind, id);
    for (const link of doc ? linksOf(kind, doc) : [])
      this.#incoming.get(recordKey(link.kind, link.id))?.delete(recordKey(kind, id));
  }
}

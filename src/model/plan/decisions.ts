import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf } from '../../contract/doc.js';
import { type DecisionDifference, decisionDifferences, namedDecision } from '../compare/diff-decisions.js';
import { RELATION_KEYS } from '../document/decision/fields.js';
import { listAt } from '../document/decision/references.js';
import { serviceStatusOf } from '../document/decision/status.js';
import { type Decision, elementOf, entriesOf as entriesIn, type Model } from '../document/element.js';
import { decisionHandle, decisionOwner, decisionsOf, identifyDecisions } from '../live/decisions.js';
import type { LiveLandscape } from '../live/landscape.js';
import type { Body, KeptElement, Prune, Step } from './plan-types.js';
import type { RecordIds } from './record-ids.js';

/** Steps for the decisions of a document. */

export interface DecisionsInput {
  wanted: Model;
  live: LiveLandscape;
  ids: RecordIds;
  diagramIds: ReadonlyMap<string, string>;
  prune: Prune;
}

export interface PlannedDecisions {
  steps: Step[];
  left: KeptElement[];
  /** Number of decisions that match. */
  same: number;
}

/** Placeholder for the id of a decision that the plan creates; the service assigns it. */
export const decisionPlaceholder = (handle: string): string => `{decision:${handle}}`;

/** Plans the decisions: new ones in the order of their numbers, then changes, then deletions. */
export function planDecisions(from: DecisionsInput): PlannedDecisions {
  const { wanted, live, diagramIds, prune } = from;
  const { landscape, decisions: records } = live;
  if (!records) return { steps: [], left: [], same: 0 };
  const decisions = wanted.decisions ?? [];
  const known = identifyDecisions(records, landscape.id, wanted);
  const current = decisionsOf(records, landscape.id, diagramIds, wanted);
  const differences = decisionDifferences(current, decisions);
  const builder = new Builder(from, known.records);
  const made = differences.filter(({ before }) => !before).sort(byNumber);
  const created = made.map(({ after }) => builder.create(after));
  const completed = made.flatMap(({ after }) => builder.complete(after));
  const changed = differences.filter(({ before, fields }) => before && fields.length > 0);
  const updated = changed.map((it) => builder.update(it));
  const ids = new Set(decisions.map(({ id }) => id));
  const deleted: Step[] = [];
  const left: KeptElement[] = [];
  for (const decision of current.filter(({ id }) => !ids.has(id))) {
    const record = known.records.get(decision.id) as Doc;
    const owner = decisionOwner(record, wanted);
    if (owner === 'nobody' && !wanted.decisions) continue;
    const named = namedDecision(decision);
    if (prune === 'all' || (prune === 'namespace' && owner !== 'nobody'))
      deleted.push({
        ...named,
        does: 'delete',
        operation: 'adrs.delete',
        recordId: record.id,
        fields: [],
        why: 'not in the document',
      });
    else
      left.push({
        ...named,
        owner,
        why: WHY[owner],
        isNew: owner !== 'nobody' || wanted.namespace === undefined,
      });
  }
  return {
    steps: [...created, ...completed, ...updated, ...deleted],
    left,
    same: differences.length - made.length - changed.length,
  };
}

const WHY = {
  own: '`prune` deletes it',
  adopted: 'adopted by a pull; `prune` deletes it',
  nobody: 'not owned by a namespace, and not adopted by a pull',
};

const byNumber = ({ after: a }: DecisionDifference, { after: b }: DecisionDifference): number =>
  (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER);

/** Fields of the file that the related items of the record contain. */
const ITEM_FIELDS: readonly string[] = ['diagrams', 'links', ...RELATION_KEYS];

class Builder {
  readonly #from: DecisionsInput;
  readonly #records: ReadonlyMap<string, Doc>;
  /** New decisions that have been created so far, by id. */
  readonly #created = new Set<string>();
  readonly #incomplete = new Set<string>();

  constructor(from: DecisionsInput, records: ReadonlyMap<string, Doc>) {
    this.#from = from;
    this.#records = records;
  }

  create(decision: Decision): Step {
    const handleId = this.#handle(decision);
    const { items, isWhole } = this.#items(decision, undefined);
    this.#created.add(decision.id);
    if (!isWhole) this.#incomplete.add(decision.id);
    return {
      ...namedDecision(decision),
      does: 'create',
      operation: 'adrs.create',
      recordId: decisionPlaceholder(handleId),
      body: {
        handleId,
        ...textsOf(decision, ['name', 'status', 'description', 'content']),
        relatedItems: items,
      },
      fields: [],
      why: 'in the document but not in the landscape',
    };
  }

  /** Relates a new decision to others that were created after it. */
  complete(decision: Decision): Step[] {
    if (!this.#incomplete.has(decision.id)) return [];
    return [
      {
        ...namedDecision(decision),
        does: 'update',
        operation: 'adrs.update',
        recordId: decisionPlaceholder(this.#handle(decision)),
        body: { relatedItems: this.#items(decision, undefined).items },
        fields: RELATION_KEYS.flatMap((field) => {
          const to = listAt(decision, field);
          return to.length > 0 ? [{ field, to }] : [];
        }),
        why: 'relates to a decision that was created after it',
      },
    ];
  }

  update({ after, fields }: DecisionDifference): Step {
    const record = this.#records.get(after.id) as Doc;
    const keys = fields.map(({ field }) => field);
    const body: Body = {
      ...textsOf(after, keys),
      ...(keys.some((it) => ITEM_FIELDS.includes(it)) && { relatedItems: this.#items(after, record).items }),
    };
    return {
      ...namedDecision(after),
      does: 'update',
      operation: 'adrs.update',
      recordId: record.id,
      body,
      ...(typeof record.commit === 'number' && { commit: record.commit }),
      before: Object.fromEntries(Object.keys(body).map((key) => [key, record[key] ?? null])),
      fields,
      why: 'differs from the document',
    };
  }

  #handle({ id, handleId }: Decision): string {
    const { wanted, live } = this.#from;
    return handleId ?? decisionHandle(live.landscape.id, wanted.namespace, id);
  }

  /** The record of a decision: existing, created before this step, or not created yet. */
  #recordOf(id: string): string | undefined {
    const record = this.#records.get(id);
    if (record) return record.id;
    const decision = this.#from.wanted.decisions?.find((it) => it.id === id);
    return decision && this.#created.has(id) ? decisionPlaceholder(this.#handle(decision)) : undefined;
  }

  /** Related items: those of the record that stay, with their ids, and new ones at the end. Drafts always stay. */
  #items(decision: Decision, record: Doc | undefined): { items: Record<string, unknown>; isWhole: boolean } {
    const { ids, wanted } = this.#from;
    const related = new Set(RELATION_KEYS.flatMap((key) => listAt(decision, key)));
    const decisions = [...related].map((id) => this.#recordOf(id));
    const targets: { key: string; item: Body }[] = [
      ...listAt(decision, 'diagrams')
        .filter((id) => elementOf(wanted, 'diagram', id) !== undefined)
        .map((id) => {
          const diagramId = ids.of('diagram', id);
          return { key: `diagram ${diagramId}`, item: { type: 'diagram', diagramId } };
        }),
      ...decisions.flatMap((adrId) =>
        adrId === undefined ? [] : [{ key: `adr ${adrId}`, item: { type: 'adr', adrId } }],
      ),
      ...entriesIn(decision.fields.links).map(({ url, name }) => ({
        key: `link ${String(url)}`,
        item: { type: 'link', link: { url, ...(name !== undefined && { customName: name }) } },
      })),
    ];
    const kept = entriesOf(record?.relatedItems).sort(([, a], [, b]) => Number(a.index) - Number(b.index));
    const items: Record<string, unknown> = {};
    for (const [id, item] of kept) if (item.type === 'draft') items[id] = item;
    let next = Math.max(-1, ...kept.map(([, { index }]) => Number(index ?? -1))) + 1;
    const known = new Map(kept.map(([id, item]) => [keyOfItem(item), [id, item] as const]));
    for (const { key, item } of targets) {
      const [id = ids.partId('related', decision.id, key), old] = known.get(key) ?? [];
      known.delete(key);
      const link = isObject(item.link) && {
        link: { id, index: 0, ...item.link, customName: item.link.customName ?? null },
      };
      items[id] = { ...item, ...link, id, index: old?.index ?? next++ };
    }
    return { items, isWhole: !decisions.includes(undefined) };
  }
}

function keyOfItem({ type, diagramId, adrId, draftId, link }: Readonly<Record<string, unknown>>): string {
  const target = diagramId ?? adrId ?? draftId ?? (isObject(link) ? link.url : '');
  return `${String(type)} ${String(target)}`;
}

/** Fields that the service has under the same names. */
function textsOf({ fields }: Decision, keys: readonly string[]): Body {
  const body: Record<string, unknown> = {};
  for (const key of keys) {
    if (key === 'status') body.status = serviceStatusOf(fields.status ?? 'draft');
    else if (['name', 'description', 'content'].includes(key)) body[key] = fields[key] ?? '';
  }
  return body;
}

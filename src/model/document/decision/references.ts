import { basename } from 'node:path';
import type { Decision, Value } from '../element.js';
import { RELATION_KEYS } from './fields.js';

/** References to decisions: by id, number (`12`, `ADR-0012`), file name or title. */

export interface DecisionIndex {
  /** The decision meant; undefined if there is none or more than one. */
  find(reference: string): Decision | undefined;
}

/** Indexes decisions. Ids take precedence over numbers, file names and titles. */
export function decisionIndex(decisions: readonly Decision[]): DecisionIndex {
  const byId = new Map<string, Decision>();
  const others = new Map<string, Decision | undefined>();
  const add = (key: string, decision: Decision): void => {
    const known = others.has(key) && others.get(key) !== decision;
    others.set(key, known ? undefined : decision);
  };
  for (const decision of decisions) {
    if (!byId.has(decision.id)) byId.set(decision.id, decision);
    const { number, fields, places } = decision;
    if (number !== undefined) add(`#${number}`, decision);
    if (places) add(basename(places.whole.file).toLowerCase(), decision);
    if (typeof fields.name === 'string') add(`=${fields.name.trim().toLowerCase()}`, decision);
  }
  const find = (reference: string): Decision | undefined => {
    const text = reference.trim();
    const [, digits] = /^(?:ADR[- ]?)?(\d{1,9})$/i.exec(text) ?? [];
    const keys = [
      ...(digits === undefined ? [] : [`#${Number(digits)}`]),
      basename(text).toLowerCase(),
      `=${text.toLowerCase()}`,
    ];
    return byId.get(text) ?? keys.map((key) => others.get(key)).find((it) => it !== undefined);
  };
  return { find };
}

/** Replaces the references of decisions by ids; unknown ones stay unchanged. */
export function withIds(decisions: readonly Decision[]): Decision[] {
  const { find } = decisionIndex(decisions);
  const resolved = (value: Value | undefined): readonly Value[] =>
    Array.isArray(value)
      ? [...new Set(value.map((it: Value) => (typeof it === 'string' ? (find(it)?.id ?? it) : it)))]
      : [];
  return decisions.map((decision) => {
    const relations = RELATION_KEYS.flatMap((key): [string, Value][] =>
      decision.fields[key] === undefined ? [] : [[key, resolved(decision.fields[key])]],
    );
    return relations.length === 0
      ? decision
      : { ...decision, fields: { ...decision.fields, ...Object.fromEntries(relations) } };
  });
}

/** `ADR-0012`; the id for a decision without a number. */
export const labelOf = ({ id, number }: Pick<Decision, 'id' | 'number'>): string =>
  number === undefined ? id : `ADR-${String(number).padStart(4, '0')}`;

/** `ADR-0012: Use PostgreSQL`, on one line. */
export function titleOf(decision: Pick<Decision, 'id' | 'number' | 'fields'>): string {
  const { name } = decision.fields;
  const title = typeof name === 'string' ? name.replace(/\s+/g, ' ').trim() : '';
  return title === '' ? labelOf(decision) : `${labelOf(decision)}: ${title}`;
}

/** The accepted decision that supersedes this one, or undefined. */
export function successorOf(decision: Decision, decisions: readonly Decision[]): Decision | undefined {
  const isSuccessor = (other: Decision): boolean =>
    other !== decision &&
    other.fields.status === 'accepted' &&
    (listAt(other, 'supersedes').includes(decision.id) ||
      listAt(decision, 'superseded-by').includes(other.id));
  return decisions.find(isSuccessor);
}

/** Whether a decision is accepted and not superseded. */
export const isInForce = (decision: Decision, decisions: readonly Decision[]): boolean =>
  decision.fields.status === 'accepted' && successorOf(decision, decisions) === undefined;

export const listAt = ({ fields }: Pick<Decision, 'fields'>, key: string): readonly string[] =>
  Array.isArray(fields[key]) ? (fields[key] as readonly string[]) : [];

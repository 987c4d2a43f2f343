import type { ADR_STATUSES } from '../../../contract/enums.js';

/** Statuses of decisions: those of the service, and those of the public forms MADR and Nygard. */

export const DECISION_STATUSES = [
  'draft',
  'proposed',
  'accepted',
  'rejected',
  'deprecated',
  'superseded',
] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];
export type ServiceStatus = (typeof ADR_STATUSES)[number];

/** A deprecated or superseded decision is no longer valid, which only `rejected` expresses in the service. */
const SERVICE_STATUSES: Readonly<Record<DecisionStatus, ServiceStatus>> = {
  draft: 'draft',
  proposed: 'draft',
  accepted: 'accepted',
  rejected: 'rejected',
  deprecated: 'rejected',
  superseded: 'rejected',
};

export const serviceStatusOf = (status: unknown): ServiceStatus =>
  SERVICE_STATUSES[status as DecisionStatus] ?? 'draft';

/** The status text of a file, with the decisions that it refers to. */
export interface WrittenStatus {
  /** Undefined for an unknown word. */
  status: DecisionStatus | undefined;
  /** Range of the word in the text. */
  from: number;
  to: number;
  /** References to decisions in "superseded by …". */
  supersededBy: readonly string[];
}

/** Reads `accepted`, `**Accepted** on 1 May`, or `superseded by [ADR-0005](0005-queues.md)`. */
export function readStatus(text: string): WrittenStatus {
  const found = /[A-Za-z]+/.exec(text);
  const word = found?.[0] ?? '';
  const from = found?.index ?? 0;
  const to = from + word.length;
  // adr-tools writes "superceded".
  const name = word.toLowerCase().replace(/^superceded$/, 'superseded');
  const status = DECISION_STATUSES.find((it) => it === name);
  const rest = status === 'superseded' ? text.slice(to) : '';
  return { status, from, to, supersededBy: decisionsNamedIn(rest) };
}

/** References to decisions in a line: targets of links, else `ADR-12`. */
export function decisionsNamedIn(text: string): string[] {
  const links = [...text.matchAll(/\]\(\s*<?([^()<>\s]+\.md)(?:#[^()\s]*)?>?\s*\)/gi)].map(
    ([, to = '']) => to,
  );
  if (links.length > 0) return links;
  return [...text.matchAll(/\bADR[- ]?\d{1,9}\b/gi)].map(([it]) => it.replace(' ', '-'));
}

/**
 * Data that the server of the inspector sends to its page. All texts are untrusted. Imports nothing, because the page has
 * no types of Node.
 */

/** Result of the verification of a delivery. */
export type InspectedResult = 'verified' | 'unverified' | 'rejected';

/** A delivery in the list. */
export interface InspectedRow {
  /** Id of the event. Rejected deliveries have an id in the same order; see `orderOf`. */
  id: string;
  /** RFC 3339. */
  receivedAt: string;
  result: InspectedResult;
  /** Reason of a result other than `verified`; null without a configured secret. */
  reason: string | null;
  duplicate: boolean;
  /** These are null if the body is not an event. */
  collection: string | null;
  operation: string | null;
  resourceId: string | null;
  name: string | null;
  /** Size of the body in bytes. */
  size: number;
}

/** Result of passing an event on. */
export interface InspectedOutcome {
  kind: 'forward' | 'program' | 'replay';
  /** RFC 3339. */
  at: string;
  /** Address without its query, or command. */
  target: string;
  /** Complete address, if it has a query; stored, but not sent to the page. */
  url?: string;
  /** Status of the response or exit code; null if there is none. */
  result: number | null;
  succeeded: boolean;
  ms: number;
  /** Error, or start of the output or of the response. */
  text: string;
}

/** Change of a field; values are JSON. */
export interface InspectedChange {
  /** Dotted path below `before` and `after`. */
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before?: unknown;
  after?: unknown;
}

/** A delivery in full. Secrets and signatures are redacted. */
export interface InspectedEvent {
  row: InspectedRow;
  /** One sentence about the result. */
  explanation: string;
  /** Further facts for people. */
  facts: readonly (readonly [label: string, value: string])[];
  /** In the order of the request, repeated ones listed separately. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Body in base64; null if it was not received completely. */
  body: string | null;
  /** Changes between `before` and `after`. */
  changes: readonly InspectedChange[];
  /** Changes of version counters and timestamps. */
  versionChanges: readonly InspectedChange[];
  /** Whether it can be replayed: rejected deliveries cannot. */
  canReplay: boolean;
}

/** A part of the list, newest first. */
export interface InspectedPage {
  rows: readonly InspectedRow[];
  outcomes: readonly OutcomeOf[];
  /** Id to request the next part with; null at the end. */
  next: string | null;
  /** Number of stored events that cannot be read. */
  damaged: number;
}

export interface OutcomeOf {
  id: string;
  outcome: InspectedOutcome;
}

/** Changes of the list. */
export interface InspectedChanges {
  rows: readonly InspectedRow[];
  /** Ids of deliveries that are no longer available. */
  removed: readonly string[];
  outcomes: readonly OutcomeOf[];
}

/** Facts about the server of the inspector, sent when a page connects. */
export interface InspectorFacts {
  /** Whether a listener runs in the same process. */
  isListening: boolean;
  /** Suggested target of test events: the listener. */
  testTarget: string;
  /** Suggested target of replays: the first target of the listener. */
  replayTarget: string;
  collections: readonly string[];
  operations: readonly string[];
  /** Deliberate defects of test events. */
  breaks: readonly string[];
}

/** Key that sorts by arrival: the id without its kind. */
export const orderOf = ({ id }: Pick<InspectedRow, 'id'>): string => id.slice(id.indexOf('_') + 1);

import type { InspectedOutcome } from '../inspect/types.js';
import { addressOf, outcomeFile } from './outcome-file.js';

/** Last result of an event at a target or program of a listener. */
export interface TargetResult {
  kind: 'forward' | 'program';
  /** Address without its query, or command. */
  target: string;
  /** Time of the last attempt, RFC 3339. */
  at: string;
  /** Status of the response or exit code; null if there is none. */
  result: number | null;
  succeeded: boolean;
  /** Number of attempts, including replays. */
  attempts: number;
  /** Error, or start of the output or of the response. */
  text: string;
}

/** Results of the events, as listeners and replays stored them. */
/** Whether all targets and programs handled an event; null if it was not passed on. */
export type DeliveryState = 'delivered' | 'failed' | null;

export interface StoredResults {
  /** In the order of the first attempts; empty for an event that was not passed on. */
  of(id: string): readonly TargetResult[];
  stateOf(id: string): DeliveryState;
  /** Ids of the events that at least one target or program has not handled. */
  failedIds(): ReadonlySet<string>;
  /** Complete address of a target. */
  addressOf(result: TargetResult): string;
}

/** Reads the last result of each event at each target. A replay to a target of a listener replaces its result. */
export function readResults(directory: string): StoredResults {
  const events = new Map<string, Map<string, TargetResult>>();
  const addresses = new WeakMap<TargetResult, string>();
  for (const { id, outcome } of outcomeFile(directory).takeNew()) {
    const targets = events.get(id) ?? new Map<string, TargetResult>();
    events.set(id, targets);
    const address = addressOf(outcome);
    const earlier = targets.get(address);
    // Replays to other addresses are tests of the user.
    if (outcome.kind === 'replay' && !earlier) continue;
    const result = resultOf(outcome, earlier);
    targets.set(address, result);
    addresses.set(result, address);
  }
  const of = (id: string): readonly TargetResult[] => [...(events.get(id)?.values() ?? [])];
  const stateOf = (id: string): DeliveryState => {
    const all = of(id);
    if (all.length === 0) return null;
    return all.every(({ succeeded }) => succeeded) ? 'delivered' : 'failed';
  };
  return {
    ...{ of, stateOf },
    failedIds: () => new Set([...events.keys()].filter((id) => stateOf(id) === 'failed')),
    addressOf: (result) => addresses.get(result) ?? result.target,
  };
}

const resultOf = (
  { kind, target, at, result, succeeded, text }: InspectedOutcome,
  earlier: TargetResult | undefined,
): TargetResult => ({
  kind: kind === 'replay' ? (earlier?.kind ?? 'forward') : kind,
  ...{ target, at, result, succeeded },
  attempts: (earlier?.attempts ?? 0) + 1,
  text,
});

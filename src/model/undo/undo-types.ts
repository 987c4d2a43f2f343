import type { Kind } from '../../contract/records.js';
import type { Plan } from '../plan/plan-types.js';

/** A record that cannot be restored, because it was changed since or depends on a missing record. */
export interface UndoConflict {
  kind: Kind;
  id: string;
  name: string;
  /** Why, as the end of a sentence about the record. */
  why: string;
  /** Whether `--force` overwrites it. */
  canForce: boolean;
}

/** The plan that restores the previous state of records, and what it cannot restore. */
export interface UndoPlan {
  plan: Plan;
  conflicts: readonly UndoConflict[];
}

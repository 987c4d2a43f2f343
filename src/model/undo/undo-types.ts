import type { Fields } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import type { RecordChange } from '../../contract/rules/undo/record-change.js';
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
  /** Root objects that the plan deletes with their domains: they have other ids if the domains are created again. */
  roots: readonly RecordChange[];
}

/** Restores the previous state of one record, or a part of it. */
export type UndoOperation =
  | {
      does: 'create';
      change: RecordChange;
      /** Fields of the request; of a diagram, with its content. */
      body: Fields;
    }
  | {
      does: 'update';
      change: RecordChange;
      /** Previous values of the fields to restore. */
      wanted: Fields;
      /** Commit of the current record. */
      commit?: number;
    }
  | { does: 'delete'; change: RecordChange };

import * as z from 'zod/mini';
import type { Snapshot } from '../snapshots.js';
import type { RouteTable } from './answer.js';
import { readInput } from './input.js';

/** Snapshot operations of the control API. */
export interface SnapshotControl {
  list(): Snapshot[];
  get(name: string): Snapshot;
  save(name: string, replace: boolean): Snapshot;
  /** Restores everything and cancels running jobs; the caller's key stays valid. */
  load(name: string): Snapshot;
  remove(name: string): void;
}

const saveInput = z.strictObject({ name: z.string(), replace: z.optional(z.boolean()) });

/** Routes of `/sandbox/snapshots…`, which save and restore the whole sandbox under a name. */
export const snapshotRoutes = (control: SnapshotControl): RouteTable => ({
  '/sandbox/snapshots': {
    GET: () => ({ snapshots: control.list() }),
    POST: async (asked) => {
      const { name, replace = false } = await readInput(saveInput, asked);
      return { snapshot: control.save(name, replace) };
    },
  },
  '/sandbox/snapshots/{}': {
    GET: (_asked, [name = '']) => ({ snapshot: control.get(name) }),
    DELETE: (_asked, [name = '']) => {
      control.remove(name);
      return {};
    },
  },
  '/sandbox/snapshots/{}/load': { POST: (_asked, [name = '']) => ({ snapshot: control.load(name) }) },
});

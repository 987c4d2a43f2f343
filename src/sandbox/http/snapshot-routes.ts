import * as z from 'zod/mini';
import type { Snapshot } from '../snapshots.js';
import type { RouteTable } from './answer.js';
import { readInput } from './input.js';

/** What the control API does with snapshots. */
export interface SnapshotControl {
  list(): Snapshot[];
  get(name: string): Snapshot;
  save(name: string, replace: boolean): Snapshot;
  /** Puts everything back; what is under way is called off, and the key that asks stays good. */
  load(name: string): Snapshot;
  remove(name: string): void;
}

const saveInput = z.strictObject({ name: z.string(), replace: z.optional(z.boolean()) });

/** `/sandbox/snapshots…`: everything the sandbox holds, kept under a name and put back. */
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

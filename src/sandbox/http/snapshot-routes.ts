import type { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Snapshot } from '../snapshots.js';
import type { Surroundings } from './guard.js';
import { readInput } from './input.js';

type Guarded = (request: Request, make: () => Promise<unknown> | unknown) => Promise<Response>;

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
export function snapshotRoutes(app: Hono<Surroundings>, guarded: Guarded, control: SnapshotControl): void {
  app.get('/snapshots', ({ req }) => guarded(req.raw, () => ({ snapshots: control.list() })));
  app.get('/snapshots/:name', ({ req }) =>
    guarded(req.raw, () => ({ snapshot: control.get(req.param('name')) })),
  );
  app.post('/snapshots', ({ req }) =>
    guarded(req.raw, async () => {
      const { name, replace = false } = await readInput(saveInput, req.raw);
      return { snapshot: control.save(name, replace) };
    }),
  );
  app.post('/snapshots/:name/load', ({ req }) =>
    guarded(req.raw, () => ({ snapshot: control.load(req.param('name')) })),
  );
  app.delete('/snapshots/:name', ({ req }) =>
    guarded(req.raw, () => {
      control.remove(req.param('name'));
      return {};
    }),
  );
}

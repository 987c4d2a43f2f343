import * as z from 'zod/mini';
import { exportOptions } from '../../contract/resources/diagram-export.js';
import { drawPng, drawSvg } from '../../drawing/index.js';
import type { Schedule } from '../schedule.js';
import type { ExportRow } from '../store/exports.js';
import type { Store } from '../store/store.js';
import { isStoreFault } from '../store/trouble.js';
import { sceneOf } from './picture.js';

export interface JobSettings {
  store: Store;
  schedule: Schedule;
  now: () => Date;
  /** Directory of the renderer's fonts. */
  fontDir: string;
  /** How long a job takes at least, in milliseconds. */
  delayMs: number;
  failing: () => boolean;
}

/** Milliseconds to the next try of a job whose outcome could not be written. */
const STORE_WAIT = 2_000;

/**
 * Diagram exports in the background. A job lives in the database from its first moment, so one that was running when
 * the sandbox stopped is taken up again by `resume`.
 */
export function exportJobs({ store, schedule, now, fontDir, delayMs, failing }: JobSettings) {
  const waiting = new Map<string, () => void>();
  const running = new Set<Promise<void>>();
  let closed = false;

  /** A reset empties the store, also under a job that runs. */
  const isGone = ({ id }: ExportRow): boolean => closed || store.exports.get(id) === undefined;

  /** Draws the picture of a job; answers what is to be written of it. */
  const draw = async (row: ExportRow): Promise<() => void> => {
    const { record } = row;
    if (failing()) throw new Error('The export failed because the sandbox was told to let it fail.');
    const options = z.parse(exportOptions, record.options ?? {});
    const found = sceneOf(store.records, {
      versionId: String(record.versionId),
      organizationId: String(store.records.get('landscape', row.landscapeId)?.organizationId),
      diagramId: String(record.diagramId),
      options,
    });
    if (!found) throw new Error('The diagram was deleted before it was exported.');
    const { maxWidth } = options;
    const { svg } = await drawSvg(found.scene);
    const png = await drawPng(svg, { fontDir, ...(maxWidth !== undefined && { maxWidth }) });
    return () => {
      store.exports.put({ ...row, status: 'done', record: { ...record, completedAt: now().toISOString() } });
      store.exports.keepFiles(row.id, { svg: Buffer.from(svg), png: Buffer.from(png) });
    };
  };

  const run = async (row: ExportRow): Promise<void> => {
    try {
      const write = await draw(row).catch((error: unknown) => {
        if (isStoreFault(error)) throw error;
        const failed = { ...row.record, error: error instanceof Error ? error.message : String(error) };
        return () => store.exports.put({ ...row, status: 'failed', record: failed });
      });
      if (!isGone(row)) store.transaction(write);
    } catch (error) {
      store.watch.failed(error);
      // The job is in the database, so it can be done once there is room.
      if (!closed && isStoreFault(error)) start(row, STORE_WAIT);
    }
  };

  const start = (row: ExportRow, wait = delayMs): void => {
    const begin = () => {
      waiting.delete(row.id);
      const job = run(row).finally(() => running.delete(job));
      running.add(job);
    };
    waiting.set(row.id, schedule(begin, wait));
  };

  return {
    start: (row: ExportRow): void => start(row),
    /** Takes up what an earlier process left unfinished. */
    resume: (): void => {
      for (const row of store.exports.running()) start(row);
    },
    /** Forgets every job, e.g. on a reset. */
    cancel: (): void => {
      for (const stop of waiting.values()) stop();
      waiting.clear();
    },
    count: (): number => waiting.size + running.size,
    /** Stops; what has not begun stays in the database for the next start. */
    async close(): Promise<void> {
      closed = true;
      for (const stop of waiting.values()) stop();
      await Promise.allSettled(running);
    },
  };
}

export type ExportJobs = ReturnType<typeof exportJobs>;

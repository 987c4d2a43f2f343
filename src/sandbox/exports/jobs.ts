import * as z from 'zod/mini';
import { exportOptions } from '../../contract/resources/diagram-export.js';
import { drawPng, drawSvg, embedFont } from '../../drawing/index.js';
import { jobRunner } from '../jobs.js';
import type { Schedule } from '../schedule.js';
import type { ExportRow, FileType } from '../store/exports.js';
import type { Store } from '../store/store.js';
import { landscapeFile } from './landscape-file.js';
import { sceneOf } from './picture.js';

export interface JobSettings {
  store: Store;
  schedule: Schedule;
  now: () => Date;
  /** Directory with the renderer's fonts. */
  fontDir: string;
  /** Minimum duration of a job, in milliseconds. */
  delayMs: number;
  failing: () => boolean;
  /** Aborts when the sandbox closes; the next start runs the job again. */
  signal: AbortSignal;
}

type Files = Partial<Record<FileType, Buffer>>;

/** Runs exports of diagrams and landscapes in the background. */
export function exportJobs({ store, schedule, now, fontDir, delayMs, failing, signal }: JobSettings) {
  const { exports } = store;
  const make = async (row: ExportRow): Promise<Files> => {
    if (failing()) throw new Error('The export failed because the sandbox is set to fail exports.');
    return row.type === 'diagram' ? draw(store, row, fontDir) : landscapeFile(store, row, fontDir, signal);
  };
  return jobRunner<ExportRow>({
    store,
    schedule,
    delayMs,
    exists: ({ id }) => exports.get(id) !== undefined,
    unfinished: exports.running,
    work: async (row) => {
      const files = await make(row);
      return () => {
        exports.put({ ...row, status: 'done', record: { ...row.record, completedAt: now().toISOString() } });
        exports.keepFiles(row.id, files);
      };
    },
    fail: (row, error) => {
      const message = error instanceof Error ? error.message : String(error);
      exports.put({ ...row, status: 'failed', record: { ...row.record, error: message } });
    },
  });
}

/** Renders the pictures of a diagram export. */
async function draw(store: Store, { record, landscapeId }: ExportRow, fontDir: string): Promise<Files> {
  const options = z.parse(exportOptions, record.options ?? {});
  const found = sceneOf(store.records, {
    versionId: String(record.versionId),
    organizationId: String(store.records.get('landscape', landscapeId)?.organizationId),
    diagramId: String(record.diagramId),
    options,
  });
  if (!found) throw new Error('The diagram was deleted before it was exported.');
  const { maxWidth } = options;
  const { svg } = await drawSvg(found.scene);
  const png = await drawPng(svg, { fontDir, ...(maxWidth !== undefined && { maxWidth }) });
  return { svg: Buffer.from(await embedFont(svg, fontDir)), png: Buffer.from(png) };
}

export type ExportJobs = ReturnType<typeof exportJobs>;

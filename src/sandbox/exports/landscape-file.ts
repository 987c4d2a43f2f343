import * as z from 'zod/mini';
import type { LANDSCAPE_EXPORT_TYPES } from '../../contract/enums.js';
import {
  type LandscapeExportOptions,
  landscapeExportFilter,
  landscapeExportOptions,
} from '../../contract/resources/landscape-export.js';
import {
  connectionsCsv,
  type DocumentModel,
  filterProblems,
  htmlOf,
  llmsOf,
  markdownOf,
  objectsCsv,
  printedLines,
  selectPart,
  versionExport,
  versionExportV2,
} from '../../documents/index.js';
import { drawPdf, drawSvg, drawTextPages } from '../../drawing/index.js';
import type { ExportRow, FileType } from '../store/exports.js';
import type { Store } from '../store/store.js';
import { sceneOf } from './picture.js';
import { versionModel } from './version-model.js';

type ExportType = (typeof LANDSCAPE_EXPORT_TYPES)[number];

export const FILE_OF: Readonly<Record<ExportType, FileType>> = {
  pdf: 'pdf',
  markdown: 'md',
  html: 'html',
  llms: 'txt',
  json: 'json',
  'object-csv': 'csv',
  'connection-csv': 'csv',
};

/** Input for writing one document. */
interface Work {
  model: DocumentModel;
  options: LandscapeExportOptions;
  /** Pictures of the model's diagrams by diagram id. */
  pictures: () => Promise<Map<string, string>>;
  fontDir: string;
  createdAt: string;
  signal: AbortSignal;
}

const WRITERS: Readonly<Record<ExportType, (work: Work) => Promise<Uint8Array | string> | string>> = {
  markdown: ({ model }) => markdownOf(model),
  llms: ({ model }) => llmsOf(model),
  html: async ({ model, pictures }) => htmlOf(model, await pictures()),
  json: ({ model, options }) =>
    `${JSON.stringify(options.schema === 'v2' ? versionExportV2(model) : versionExport(model), null, 2)}\n`,
  'object-csv': ({ model }) => objectsCsv(model),
  'connection-csv': ({ model }) => connectionsCsv(model),
  pdf: printed,
};

/** Writes a PDF: the text of the model, then one page per diagram. */
async function printed({ model, options, pictures, fontDir, createdAt, signal }: Work): Promise<Uint8Array> {
  const orientation = options.orientation ?? 'portrait';
  const text = await drawTextPages(printedLines(model), orientation);
  const drawn = await pictures();
  const pages = [
    ...text.map((svg, at) => ({ title: at === 0 ? model.title : `${model.title}, page ${at + 1}`, svg })),
    ...model.diagrams.flatMap(({ id, name }) => {
      const svg = drawn.get(id);
      return svg === undefined ? [] : [{ title: name, svg }];
    }),
  ];
  return drawPdf(pages, { fontDir, title: model.title, createdAt: new Date(createdAt), orientation, signal });
}

/** Returns the file of a landscape export, with the model's state when the job starts. Rejects when the signal aborts. */
export async function landscapeFile(
  store: Store,
  { record, landscapeId }: ExportRow,
  fontDir: string,
  signal: AbortSignal,
): Promise<Partial<Record<FileType, Buffer>>> {
  const { records } = store;
  const options = z.parse(landscapeExportOptions, record.options ?? {});
  const filter = z.parse(landscapeExportFilter, record.filter ?? {});
  const place = { versionId: String(record.versionId), draftId: options.draftId };
  const whole = versionModel(records, { ...place, landscapeId });
  const problems = filterProblems(whole, filter);
  if (problems.length > 0) throw new Error(`The export's subject no longer exists: ${problems[0]}`);
  const model = selectPart(whole, filter);
  const organizationId = String(records.get('landscape', landscapeId)?.organizationId);
  const pictures = async (): Promise<Map<string, string>> => {
    const drawn = new Map<string, string>();
    for (const { id: diagramId } of model.diagrams) {
      signal.throwIfAborted();
      const found = sceneOf(records, {
        versionId: place.versionId,
        organizationId,
        diagramId,
        options: { draftId: options.draftId },
      });
      if (found) drawn.set(diagramId, (await drawSvg(found.scene)).svg);
    }
    return drawn;
  };
  const type = record.type as ExportType;
  const written = await WRITERS[type]({
    model,
    options,
    pictures,
    fontDir,
    createdAt: String(record.createdAt),
    signal,
  });
  return { [FILE_OF[type]]: Buffer.from(written) };
}

import { id, name } from '../../cli/command/columns.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import type { Client } from '../../client/client.js';
import type { Column } from '../../terminal/types.js';
import { downloadFile } from './output/download-file.js';

/** Columns of a diagram thumbnail. */
export const DIAGRAM_THUMBNAIL: readonly Column[] = [
  id,
  name,
  { key: 'type', priority: 3 },
  { key: 'url', header: 'URL', priority: 1 },
  { key: 'expires', kind: 'time', priority: 2 },
  { key: 'modelId', header: 'Model object', kind: 'id', of: 'object', priority: 4 },
];

/** Temporary address of the picture of a record. */
interface Thumbnail {
  id: string;
  url: string;
}

/** The thumbnail as a record, or its picture in `--out`. */
export async function thumbnailOutcome(
  context: Context,
  client: Client,
  thumbnail: Thumbnail,
  columns: readonly Column[],
  target: string | undefined,
): Promise<Outcome> {
  if (target === undefined) return { kind: 'record', record: thumbnail, columns };
  const { file, isStdout } = await downloadFile(context, client, thumbnail.url, target);
  if (isStdout) return { kind: 'nothing' };
  context.terminal.success(`Wrote ${file.path}.`);
  return {
    kind: 'record',
    record: { ...file, thumbnail },
    columns: [
      { key: 'path' },
      { key: 'bytes', kind: 'number' },
      { key: 'sha256', header: 'SHA-256', kind: 'id', priority: 5 },
    ],
  };
}

import type { Context, Outcome } from '../../cli/command/spec.js';
import type { Client } from '../../client/client.js';
import type { Column } from '../../terminal/types.js';
import { downloadFile } from './download-file.js';

/** Where the picture of one record is for a while. */
interface Thumbnail {
  id: string;
  url: string;
}

/** The thumbnail as a record, or its picture in `--file`. */
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

import { id, name } from '../../cli/command/columns.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import type { Column } from '../../terminal/types.js';
import { downloadFile } from './download-file.js';

const DIAGRAM_THUMBNAIL: readonly Column[] = [
  id,
  name,
  { key: 'type', priority: 3 },
  { key: 'url', header: 'URL', priority: 1 },
  { key: 'expires', kind: 'time', priority: 2 },
];

/** The thumbnail of a diagram as a command answers it: where it is, or the picture in a file. */
export async function shownThumbnail(
  { client: open, world, terminal }: Context,
  thumbnail: { url: string },
  file: string | undefined,
): Promise<Outcome> {
  if (file === undefined) return { kind: 'record', record: thumbnail, columns: DIAGRAM_THUMBNAIL };
  const client = await open();
  const written = await downloadFile(client, thumbnail.url, file, world.cwd, world.signal);
  terminal.success(`Wrote ${written.file.path}.`);
  if (written.isStdout) return { kind: 'nothing' };
  return {
    kind: 'record',
    record: { ...written.file, thumbnail },
    columns: [
      { key: 'path' },
      { key: 'bytes', kind: 'number' },
      { key: 'sha256', header: 'SHA-256', kind: 'id', priority: 5 },
    ],
  };
}

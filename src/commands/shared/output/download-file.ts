import type { Context, Outcome } from '../../../cli/command/spec.js';
import type { Client } from '../../../client/client.js';
import { type Output, writeOutput } from './output-file.js';

/**
 * Downloads a file that the service links to, completely or not at all. The key is sent only to the service's own
 * origin.
 */
export async function downloadFile(
  context: Pick<Context, 'world'>,
  client: Client,
  url: string,
  file: string,
): Promise<Output> {
  let output: Output = { file: { path: file, bytes: 0, sha256: '' }, isStdout: false };
  await client.download(url, {
    signal: context.world.signal,
    into: async (pieces) => {
      output = await writeOutput(context, file, pieces);
    },
  });
  return output;
}

/** Writes the file that the service links to; without `file`, returns its URL. */
export async function downloadOutcome(
  context: Context,
  client: Client,
  url: string,
  given: string | undefined,
): Promise<Outcome> {
  if (given === undefined)
    return { kind: 'record', record: { url }, columns: [{ key: 'url', header: 'URL' }] };
  const { file, isStdout } = await downloadFile(context, client, url, given);
  if (isStdout) return { kind: 'nothing' };
  context.terminal.success(`Wrote ${file.path}.`);
  return {
    kind: 'record',
    record: { url, ...file },
    columns: [{ key: 'path' }, { key: 'bytes', kind: 'number' }],
  };
}

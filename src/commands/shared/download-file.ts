import type { Context } from '../../cli/command/spec.js';
import type { Client } from '../../client/client.js';
import { type Output, writeOutput } from './output-file.js';

/** Fetches a file the service linked to into a file, whole or not at all; the key goes to the service's own origin only. */
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

import type { Context } from '../../cli/command/spec.js';
import type { Client } from '../../client/client.js';
import { type Output, writeOutput } from './output-file.js';

/** Fetches a file the service linked to and writes it whole; the key goes to the service's own origin only. */
export async function downloadFile(
  context: Pick<Context, 'world'>,
  client: Client,
  url: string,
  file: string,
): Promise<Output> {
  const response = await client.download(url, { signal: context.world.signal });
  return writeOutput(context, file, await response.body.bytes());
}

import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { writeAtomically } from '../../base/files.js';
import type { Client } from '../../client/client.js';

export interface DownloadedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** Fetches a file the service linked to and writes it whole; the key goes to the service's own origin only. */
export async function downloadFile(
  client: Client,
  url: string,
  file: string,
  cwd: string,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  const response = await client.download(url, { signal });
  const bytes = await response.body.bytes();
  writeAtomically(resolve(cwd, file), bytes);
  return { path: file, bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
}

import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { writeFile } from '../../base/write-file.js';
import type { Client } from '../../client/client.js';

export interface DownloadedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** A file as it was written; `isStdout` where it went to stdout itself, and nothing else belongs there. */
export interface Download {
  file: DownloadedFile;
  isStdout: boolean;
}

/** Fetches a file the service linked to and writes it whole; the key goes to the service's own origin only. */
export async function downloadFile(
  client: Client,
  url: string,
  file: string,
  cwd: string,
  signal: AbortSignal,
): Promise<Download> {
  const response = await client.download(url, { signal });
  const bytes = await response.body.bytes();
  const { isStdout } = await writeFile(resolve(cwd, file), bytes, signal);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { file: { path: file, bytes: bytes.byteLength, sha256 }, isStdout };
}

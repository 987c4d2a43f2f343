import { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OutputStream } from '../base/direct-output.js';
import { MAX_BODY_BYTES } from './http-handler.js';
import { createServer } from './server.js';
import { type LineError, messageLines } from './stdio-lines.js';
import type { Workspace } from './workspace.js';

export interface StdioOptions {
  stdin: AsyncIterable<Uint8Array | string>;
  stdout: OutputStream;
  /** Ends the server. */
  signal: AbortSignal;
  report(error: unknown): void;
}

/** Serves one client over stdin and stdout, in the current and previous protocol versions, until it disconnects. */
export async function serveOverStdio(
  workspace: Workspace,
  { stdin, stdout, signal, report }: StdioOptions,
): Promise<void> {
  const output = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => void stdout.write(chunk, done),
  });
  const refuse = (error: LineError): void => void output.write(`${JSON.stringify(error)}\n`);
  const input = Readable.from(messageLines(stdin, MAX_BODY_BYTES, refuse), { objectMode: false });
  // The transport adds listeners for each answer that waits to be written.
  output.setMaxListeners(0);
  const transport = new StdioServerTransport(input, output);
  const ended = new Promise<void>((resolve) => {
    input.once('close', resolve);
    output.once('close', resolve);
    output.once('error', () => resolve());
    stdout.on('error', () => resolve());
    signal.addEventListener('abort', () => resolve());
    if (signal.aborted) resolve();
  });
  const handle = serveStdio(() => createServer(workspace, report), { transport, onerror: report });
  await ended;
  await handle.close();
}

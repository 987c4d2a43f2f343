/** The official client, connected to `archctl mcp` in this process. */

import { PassThrough, Writable } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { run } from '../../src/cli/run/run.js';
import type { Send } from '../../src/client/send/wire.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import type { Machine, Process } from './world.js';

/** Protocol versions by their name in tests. */
export const VERSIONS = { previous: '2025-11-25', current: '2026-07-28' } as const;
export type Version = keyof typeof VERSIONS;

export interface Answer {
  isError: boolean;
  /** Structured content. */
  data: Record<string, unknown>;
  /** The same as text. */
  text: string;
  content: readonly { type: string; text?: string; data?: string; mimeType?: string }[];
}

export interface Connected {
  client: Client;
  process: Process;
  /** Exit code of the server. */
  ended: Promise<number>;
  /** Lines that the server wrote to stdout. */
  lines: string[];
  call(name: string, input?: Record<string, unknown>): Promise<Answer>;
  /** Closes stdin, as a client that ends or dies. */
  disconnect(): void;
}

export interface ConnectOptions {
  version?: Version;
  transport?: Send;
  env?: Record<string, string>;
}

/** Starts the server with these arguments, and connects a client. */
export async function connect(
  machine: Machine,
  argv: readonly string[],
  { version = 'current', transport, env = {} }: ConnectOptions = {},
): Promise<Connected> {
  const process = machine.process(['mcp', ...argv], { env, ...(transport && { transport }) });
  const stdin = Object.assign(new PassThrough(), { isTTY: false });
  const lines: string[] = [];
  let rest = '';
  const wire = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    onerror: undefined as ((error: Error) => void) | undefined,
    start: async () => {},
    send: async (message: unknown) => void stdin.write(`${JSON.stringify(message)}\n`),
    close: async () => {
      stdin.end();
      wire.onclose?.();
    },
  };
  process.world.stdin = stdin;
  process.world.stdout = new Writable({
    write(chunk, _encoding, done) {
      rest += String(chunk);
      const whole = rest.split('\n');
      rest = whole.pop() ?? '';
      for (const line of whole) {
        lines.push(line);
        // Anything but protocol fails here.
        wire.onmessage?.(JSON.parse(line) as never);
      }
      done();
    },
  });
  const ended = run(['mcp', ...argv], process.world, REGISTRY);
  const mode = version === 'current' ? { pin: VERSIONS.current } : ('legacy' as const);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(wire as never);
  return {
    client,
    process,
    ended,
    lines,
    disconnect: () => void stdin.end(),
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input });
      const content = result.content as Answer['content'];
      return {
        isError: result.isError === true,
        data: result.structuredContent as Answer['data'],
        text: content.find(({ type }) => type === 'text')?.text ?? '',
        content,
      };
    },
  };
}

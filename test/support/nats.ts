/** A real NATS server with JetStream on a free port, which can be killed and started again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { follow } from './binary.js';

let missing: boolean | undefined;

/** True, after a note, if nats-server is not installed. */
export function isNatsMissing(): boolean {
  if (missing === undefined) {
    missing = spawnSync('nats-server', ['--version']).error !== undefined;
    if (missing) process.stderr.write('Tests of the broker are skipped: nats-server is not installed.\n');
  }
  return missing;
}

export interface NatsServer {
  readonly port: number;
  /** URL of a stream. */
  url(stream: string): string;
  /** Kills the server with SIGKILL, and starts it again with the same port and data. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export async function natsServer(...args: string[]): Promise<NatsServer> {
  const directory = mkdtempSync(join(tmpdir(), 'archctl-nats-'));
  let port = -1;
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-sd', directory, ...args]);
    const running = follow(child);
    const [, found] = await running.until(/client connections on 127\.0\.0\.1:(\d+)/, 'stderr');
    port = Number(found);
    await running.until(/Server is ready/, 'stderr');
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    get port() {
      return port;
    },
    url: (stream) => `nats://127.0.0.1:${port}/${stream}`,
    async restart() {
      await kill();
      await start();
    },
    kill,
    async remove() {
      await kill();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

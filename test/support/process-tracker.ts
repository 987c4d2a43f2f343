/** Tracks which processes live: each holds a connection, which the system closes when it ends. */

import { createServer, type Socket } from 'node:net';

export interface ProcessTracker {
  /**
   * JavaScript (CommonJS) of a tracked process: connects under a name, and defines `report(text)`. Names are unique:
   * reports of an earlier process of the same name would count for a later one.
   */
  script(name: string): string;
  /** Resolves when a process of that name has connected. */
  started(name: string): Promise<void>;
  /** Resolves when a process of that name has reported that text. */
  reported(name: string, text: string): Promise<void>;
  /** Resolves when every process of that name has ended. */
  ended(name: string): Promise<void>;
  isRunning(name: string): boolean;
  close(): Promise<void>;
}

export async function openProcessTracker(): Promise<ProcessTracker> {
  const living = new Map<Socket, string>();
  const texts = new Map<string, string>();
  const waiting = new Set<() => void>();
  const changed = (): void => {
    for (const look of waiting) look();
  };
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const name = living.get(socket) ?? chunk.slice(0, chunk.indexOf('\n'));
      living.set(socket, name);
      texts.set(name, `${texts.get(name) ?? ''}${chunk}`);
      changed();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      living.delete(socket);
      changed();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  const isRunning = (name: string): boolean => [...living.values()].includes(name);
  return {
    script: (name) => `
      const connection = require('node:net').connect(${port}, '127.0.0.1');
      connection.write(${JSON.stringify(`${name}\n`)});
      const report = (text, then) => connection.write(text, then);
      connection.on('error', () => {});
    `,
    started: (name) => until(() => texts.has(name)),
    reported: (name, text) => until(() => texts.get(name)?.includes(text) ?? false),
    ended: (name) => until(() => texts.has(name) && !isRunning(name)),
    isRunning,
    close: () =>
      new Promise((resolve) => {
        for (const socket of living.keys()) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

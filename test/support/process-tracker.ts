/** Tracks which processes live: each holds a connection, which the system closes when it ends. */

import { createServer, type Socket } from 'node:net';

export interface ProcessTracker {
  /**
   * JavaScript for CommonJS: connects under a name, and defines `say(text)`. Names are unique: texts of an earlier process
   * of the same name would count for a later one.
   */
  hold(name: string): string;
  /** Resolves when a process of that name has connected. */
  there(name: string): Promise<void>;
  /** Resolves when it has sent that text. */
  said(name: string, text: string): Promise<void>;
  /** Resolves when every process of that name has ended. */
  gone(name: string): Promise<void>;
  isThere(name: string): boolean;
  close(): Promise<void>;
}

export async function leash(): Promise<ProcessTracker> {
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
  const isThere = (name: string): boolean => [...living.values()].includes(name);
  return {
    hold: (name) => `
      const leash = require('node:net').connect(${port}, '127.0.0.1');
      leash.write(${JSON.stringify(`${name}\n`)});
      const say = (text, then) => leash.write(text, then);
      leash.on('error', () => {});
    `,
    there: (name) => until(() => texts.has(name)),
    said: (name, text) => until(() => texts.get(name)?.includes(text) ?? false),
    gone: (name) => until(() => texts.has(name) && !isThere(name)),
    isThere,
    close: () =>
      new Promise((resolve) => {
        for (const socket of living.keys()) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

import { ArchctlError, usageError } from '../errors.js';
import { systemMachine } from './machine.js';
import type { Machine } from './types.js';

export const TUNNELS = ['cloudflared', 'ngrok'] as const;
export type TunnelProgram = (typeof TUNNELS)[number];

export interface TunnelOptions {
  program: TunnelProgram;
  /** Address on this machine it leads to. */
  localUrl: string;
  env: Readonly<Record<string, string | undefined>>;
  /** How long it may take to tell its address; 30 s unless told. */
  timeoutMs?: number;
  signal?: AbortSignal;
  machine?: Machine;
}

export interface Tunnel {
  /** Origin under which the world reaches the local address. */
  publicUrl: string;
  /** Resolves when the program ended, with what it said last. */
  ended: Promise<string>;
  close(): Promise<void>;
}

interface Recipe {
  args: (origin: string) => string[];
  /** Finds the public address in a line of output. */
  address: RegExp;
  getIt: string;
}

const RECIPES: Readonly<Record<TunnelProgram, Recipe>> = {
  cloudflared: {
    args: (origin) => ['tunnel', '--no-autoupdate', '--url', origin],
    address: /https:\/\/[a-z0-9-]+\.trycloudflare\.com/i,
    getIt: 'https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/downloads/',
  },
  ngrok: {
    args: (origin) => ['http', origin, '--log', 'stdout', '--log-format', 'logfmt'],
    address: /https:\/\/[a-z0-9.-]+\.ngrok[a-z0-9.-]*/i,
    getIt: 'https://ngrok.com/download',
  },
};

const READY_WITHIN_MS = 30_000;
/** Of the program's output, kept for an error. */
const LAST_CHARACTERS = 500;

/** Errors: `usage` where the program is missing (says how to get it), `unavailable` where it tells no address. */
export async function openTunnel(options: TunnelOptions): Promise<Tunnel> {
  const { program, localUrl, env, timeoutMs = READY_WITHIN_MS, signal, machine = systemMachine } = options;
  const recipe = RECIPES[program];
  const { execa } = await import('execa');
  const child = execa(program, recipe.args(new URL(localUrl).origin), {
    env,
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    buffer: false,
    reject: false,
    ...(signal ? { cancelSignal: signal } : {}),
  });
  let said = '';
  let isLate = false;
  const cancel = machine.schedule(() => {
    isLate = true;
    child.kill();
  }, timeoutMs);
  const publicUrl = await new Promise<string | undefined>((resolve) => {
    child.all.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString('utf8')}`.slice(-16_384);
      const found = recipe.address.exec(said);
      if (found) resolve(new URL(found[0]).origin);
    });
    void child.then(() => resolve(undefined));
  });
  cancel();
  if (publicUrl === undefined) {
    const result = await child;
    if (result.code === 'ENOENT')
      throw usageError(`${program} is not installed.`, { hint: `Get it at ${recipe.getIt}` });
    const last = said.trim().slice(-LAST_CHARACTERS);
    throw new ArchctlError(
      'unavailable',
      isLate
        ? `${program} told no address within ${timeoutMs / 1000} s.`
        : `${program} ended before it told an address.`,
      {
        hint: last === '' ? undefined : last,
      },
    );
  }
  return {
    publicUrl,
    ended: child.then(() => said.trim().slice(-LAST_CHARACTERS)),
    async close() {
      child.kill();
      await child;
    },
  };
}

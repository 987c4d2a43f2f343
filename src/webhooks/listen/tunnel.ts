import { ArchctlError, usageError } from '../../base/errors.js';
import { withoutSecrets } from '../../base/secret-environment.js';
import { systemMachine } from '../machine.js';
import { startProgram } from '../pass-on/program.js';
import type { Machine } from '../types.js';

export const TUNNELS = ['cloudflared', 'ngrok'] as const;
export type TunnelProgram = (typeof TUNNELS)[number];

export interface TunnelOptions {
  program: TunnelProgram;
  /** Address on this machine it leads to. */
  localUrl: string;
  /** Handed to the program without archctl's secrets. */
  env: Readonly<Record<string, string | undefined>>;
  /** How long it may take to tell its address; 30 s unless told. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  machine?: Pick<Machine, 'schedule'> | undefined;
}

export interface Tunnel {
  /** Origin under which the world reaches the local address. */
  publicUrl: string;
  /** Resolves when the program ended, with what it said last. */
  ended: Promise<string>;
  close(): Promise<void>;
}

interface Program {
  args: (origin: string) => string[];
  /** The address in a line of its output. */
  address: RegExp;
  install: string;
}

const PROGRAMS: Record<TunnelProgram, Program> = {
  cloudflared: {
    args: (origin) => ['tunnel', '--no-autoupdate', '--url', origin],
    // api.trycloudflare.com is where it asks for an address, and what its errors name.
    address: /https:\/\/(?!api\.)[a-z0-9-]+\.trycloudflare\.com/,
    install:
      'Get it from https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/downloads, or with "brew install cloudflared" or "winget install Cloudflare.cloudflared".',
  },
  ngrok: {
    args: (origin) => ['http', origin, '--log', 'stdout', '--log-format', 'logfmt'],
    // With what stands after it: the line may come in pieces.
    address: /\burl="?(https:\/\/[^\s"]+)["\s]/,
    install:
      'Get it from https://ngrok.com/download, or with "brew install ngrok", and sign in with "ngrok config add-authtoken TOKEN".',
  },
};

const TIMEOUT_MS = 30_000;
const LAST_CHARS = 2_000;

/** Errors: `usage` where the program is missing (says how to get it), `unavailable` where it tells no address. */
export async function openTunnel(options: TunnelOptions): Promise<Tunnel> {
  const { program, localUrl, env, timeoutMs = TIMEOUT_MS, signal, machine = systemMachine } = options;
  const { args, address: pattern, install } = PROGRAMS[program];
  let said = '';
  let found = (_address: string): void => {};
  const address = new Promise<string>((resolve) => {
    found = resolve;
  });
  const child = await startProgram({
    argv: [program, ...args(new URL(localUrl).origin)],
    env: withoutSecrets(env),
    heard: (text) => {
      said = `${said}${text}`.slice(-LAST_CHARS);
      const match = pattern.exec(said);
      if (match) found(match[1] ?? match[0]);
    },
    signal,
  });
  const lastLine = () => said.trim().split('\n').at(-1) ?? '';
  const ended = child.ended.then((result) => ({ result, line: lastLine() }));
  const close = async (): Promise<void> => {
    child.end();
    await child.gone;
  };
  const late = new Promise<'late'>((resolve) => {
    const cancel = machine.schedule(() => resolve('late'), timeoutMs);
    void Promise.race([address, ended]).then(cancel);
  });

  const outcome = await Promise.race([address, late, ended]);
  if (typeof outcome === 'string' && outcome !== 'late') {
    return {
      publicUrl: outcome,
      ended: ended.then(({ line }) => `The tunnel ended${line === '' ? '.' : `: ${line}`}`),
      close,
    };
  }
  await close();
  const { result, line } = await ended;
  if (result.code === 'ENOENT')
    throw usageError(`The program "${program}" is not installed.`, { hint: install });
  if (signal?.aborted) throw new ArchctlError('interrupted', 'Interrupted.');
  const why =
    outcome === 'late' ? `told no address within ${timeoutMs / 1000} s` : 'ended without an address';
  throw new ArchctlError('unavailable', `${program} ${why}${line === '' ? '.' : `: ${line}`}`);
}

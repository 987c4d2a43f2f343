import { ArchctlError, usageError } from '../../base/errors.js';
import { withoutSecrets } from '../../base/secret-environment.js';
import { startProgram } from '../forward/program.js';
import { systemMachine } from '../machine.js';
import type { Machine } from '../types.js';

export const TUNNELS = ['cloudflared', 'ngrok'] as const;
export type TunnelProgram = (typeof TUNNELS)[number];

export interface TunnelOptions {
  program: TunnelProgram;
  /** Local address that the tunnel leads to. */
  localUrl: string;
  /** Environment of the program, without archctl's secrets. */
  env: Readonly<Record<string, string | undefined>>;
  /** Time for the program to print its address. Default: 30 s. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  machine?: Pick<Machine, 'schedule'> | undefined;
}

export interface Tunnel {
  /** Public origin of the local address. */
  publicUrl: string;
  /** Resolves with the last output when the program has ended. */
  ended: Promise<string>;
  close(): Promise<void>;
}

interface Program {
  args: (origin: string) => string[];
  /** Matches the address in a line of output. */
  address: RegExp;
  install: string;
}

const PROGRAMS: Record<TunnelProgram, Program> = {
  cloudflared: {
    args: (origin) => ['tunnel', '--no-autoupdate', '--url', origin],
    // Excludes api.trycloudflare.com, which cloudflared itself uses and prints in its errors.
    address: /https:\/\/(?!api\.)[a-z0-9-]+\.trycloudflare\.com/,
    install:
      'Install it from https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/downloads, or with "brew install cloudflared" or "winget install Cloudflare.cloudflared".',
  },
  ngrok: {
    args: (origin) => ['http', origin, '--log', 'stdout', '--log-format', 'logfmt'],
    // Includes the following character, because the line may arrive in pieces.
    address: /\burl="?(https:\/\/[^\s"]+)["\s]/,
    install:
      'Install it from https://ngrok.com/download, or with "brew install ngrok", and sign in with "ngrok config add-authtoken TOKEN".',
  },
};

const TIMEOUT_MS = 30_000;
const OUTPUT_CHARS = 2_000;

/**
 * Starts a tunnel program and waits for its address.
 * @throws ArchctlError `usage` if the program is missing (with a hint on how to install it), `unavailable` if it prints
 * no address.
 */
export async function openTunnel(options: TunnelOptions): Promise<Tunnel> {
  const { program, localUrl, env, timeoutMs = TIMEOUT_MS, signal, machine = systemMachine } = options;
  const { args, address: pattern, install } = PROGRAMS[program];
  let output = '';
  let resolveAddress = (_address: string): void => {};
  const address = new Promise<string>((resolve) => {
    resolveAddress = resolve;
  });
  const child = await startProgram({
    argv: [program, ...args(new URL(localUrl).origin)],
    env: withoutSecrets(env),
    onOutput: (text) => {
      output = `${output}${text}`.slice(-OUTPUT_CHARS);
      const match = pattern.exec(output);
      if (match) resolveAddress(match[1] ?? match[0]);
    },
    signal,
  });
  const lastLine = () => output.trim().split('\n').at(-1) ?? '';
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
    outcome === 'late' ? `printed no address within ${timeoutMs / 1000} s` : 'ended without an address';
  throw new ArchctlError('unavailable', `${program} ${why}${line === '' ? '.' : `: ${line}`}`);
}

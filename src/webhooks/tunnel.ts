import { ArchctlError } from '../errors.js';
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

/** Errors: `usage` where the program is missing (says how to get it), `unavailable` where it tells no address. */
export function openTunnel(_options: TunnelOptions): Promise<Tunnel> {
  throw new ArchctlError('unexpected', 'Not built yet.');
}

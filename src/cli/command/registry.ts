import type { AnyCommand } from './spec.js';

/** One command as the generated registry lists it: enough for routing and for help above it, without loading it. */
export interface RegistryEntry {
  /** The words that name it; its file is `src/commands/<path>.ts`. */
  path: readonly string[];
  summary: string;
  aliases?: readonly string[];
  load: () => Promise<{ default: AnyCommand }>;
}

export type Registry = readonly RegistryEntry[];

/** What a noun stands for in help. */
export interface NounInfo {
  /** Canonical word, or words where a group stands inside another. */
  path: readonly string[];
  summary: string;
  /** The singular or plural twin. */
  aliases?: readonly string[];
  /** Heading it stands under in the root help. */
  section: string;
}

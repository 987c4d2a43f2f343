import { usageError } from '../../../base/errors.js';

/** Size and random seed of a generated landscape. */
export interface GeneratedSize {
  objects: number;
  connections: number;
  /** Random seed; the same number gives the same landscape. */
  seed: number;
}

/** Initial data of a store: the demo, an organization without a landscape, or a generated landscape. */
export type Seed = 'demo' | 'empty' | `${typeof PREFIX}${string}`;

const PREFIX = 'generated:';
const FORM = 'generated:objects=5000,connections=12000[,seed=7]';

/** Range of each number. Fewer objects would not make an architecture; more could fill a disk by mistake. */
const BOUNDS: Readonly<Record<keyof GeneratedSize, readonly [least: number, most: number]>> = {
  objects: [10, 1_000_000],
  connections: [0, 2_000_000],
  seed: [0, 2 ** 32 - 1],
};

export const isGenerated = (seed: string): boolean => seed.startsWith(PREFIX);

/**
 * Validates a seed typed by the user.
 * @throws ArchctlError `usage` with the expected format.
 */
export function seedOf(text: string): Seed {
  if (text === 'demo' || text === 'empty') return text;
  if (!isGenerated(text))
    throw usageError(`"${text}" is not a valid seed.`, { hint: `Use demo, empty or ${FORM}.` });
  sizeOf(text);
  return text as Seed;
}

/**
 * The size in the name of a seed.
 * @throws ArchctlError `usage` with the expected format.
 */
export function sizeOf(text: string): GeneratedSize {
  const found: Partial<Record<string, number>> = { seed: 1 };
  for (const part of text.slice(PREFIX.length).split(',')) {
    const [, name = '', digits = ''] = /^(objects|connections|seed)=(\d{1,12})$/.exec(part) ?? [];
    if (name === '') throw wrong(`"${part}" is not a valid setting`);
    found[name] = Number(digits);
  }
  const { objects, connections, seed = 1 } = found;
  if (objects === undefined || connections === undefined)
    throw wrong(`it has no number of ${objects === undefined ? 'objects' : 'connections'}`);
  const size = { objects, connections, seed };
  for (const [name, [least, most]] of Object.entries(BOUNDS)) {
    const value = size[name as keyof GeneratedSize];
    if (value < least || value > most) throw wrong(`${name} must be from ${least} to ${most}, not ${value}`);
  }
  return size;
}

const wrong = (what: string) =>
  usageError(`The generated seed is not valid: ${what}.`, { hint: `Use ${FORM}.` });

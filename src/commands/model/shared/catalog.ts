import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import { folded } from '../../../base/words.js';
import { readFileText } from '../../../cli/command/read-input.js';
import type { World } from '../../../cli/command/world.js';

/** Fields that tell what a technology is called in a document. */
const NAMED_BY = ['id', 'defaultSlug', 'slugs'] as const;

const OPTION = '--catalog';

/**
 * Slugs and ids of the technologies in a file, as `technology list -o json` and `technology select -o json` write them.
 * Errors: `usage`.
 */
export function readCatalog(file: string, world: World): ReadonlySet<string> {
  const names = technologiesIn(file, world).flatMap((it) => NAMED_BY.flatMap((key) => it[key]));
  const found = new Set(names.filter((it) => typeof it === 'string'));
  if (found.size === 0) throw notACatalog(file);
  return found;
}

/**
 * Slugs of the technologies in such a file by their names, slugs and ids, all in small letters.
 * Errors: `usage`.
 */
export function readCatalogNames(file: string, world: World): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const it of technologiesIn(file, world)) {
    const slug = [it.defaultSlug, it.id].find((text) => typeof text === 'string');
    if (typeof slug !== 'string') continue;
    for (const name of [it.name, it.nameShort, ...NAMED_BY.flatMap((key) => it[key])])
      if (typeof name === 'string' && !found.has(folded(name))) found.set(folded(name), slug);
  }
  return found;
}

function technologiesIn(file: string, world: World): Readonly<Record<string, unknown>>[] {
  const technologies = parsed(readFileText(file, world, OPTION));
  if (!Array.isArray(technologies) || !technologies.every(isObject)) throw notACatalog(file);
  return technologies;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const notACatalog = (file: string) =>
  usageError(`Option ${OPTION}: ${file} holds no list of technologies as JSON.`, {
    hint: 'Write one with "archctl technology list -o json".',
  });

import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
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
  const text = readFileText(file, world, OPTION);
  const technologies = parsed(text);
  if (!Array.isArray(technologies) || !technologies.every(isObject)) throw notACatalog(file);
  const names = technologies.flatMap((it) => NAMED_BY.flatMap((key) => it[key]));
  const found = new Set(names.filter((it) => typeof it === 'string'));
  if (found.size === 0) throw notACatalog(file);
  return found;
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

import { toArchctlError, usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import { foldCase } from '../../../base/text/words.js';
import { readFileText } from '../../../cli/command/input/read-input.js';
import type { Context } from '../../../cli/command/spec.js';
import type { World } from '../../../cli/command/world.js';
import type { ReadClient } from '../../../client/read-only.js';
import { getLandscape } from '../../../contract/resources/landscape.js';
import { listOrganizationTechnologies, selectTechnologies } from '../../../contract/resources/technology.js';

type Technology = Readonly<Record<string, unknown>>;

/** Fields that identify a technology. */
const FIELDS = ['name', 'nameShort', 'defaultSlug', 'slugs'] as const;

const OPTION = '--catalog';

/**
 * Reads the valid slugs and ids of technologies from a file written by `technology list -o json` or `technology select
 * -o json`. Errors: `usage`.
 */
export function readCatalog(file: string, world: World): ReadonlySet<string> {
  const found = namesIn(technologiesIn(file, world));
  if (found.size === 0) throw notACatalog(file);
  return found;
}

/**
 * Slugs by the names, slugs and ids of technologies, in lower case. Sources by priority: a file, the live catalog if
 * the user is signed in, the built-in catalog. Errors: `usage` for the file.
 */
export async function catalogFor(
  context: Context,
  file: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (file !== undefined) return slugsByName(technologiesIn(file, context.world));
  if (context.settings.credentials() !== undefined) {
    try {
      return slugsByName(await liveTechnologies(context));
    } catch (error) {
      const { message } = toArchctlError(error);
      context.terminal.note(
        `Using the built-in technology catalog, not the catalog of the service: ${message}`,
      );
    }
  }
  const { catalogNames } = await import('../../../sandbox/seed/data/catalog.js');
  return slugsByName(catalogNames());
}

/** Valid slugs and ids of technologies of the service. Errors: those of the client. */
export const liveCatalog = async (context: Context): Promise<ReadonlySet<string>> =>
  namesIn(await liveTechnologies(context));

/** Technologies of the catalog and of the organization that the landscape belongs to. */
async function liveTechnologies(context: Context): Promise<Technology[]> {
  const client = await context.reader();
  const query = { fields: [...FIELDS] };
  const found: Technology[] = [];
  for await (const it of client.pages(selectTechnologies, { query })) found.push(it);
  const organizationId = await organizationOf(context, client);
  if (organizationId === undefined) return found;
  for await (const it of client.pages(listOrganizationTechnologies, { path: { organizationId } }))
    found.push(it);
  return found;
}

async function organizationOf(context: Context, client: ReadClient): Promise<string | undefined> {
  if (context.settings.scope('landscape') === undefined)
    return context.settings.scope('org') && context.scope('org');
  const path = { landscapeId: await context.scope('landscape') };
  return (await client.call(getLandscape, { path })).landscape.organizationId;
}

/** Slug that models of the service use for a technology. */
const slugOf = ({ defaultSlug, slugs, id }: Technology): unknown =>
  defaultSlug ?? (Array.isArray(slugs) ? slugs[0] : undefined) ?? id;

const namesIn = (technologies: readonly Technology[]): Set<string> =>
  new Set(technologies.flatMap((it) => [slugOf(it), it.id]).filter((it) => typeof it === 'string'));

function slugsByName(technologies: readonly Technology[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const it of technologies) {
    const slug = slugOf(it);
    if (typeof slug !== 'string') continue;
    for (const name of ['id', ...FIELDS].flatMap((key) => it[key]))
      if (typeof name === 'string' && !found.has(foldCase(name))) found.set(foldCase(name), slug);
  }
  return found;
}

function technologiesIn(file: string, world: World): Technology[] {
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
  usageError(`Option ${OPTION}: ${file} does not contain a JSON list of technologies.`, {
    hint: 'Create it with "archctl technology list -o json".',
  });

import { ArchctlError, usageError } from '../base/errors.js';
import { command } from '../cli/command/command.js';
import { choices, flag, number } from '../cli/command/options.js';
import type { Context, Outcome } from '../cli/command/spec.js';
import { type VersionPath, versionPath } from '../cli/command/version-path.js';
import { diagrams } from '../contract/resources/diagram.js';
import { searchLandscape } from '../contract/resources/landscape.js';
import { selectTechnologies } from '../contract/resources/technology.js';
import { FITS, type Match, matchOf } from '../contract/rules/text-match.js';
import { pathsOf, usedTechnologies } from './search/shared/paths.js';
import { type Candidate, candidatesFor, SEARCH_KINDS, type SearchKind } from './search/shared/sources.js';
import { openPage } from './shared/open-page.js';

/** Default number of results. */
const DEFAULT_LIMIT = 100;
/** Maximum number of results of the service's search (docs/service.md#search). */
const MAX_RESULTS = 1000;

export default command({
  summary: 'Search a landscape by text',
  section: 'Models',
  details:
    'Searches objects, connections, diagrams, flows, tags, domains, comments, drafts, decisions and the technologies in use. Every word must occur in the name or in another text of the record; case and accents are ignored. Results are sorted: exact name, name prefix, word in the name, part of the name, then caption and description.\n\n--open opens the best object, diagram or flow in the web app. If several match equally, archctl prompts for one. "archctl object open" explains how archctl finds the web app.',
  args: { text: { name: 'TEXT', help: 'Text to search for' } },
  options: {
    kind: choices(SEARCH_KINDS, 'Filter by kind'),
    limit: number('Maximum number of results', {
      integer: true,
      min: 1,
      max: MAX_RESULTS - 1,
      fallback: String(DEFAULT_LIMIT),
    }),
    open: flag('Open the best result in the web app'),
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: searchLandscape,
  alsoPerforms: [selectTechnologies],
  examples: {
    'Everything about payments': 'archctl search payment',
    'The id of the best result, for a script':
      'archctl search "booking api" --kind object -o json --query "[0].id"',
    'Open an object or a diagram in the web app': 'archctl search "booking api" --kind object,diagram --open',
  },
  related: ['landscape search', 'object list', 'object dependencies', 'object open', 'technology select'],
  async run(context, { args: { text }, options: { kind, limit = DEFAULT_LIMIT, open } }) {
    const path = await versionPath(context);
    const client = await context.client();
    const candidates = await candidatesFor(client, path, {
      text,
      kinds: kindsOf(kind, open),
      most: limit + 1,
    });
    const ranked = await onlyUsed(context, path, rankedBy(text, candidates));
    const shown = ranked.slice(0, limit);
    const pathOf = await pathsOf(
      client,
      path,
      shown.map(({ it }) => it),
    );
    if (open) return openFound(context, path, { text, found: shown.map(({ it }) => it), pathOf });
    return {
      kind: 'list',
      items: shown.map(({ it, match }) => ({
        kind: it.kind,
        name: it.name,
        path: pathOf(it),
        matched: match.field,
        fit: match.fit,
        type: it.type,
        id: it.id,
      })),
      columns: [
        { key: 'kind', priority: 1 },
        { key: 'name', priority: 1 },
        { key: 'path', priority: 1 },
        { key: 'matched', priority: 3 },
        { key: 'id', header: 'ID', kind: 'id', priority: 4 },
      ],
      empty: `Nothing found for "${text}".`,
      ...(ranked.length > limit && { remark: `Showing the first ${limit}; --limit shows more.` }),
    };
  },
});

/** Kinds to search; with `--open` only those with a page. Errors: `usage`. */
function kindsOf(given: readonly SearchKind[] | undefined, open: boolean | undefined): readonly SearchKind[] {
  if (!open) return given ?? SEARCH_KINDS;
  const wanted = (given ?? OPENED_KINDS).filter((kind) => OPENED_KINDS.some((it) => it === kind));
  if (wanted.length > 0) return wanted;
  throw usageError(`--open supports ${OPENED_KINDS.join(', ')}; other kinds have no page.`);
}

interface Ranked {
  it: Candidate;
  match: Match;
}

/** Matches ordered by quality, then by kind in the order of `SEARCH_KINDS`, then by the rank of the service. */
function rankedBy(text: string, candidates: readonly Candidate[]): Ranked[] {
  const rank = ({ it, match }: Ranked): number =>
    FITS.indexOf(match.fit) * SEARCH_KINDS.length + SEARCH_KINDS.indexOf(it.kind);
  return candidates
    .flatMap((it): Ranked[] => {
      const match = matchOf(text, it);
      if (match) return [{ it, match }];
      // The service may have matched a field that it does not return.
      return it.isHit ? [{ it, match: { fit: 'text', field: 'elsewhere' } }] : [];
    })
    .sort((a, b) => rank(a) - rank(b));
}

/** Removes catalog technologies that the version does not use. */
async function onlyUsed(
  context: Context,
  path: Parameters<typeof usedTechnologies>[1],
  ranked: readonly Ranked[],
): Promise<Ranked[]> {
  const isTechnology = ({ it }: Ranked): boolean => it.kind === 'technology';
  const ids = ranked.filter(isTechnology).map(({ it }) => it.id);
  const used = await usedTechnologies(await context.client(), path, ids);
  return ranked.filter((one) => !isTechnology(one) || used.has(one.it.id));
}

/** Kinds with a page in the web app. */
const OPENED_KINDS = ['object', 'diagram', 'flow'] as const;

/** Maximum number of choices in the picker. */
const MAX_OFFERED = 30;

/** Opens the best match; if there are several, a person picks one. Errors: `not-found` if there is none. */
async function openFound(
  context: Context,
  path: VersionPath,
  { text, found, pathOf }: { text: string; found: readonly Candidate[]; pathOf: (of: Candidate) => string },
): Promise<Outcome> {
  const pages = found.flatMap((it) =>
    OPENED_KINDS.flatMap((kind) => (kind === it.kind ? [{ kind, it }] : [])),
  );
  const [best, ...others] = pages;
  if (!best) throw new ArchctlError('not-found', `No result for "${text}" has a page.`);
  const { terminal } = context;
  const { kind, it } =
    others.length === 0 || !terminal.isInteractive || !terminal.canPrompt
      ? best
      : await terminal.prompter.select(
          'Which one?',
          pages.slice(0, MAX_OFFERED).map((value) => ({ name: `${pathOf(value.it)}  ${value.kind}`, value })),
        );
  const { handleId, diagramId } = it.data;
  const diagram =
    kind === 'flow' && typeof diagramId === 'string' ? await handleOf(context, path, diagramId) : undefined;
  return openPage(
    context,
    {
      kind,
      id: it.id,
      name: it.name,
      handle: typeof handleId === 'string' ? handleId : undefined,
      landscape: path.landscapeId,
      version: path.versionId,
      diagram,
    },
    false,
  );
}

/** Handle of the diagram of a flow. */
async function handleOf(context: Context, path: VersionPath, diagramId: string): Promise<string | undefined> {
  const client = await context.client();
  return (await client.call(diagrams.get, { path: { ...path, diagramId } })).diagram.handleId;
}

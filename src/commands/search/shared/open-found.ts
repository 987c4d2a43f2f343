import { ArchctlError } from '../../../base/errors.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import { diagrams } from '../../../contract/resources/diagram.js';
import { openPage } from '../../shared/open-page.js';
import type { VersionPath } from '../../shared/version-path.js';
import type { Candidate } from './sources.js';

/** Kinds with a page in the web app. */
export const OPENED_KINDS = ['object', 'diagram', 'flow'] as const;

/** Maximum number of choices in the picker. */
const MAX_OFFERED = 30;

/** Opens the best match; if there are several, a person picks one. Errors: `not-found` if there is none. */
export async function openFound(
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

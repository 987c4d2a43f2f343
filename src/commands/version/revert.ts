import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { identifiers, text } from '../../cli/command/options.js';
import type { AnyCommand, Context, Outcome } from '../../cli/command/spec.js';
import { revertVersion } from '../../contract/resources/version.js';
import revertNoun from '../revert/noun.js';
import { landscapeAndVersion, versionName } from './shared/names.js';
import { requestsRows } from './shared/requests-rows.js';

const revert = operationCommand(revertVersion, {
  details:
    'Replaces the live model with the content of that version, and saves the current state as a new version. Comments and drafts stay. Shows the changes and asks for confirmation. With --yes, reverts at once, without showing them. With --dry-run, prints the changes on a terminal and the request in a pipe or with -o.',
  args: { versionToRevertTo: { name: 'VERSION', help: 'Version to revert to', completes: 'version' } },
  options: {
    notes: text('Reason, at least ten characters (default: names the version)', { body: 'notes' }),
    diagram: identifiers('Only this diagram and its content, by handle', { body: 'diagramHandleIds' }),
  },
  columns: revertNoun.columns,
  examples: {
    'Revert, with a reason': 'archctl version revert VERSION --notes "Undo the failed import"',
    'Show the changes': 'archctl version revert VERSION --dry-run',
    'In a script': 'archctl version revert VERSION --yes -o json',
  },
  related: ['version diff', 'version list', 'revert list', 'logs tree'],
  finish(body, { parsed, knownNames: names }) {
    const versionId = String(parsed.args.versionToRevertTo);
    const name = names.get(versionId) ?? versionId;
    return { notes: `Reverted to version ${name} with archctl.`, ...body, versionId };
  },
  bulk: false,
  confirm: questionOf,
  done: ({ versionId }, context) => `Reverted to version ${displayName(context, { id: versionId })}.`,
});

export default {
  ...revert,
  run: (context, input) => (isPreview(context) ? preview(context) : revert.run(context, input)),
} satisfies AnyCommand;

const isPreview = (context: Context): boolean =>
  context.parsed.globals.dryRun === true && context.terminal.isInteractive && !requestsRows(context);

/** Preview of a revert. Errors: those of the client. */
async function preview(context: Context): Promise<Outcome> {
  const versionId = String(context.parsed.args.versionToRevertTo);
  const client = await context.client({ reads: true });
  const reverted = {
    landscapeId: await context.scope('landscape'),
    versionId,
    diagramHandleIds: chosenDiagrams(context),
  };
  const [{ revertedChanges }, { drawDifference }] = await Promise.all([
    import('./shared/difference.js'),
    import('./shared/difference-text.js'),
  ]);
  const compared = await revertedChanges(client, reverted);
  const change = `Reverting the live model to ${await versionName(context, versionId)}`;
  const title = compared.changes.length === 0 ? `${change}: nothing changes` : change;
  const comparison = { ...compared, title, ids: context.parsed.globals.ids === true };
  return { kind: 'drawing', data: compared.changes, draw: (line) => drawDifference(comparison, line) };
}

const chosenDiagrams = ({ parsed: { options } }: Context): string[] | undefined =>
  Array.isArray(options.diagram) ? options.diagram.map(String) : undefined;

/** Question with the changes to the live model. Errors: `not-found` before the question. */
async function questionOf(context: Context): Promise<string> {
  const versionId = String(context.parsed.args.versionToRevertTo);
  if (!context.asks) {
    return `Revert the live model to version ${versionId}?`;
  }
  const client = await context.client();
  const path = { landscapeId: await context.scope('landscape'), versionId };
  const { landscape, version } = await landscapeAndVersion(client, path);
  const { differenceInWords } = await import('./shared/difference.js');
  const diagramHandleIds = chosenDiagrams(context);
  const effects = await differenceInWords(client, { ...path, versionId: version.id, diagramHandleIds });
  const changes = effects.length === 0 ? 'only the content of diagrams changes' : effects.join('; ');
  return `Revert the live model of the landscape ${displayName(context, landscape)} to the version ${displayName(context, version)}: ${changes}?`;
}

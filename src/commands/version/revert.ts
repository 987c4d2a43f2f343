import { called } from '../../cli/command/called.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { identifiers, text } from '../../cli/command/options.js';
import type { AnyCommand, Context, Outcome } from '../../cli/command/spec.js';
import { revertVersion } from '../../contract/resources/version.js';
import revertNoun from '../revert/noun.js';
import { placeAndVersion, versionName } from './shared/names.js';
import { isPicked } from './shared/picked.js';

const revert = operationCommand(revertVersion, {
  details:
    'The live model becomes what it was in that version; what it is now is kept as a version of its own. Comments and drafts stay. Asks first, and tells what changes; give --yes in scripts, and nothing is read. With --dry-run a person sees record by record what would change, and a pipe or -o the request.',
  args: { versionToRevertTo: { name: 'VERSION_ID', help: 'Version to go back to', completes: 'version' } },
  options: {
    notes: text('Why, in at least ten characters (default: names the version)', { body: 'notes' }),
    diagram: identifiers('Only this diagram and what is on it, by its handle', { body: 'diagramHandleIds' }),
  },
  columns: revertNoun.columns,
  examples: [
    {
      note: 'Go back, with a reason',
      line: 'archctl version revert VERSION_ID --landscape LANDSCAPE_ID --notes "Undo the failed import"',
    },
    {
      note: 'What it would change',
      line: 'archctl version revert VERSION_ID --landscape LANDSCAPE_ID --dry-run',
    },
    { note: 'In a script', line: 'archctl version revert VERSION_ID --landscape LANDSCAPE_ID --yes -o json' },
  ],
  related: ['version diff', 'version list', 'revert list', 'logs tree'],
  finish(body, { parsed, called: names }) {
    const versionId = String(parsed.args.versionToRevertTo);
    const name = names.get(versionId) ?? versionId;
    return { notes: `Reverted to version ${name} with archctl.`, ...body, versionId };
  },
  bulk: false,
  confirm: questionOf,
  done: ({ versionId }, context) => `Reverted to version ${called(context, { id: versionId })}.`,
});

export default {
  ...revert,
  run: (context, input) => (isPreview(context) ? preview(context) : revert.run(context, input)),
} satisfies AnyCommand;

/** Whether somebody wants to see on a screen what would happen. */
const isPreview = (context: Context): boolean =>
  context.parsed.globals.dryRun === true && context.terminal.isInteractive && !isPicked(context);

/** What a revert would change, without doing it. Errors: those of the client. */
async function preview(context: Context): Promise<Outcome> {
  const versionId = String(context.parsed.args.versionToRevertTo);
  const client = await context.client({ reads: true });
  const reverted = {
    landscapeId: await context.scope('landscape'),
    versionId,
    diagramHandleIds: chosenDiagrams(context),
  };
  const [{ revertedChanges }, { drawDifference, inNumbers }] = await Promise.all([
    import('./shared/difference.js'),
    import('./shared/difference-text.js'),
  ]);
  const compared = await revertedChanges(client, reverted);
  const numbers = inNumbers(compared.changes) || 'nothing changes';
  const title = `Reverting the live model to ${await versionName(context, versionId)}: ${numbers}`;
  const told = { ...compared, title, ids: context.parsed.globals.ids === true };
  return { kind: 'drawing', data: compared.changes, draw: (line) => drawDifference(told, line) };
}

const chosenDiagrams = ({ parsed: { options } }: Context): string[] | undefined =>
  Array.isArray(options.diagram) ? options.diagram.map(String) : undefined;

/** What becomes of the live model, for whoever is asked. Errors: `not-found` before anything is asked. */
async function questionOf(context: Context): Promise<string> {
  const versionId = String(context.parsed.args.versionToRevertTo);
  if (!context.asks) {
    return `Revert the live model to version ${versionId}?`;
  }
  const client = await context.client();
  const path = { landscapeId: await context.scope('landscape'), versionId };
  const { landscape, version } = await placeAndVersion(client, path);
  const { differenceInWords } = await import('./shared/difference.js');
  const diagramHandleIds = chosenDiagrams(context);
  const said = await differenceInWords(client, { ...path, versionId: version.id, diagramHandleIds });
  const changes = said.length === 0 ? 'nothing changes but what stands on diagrams' : said.join('; ');
  return `Revert the live model of the landscape ${called(context, landscape)} to the version ${called(context, version)}: ${changes}?`;
}

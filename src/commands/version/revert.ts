import { called } from '../../cli/command/called.js';
import { operationCommand } from '../../cli/command/operation-command.js';
import { identifiers, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { revertVersion } from '../../contract/resources/version.js';
import revertNoun from '../revert/noun.js';
import { placeAndVersion } from './shared/names.js';

export default operationCommand(revertVersion, {
  details:
    'The live model becomes what it was in that version; what it is now is kept as a version of its own. Comments and drafts stay. Asks first, and tells what changes; give --yes in scripts, and nothing is read.',
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
    { note: 'In a script', line: 'archctl version revert VERSION_ID --landscape LANDSCAPE_ID --yes -o json' },
  ],
  related: ['version list', 'revert list', 'logs tree'],
  finish(body, { parsed }) {
    const versionId = String(parsed.args.versionToRevertTo);
    return { notes: `Reverted to version ${versionId} with archctl.`, ...body, versionId };
  },
  bulk: false,
  confirm: questionOf,
  done: ({ versionId }, context) => `Reverted to version ${called(context, { id: versionId })}.`,
});

/** What becomes of the live model, for whoever is asked. Errors: `not-found` before anything is asked. */
async function questionOf(context: Context): Promise<string> {
  const { args, options } = context.parsed;
  const versionId = String(args.versionToRevertTo);
  if (!context.asks) {
    return `Revert the live model to version ${versionId}?`;
  }
  const client = await context.client();
  const path = { landscapeId: await context.scope('landscape'), versionId };
  const { landscape, version } = await placeAndVersion(client, path);
  const { differenceInWords } = await import('./shared/difference.js');
  const diagramHandleIds = Array.isArray(options.diagram) ? options.diagram.map(String) : undefined;
  const said = await differenceInWords(client, { ...path, versionId: version.id, diagramHandleIds });
  const changes = said.length === 0 ? 'nothing changes but what stands on diagrams' : said.join('; ');
  return `Revert the live model of the landscape ${called(context, landscape)} to the version ${called(context, version)}: ${changes}?`;
}

import { id } from '../../cli/command/columns.js';
import { command } from '../../cli/command/command.js';
import { cascadeInWords } from '../../cli/command/family/cascade.js';
import { rememberedLoss, rememberLoss } from '../../cli/command/family/delete-question.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { printsOneLine } from '../../cli/command/one-line.js';
import type { Context } from '../../cli/command/spec.js';
import { deleteVersion } from '../../contract/resources/version.js';
import { landscapeAndVersion } from './shared/names.js';

export default command({
  summary: 'Delete a version with everything in it',
  details:
    'The live version stays and cannot be deleted. Lists what is deleted and asks for confirmation. With --yes, deletes at once, without the list.',
  args: { versionId: { name: 'VERSION', help: 'Version', completes: 'version' } },
  options: {},
  scope: ['landscape'],
  operation: deleteVersion,
  examples: {
    'Asks for confirmation': 'archctl version delete VERSION',
    'In a script': 'archctl version delete VERSION --yes',
  },
  related: ['version list', 'version create'],
  async run(context, { args: { versionId } }) {
    const path = { landscapeId: await context.scope('landscape'), versionId };
    await context.confirm(await questionOf(context, path));
    await (await context.client()).call(deleteVersion, { path });
    context.terminal.success(
      `Deleted version ${displayName(context, { id: versionId })}${rememberedLoss(context)}.`,
    );
    return printsOneLine(context)
      ? { kind: 'nothing' }
      : { kind: 'record', record: { id: versionId }, columns: [id] };
  },
});

/** Question with the name and contents of the version. Errors: `not-found` before the question. */
async function questionOf(
  context: Context,
  path: { landscapeId: string; versionId: string },
): Promise<string> {
  if (!context.asks) return `Delete the version ${path.versionId}?`;
  const client = await context.client();
  const { landscape, version } = await landscapeAndVersion(client, path);
  const { countsOf, versionRecords } = await import('../../client/jobs/version-records.js');
  const losses = rememberLoss(context, cascadeInWords(countsOf(await versionRecords(client, path))));
  return `Delete the version ${displayName(context, version)}${losses} of the landscape ${displayName(context, landscape)}?`;
}

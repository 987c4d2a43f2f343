import { pluralize } from '../../base/text/words.js';
import { id } from '../../cli/command/columns.js';
import { command } from '../../cli/command/command.js';
import { cascadeInWords } from '../../cli/command/family/cascade.js';
import { deleteQuestion, rememberedLoss, withUndoWarning } from '../../cli/command/family/delete-question.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { printsOneLine } from '../../cli/command/one-line.js';
import type { Client } from '../../client/client.js';
import { deleteLandscape, getLandscape } from '../../contract/resources/landscape.js';
import { listVersions } from '../../contract/resources/version.js';

export default command({
  summary: 'Delete a landscape with everything in it',
  details:
    'Also deletes its versions, their records, exports and share links. Lists what is deleted and asks for its name. With --yes, deletes at once, without the list.',
  args: { landscapeId: { name: 'LANDSCAPE', help: 'Landscape', completes: 'landscape' } },
  options: {},
  scope: [],
  operation: deleteLandscape,
  examples: {
    'Asks for confirmation': 'archctl landscape delete LANDSCAPE',
    'In a script': 'archctl landscape delete LANDSCAPE --yes',
  },
  related: ['landscape list', 'landscape duplicate'],
  async run(context, { args: { landscapeId } }) {
    const question = await deleteQuestion(context, {
      noun: 'landscape',
      id: landscapeId,
      get: getLandscape,
      losses: ({ client }) => contentsInWords(client, landscapeId),
    });
    await context.confirm(withUndoWarning(context, question), landscapeId);
    await (await context.client()).call(deleteLandscape, { path: { landscapeId } });
    context.terminal.success(
      `Deleted landscape ${displayName(context, { id: landscapeId })} and everything in it${rememberedLoss(context)}.`,
    );
    return printsOneLine(context)
      ? { kind: 'nothing' }
      : { kind: 'record', record: { id: landscapeId }, columns: [id] };
  },
});

/** ` (3 versions; the live version has 2 model objects and 1 diagram)`. */
async function contentsInWords(client: Client, landscapeId: string): Promise<string> {
  const { countsOf, versionRecords } = await import('../../client/jobs/version-records.js');
  let versions = 0;
  for await (const _ of client.pages(listVersions, { path: { landscapeId } })) versions += 1;
  const found = await versionRecords(client, { landscapeId, versionId: 'latest' });
  const live = cascadeInWords(countsOf(found));
  return ` (${pluralize(versions, 'version')}${live && `; the live version${live}`})`;
}

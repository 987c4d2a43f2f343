import { ArchctlError, toArchctlError, usageError } from '../../base/errors.js';
import { visible } from '../../base/text/escape.js';
import { command } from '../../cli/command/command.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { shellWord } from '../../cli/command/input/shell-word.js';
import type { Context } from '../../cli/command/spec.js';
import { versionPath } from '../../cli/command/version-path.js';
import { type Flow, flows } from '../../contract/resources/flow.js';
import { parseNotation, printNotation } from '../../documents/flow-notation/index.js';
import { type EditSession, editSession } from '../shared/editor.js';
import noun from './noun.js';
import { stepsPatch } from './shared/apply-notation.js';
import { notationOf } from './shared/notation-of-flow.js';
import { stepsFrom } from './shared/read-notation.js';

export default command({
  summary: 'Edit the steps of a flow as text in an editor',
  details:
    'Opens the steps in $VISUAL or $EDITOR (default: vi), one per line, with names instead of ids. After you save and close, archctl shows the changes and sends only these. If a step is not valid, you can edit again. If someone else changed the flow meanwhile, nothing is changed. The text is never lost: if it was not sent, archctl prints the file that contains it.',
  args: { flowId: { name: 'FLOW', help: 'Flow', completes: 'flow' } },
  scope: ['landscape', 'landscapeVersion'],
  operation: flows.update,
  alsoPerforms: [flows.get],
  examples: {
    'The steps of a flow, in your editor': 'archctl flow edit FLOW',
    'See the request that would be sent': 'archctl flow edit FLOW --dry-run',
  },
  related: ['flow show', 'flow update', 'help steps'],
  async run(context, { args: { flowId } }) {
    if (!context.terminal.canPrompt)
      throw usageError('"archctl flow edit" requires a terminal.', {
        hint: 'Without a terminal: archctl flow show FLOW -o text, then archctl flow update FLOW --steps-from FILE.',
      });
    const path = { ...(await versionPath(context)), flowId };
    const reader = await context.client(context.parsed.globals.dryRun ? { reads: true } : undefined);
    const { flow } = await reader.call(flows.get, { path });
    const before = await notationOf(context, flow);
    const session = editSession(context, 'flow-steps.txt', `${introduction(flow)}${before}`);
    const original = session.read();
    let changed: Flow | undefined;
    try {
      const patch = await editedPatch(context, session, flow);
      if (patch !== undefined) {
        context.terminal.note(changesInWords(before, session.read().toString('utf8')));
        const client = await context.client();
        const body = { commit: flow.commit, steps: patch };
        changed = (await client.perform(flows.update, { path, body })).flow as Flow;
      }
    } catch (error) {
      // A dry run ends with the request instead of an error.
      const isDone = context.parsed.globals.dryRun && !(error instanceof ArchctlError);
      const isKept = !isDone && !session.read().equals(original);
      throw isKept ? withTextFile(error, session, flow) : discardEdit(error, session);
    }
    session.remove();
    const name = displayName(context, flow);
    context.terminal.success(changed ? `Updated flow ${name}.` : `Flow ${name} is unchanged.`);
    if (!context.terminal.machine) return { kind: 'nothing' };
    return { kind: 'record', record: changed ?? flow, columns: noun.columns };
  },
});

const introduction = ({
  name,
}: Flow): string => `# Steps of the flow "${visible(name)}". Save and close to update it.
# A -> B: text is a message, A --> B: text a reply, A: text an action of A itself. Lines with # are ignored.
# "archctl help steps" describes all kinds of steps.

`;

/** Opens the editor until the steps are valid; undefined if they are the same. Errors: `usage` if the user gives up. */
async function editedPatch(context: Context, session: EditSession, flow: Flow) {
  for (;;) {
    const text = (await session.edit()).toString('utf8');
    try {
      return stepsPatch(await stepsFrom({ text, word: 'line' }, flow, context), flow);
    } catch (error) {
      if (!(error instanceof ArchctlError) || error.kind !== 'usage') throw error;
      context.terminal.error(error);
      if (!(await context.terminal.prompter.confirm('Edit again?', true)))
        throw usageError('The steps are not valid; nothing was sent.');
    }
  }
}

function discardEdit(error: unknown, session: EditSession): unknown {
  session.remove();
  return error;
}

/** The error, with the place of the text and the command that sends it. */
function withTextFile(error: unknown, { file }: EditSession, { id }: Flow): ArchctlError {
  const { kind, message, facts } = toArchctlError(error);
  const lines = [
    `Your text is in ${file}. Once the problem is solved:`,
    `archctl flow update ${shellWord(id)} --steps-from ${shellWord(file)}`,
  ];
  return new ArchctlError(kind, message, {
    ...facts,
    hint: [facts.hint, ...lines].filter(Boolean).join('\n'),
  });
}

/** Removed and added lines; lines that only moved are not repeated. */
function changesInWords(before: string, after: string): string {
  const [old, now] = [before, printNotation(parseNotation(after).steps)].map((text) => text.split('\n'));
  const missing = (lines: readonly string[] = [], from: readonly string[] = []): string[] => {
    const unmatched = [...from];
    return lines.filter((line) => {
      const at = unmatched.indexOf(line);
      if (at !== -1) unmatched.splice(at, 1);
      return at === -1;
    });
  };
  const lines = [
    ...missing(old, now).map((line) => `- ${line}`),
    ...missing(now, old).map((line) => `+ ${line}`),
  ];
  return lines.length === 0 ? 'The order of the steps changes.' : lines.join('\n');
}

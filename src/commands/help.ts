import { command } from '../cli/command/command.js';
import { helpText } from '../cli/help/help-text.js';
import { TOPICS } from './help/shared/topics.js';

const names = Object.keys(TOPICS);

export default command({
  summary: 'Explain a topic or a command',
  section: 'This machine',
  args: {
    words: {
      name: 'TOPIC|COMMAND',
      help: `A command, or one of ${names.join(', ')}`,
      variadic: true,
      optional: true,
      completes: 'command',
      suggests: names,
      meanings: Object.fromEntries(Object.entries(TOPICS).map(([name, { summary }]) => [name, summary])),
    },
  },
  examples: {
    'Meaning of the exit codes': 'archctl help exit-codes',
    'The same as --help': 'archctl help diagram export',
  },
  related: ['commands', 'help environment'],
  async run(context, { args }) {
    const text = await helpText(context, args.words ?? []);
    return {
      kind: 'drawing',
      data: { topic: (args.words ?? []).join(' '), text },
      draw: () => text,
      isHelp: true,
    };
  },
});

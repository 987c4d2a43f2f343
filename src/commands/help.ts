import { command } from '../cli/command/spec.js';
import { helpText } from '../cli/help/help-text.js';
import { TOPIC_SUMMARIES } from '../cli/help/nouns.js';

export default command({
  summary: 'Explain a topic or a command',
  args: {
    words: {
      name: 'TOPIC|COMMAND',
      help: `A command, or one of ${Object.keys(TOPIC_SUMMARIES).join(', ')}`,
      variadic: true,
      optional: true,
      completes: 'command',
      suggests: Object.keys(TOPIC_SUMMARIES),
      meanings: TOPIC_SUMMARIES,
    },
  },
  examples: [
    { note: 'What the exit codes mean', line: 'archctl help exit-codes' },
    { note: 'The same as --help', line: 'archctl help diagram export' },
  ],
  related: ['commands', 'help environment'],
  async run(context, { args }) {
    const text = await helpText(context, args.words ?? []);
    return { kind: 'drawing', data: { topic: (args.words ?? []).join(' '), text }, draw: () => text };
  },
});

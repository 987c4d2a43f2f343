import { command } from '../cli/spec.js';
import { showTopic, TOPIC_MEANINGS, TOPICS } from '../cli/topics.js';

export default command({
  summary: 'Explain a topic or a command',
  args: {
    words: {
      name: 'TOPIC|COMMAND',
      help: `A command, or one of ${Object.keys(TOPICS).join(', ')}`,
      variadic: true,
      optional: true,
      completes: 'command',
      suggests: Object.keys(TOPICS),
      meanings: TOPIC_MEANINGS,
    },
  },
  examples: [
    { note: 'What the exit codes mean', line: 'archctl help exit-codes' },
    { note: 'The same as --help', line: 'archctl help diagram export' },
  ],
  async run(context, { args }) {
    const text = await showTopic(context, args.words ?? []);
    return { kind: 'drawing', data: { topic: (args.words ?? []).join(' '), text }, draw: () => text };
  },
});

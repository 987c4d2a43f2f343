import { command } from '../../cli/command/command.js';
import { statsOf } from '../../model/ask/stats.js';
import { askedModel, MODEL_ARG } from './shared/ask/asked-model.js';
import { drawStats, titleOf } from './shared/ask/stats-text.js';

export default command({
  summary: 'Tell a model in numbers: kinds, circles, coupling, gaps',
  details:
    'How many objects and connections there are by type, status and domain; what is most connected, and what with nothing; how many connections lead from one system into another; circles among systems, and among apps and stores; technologies by use; and how many lack a description, a caption, a team or a technology. A connection goes from its origin to its target, a bidirectional one back as well, and one of something inside an object counts as its own.\n\nJSON and YAML have the same keys every time, for numbers that are kept from day to day.',
  args: { model: MODEL_ARG },
  options: {},
  scope: ['landscape'],
  formats: ['markdown'],
  examples: [
    { note: 'Of files', line: 'archctl model stats models' },
    {
      note: 'Of a landscape: how many lack a description, for a chart',
      line: 'archctl model stats live --landscape LANDSCAPE_ID -o json --query missing.description',
    },
  ],
  related: ['model check', 'model graph', 'object dependencies'],
  async run(context, { args }) {
    const stats = statsOf(await askedModel(context, args.model));
    const title = titleOf(stats, args.model.join(' '));
    if (context.terminal.format === 'markdown') {
      const { markdownOfStats } = await import('./shared/ask/stats-markdown.js');
      return { kind: 'text', text: markdownOfStats(title, stats) };
    }
    return { kind: 'drawing', data: stats, draw: (line) => drawStats(title, stats, line) };
  },
});

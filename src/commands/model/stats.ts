import { command } from '../../cli/command/command.js';
import { choice } from '../../cli/command/options.js';
import type { Outcome } from '../../cli/command/spec.js';
import { dashed } from '../../contract/doc.js';
import { lacking, WANTED, type WantedOf } from '../../model/ask/lacking.js';
import { statsOf } from '../../model/ask/stats.js';
import type { Model } from '../../model/document/element.js';
import { askedModel, MODEL_ARG } from './shared/ask/asked-model.js';
import { pathIn } from './shared/ask/path-in.js';
import { drawStats, titleOf } from './shared/ask/stats-text.js';

export default command({
  summary: 'Tell a model in numbers: kinds, circles, coupling, gaps',
  details:
    'How many objects and connections there are by type, status and domain; what is most connected, and what with nothing; how many connections lead from one system into another; circles among systems, and among apps and stores; technologies by use; and how many lack a description, a caption, a team or a technology. A connection goes from its origin to its target, a bidirectional one back as well, and one of something inside an object counts as its own.\n\n--missing names those that lack something. JSON and YAML have the same keys every time, for numbers that are kept from day to day.',
  args: { model: MODEL_ARG },
  options: {
    missing: choice(
      WANTED.map((it) => dashed(it)),
      'Instead, which objects or connections lack this; an owner is a team',
    ),
  },
  scope: ['landscape'],
  formats: ['markdown'],
  examples: [
    { note: 'Of files', line: 'archctl model stats models' },
    {
      note: 'Which systems, apps and stores have no team',
      line: 'archctl model stats live --missing owner --landscape LANDSCAPE_ID',
    },
    {
      note: 'Of a landscape: how many lack a description, for a chart',
      line: 'archctl model stats live --landscape LANDSCAPE_ID -o json --query missing.description',
    },
  ],
  related: ['model check', 'model graph', 'object dependencies'],
  async run(context, { args, options: { missing } }) {
    const model = await askedModel(context, args.model);
    const wanted = WANTED.find((it) => dashed(it) === missing);
    if (wanted !== undefined) return lackingList(model, wanted);
    const stats = statsOf(model);
    const title = titleOf(stats, args.model.join(' '));
    if (context.terminal.format === 'markdown') {
      const { markdownOfStats } = await import('./shared/ask/stats-markdown.js');
      return { kind: 'text', text: markdownOfStats(title, stats) };
    }
    return { kind: 'drawing', data: stats, draw: (line) => drawStats(title, stats, line) };
  },
});

const IN_WORDS: Readonly<Record<WantedOf, string>> = {
  description: 'a description',
  caption: 'a caption',
  owner: 'a team',
  technology: 'a technology',
  connectionTechnology: 'a technology',
};

/** What lacks something, a row each. */
function lackingList(model: Model, what: WantedOf): Outcome {
  return {
    kind: 'list',
    items: lacking(model, what).missing.map((element) => ({
      path: pathIn(model, element),
      type: element.fields.type ?? element.kind,
      id: element.id,
    })),
    columns: [
      { key: 'path', priority: 1 },
      { key: 'type', priority: 1 },
      { key: 'id', header: 'ID', priority: 2 },
    ],
    empty: `Nothing lacks ${IN_WORDS[what]}.`,
  };
}

import { command } from '../../cli/command/command.js';
import { choice } from '../../cli/command/options.js';
import type { Outcome } from '../../cli/command/spec.js';
import { dashed } from '../../contract/doc.js';
import {
  INFORMATION,
  type Information,
  missingInformation,
} from '../../model/analysis/missing-information.js';
import { statsOf } from '../../model/analysis/stats.js';
import type { Model } from '../../model/document/element.js';
import { elementPath } from './shared/analysis/element-path.js';
import { MODEL_ARG, readModelFiles } from './shared/analysis/read-model-files.js';
import { drawStats, titleOf } from './shared/analysis/stats-text.js';
import { modelPaths } from './shared/model-paths.js';

export default command({
  summary: 'Show model statistics: counts, cycles, coupling, missing fields',
  details:
    'Counts objects and connections by type, status and domain. Lists the most connected objects, objects without connections, connections between systems, cycles among systems and among apps and stores, and technologies by use. Also counts elements without a description, a caption, a team or a technology; --missing lists them.\n\nA connection counts from its origin to its target; a bidirectional one counts both ways. Connections of child objects count for their parents. JSON and YAML always have the same keys, so that you can record the numbers daily.',
  args: { model: MODEL_ARG },
  options: {
    missing: choice(
      INFORMATION.map((it) => dashed(it)),
      'Instead, list the objects or connections without this field; owner means a team',
    ),
  },
  scope: ['landscape'],
  formats: ['markdown'],
  examples: {
    'Of files': 'archctl model stats models',
    'List systems, apps and stores without a team': 'archctl model stats live --missing owner',
    'Count missing descriptions of a landscape, for a chart':
      'archctl model stats live -o json --query missing.description',
  },
  related: ['model check', 'model graph', 'object dependencies'],
  async run(context, { args, options: { missing } }) {
    const paths = modelPaths(context, args.model);
    const model = await readModelFiles(context, paths);
    const wanted = INFORMATION.find((it) => dashed(it) === missing);
    if (wanted !== undefined) return missingList(model, wanted);
    const stats = statsOf(model);
    const title = titleOf(stats, paths.join(' '));
    if (context.terminal.format === 'markdown') {
      const { markdownOfStats } = await import('./shared/analysis/stats-markdown.js');
      return { kind: 'text', text: markdownOfStats(title, stats) };
    }
    return { kind: 'drawing', data: stats, draw: (line) => drawStats(title, stats, line) };
  },
});

const IN_WORDS: Readonly<Record<Information, string>> = {
  description: 'a description',
  caption: 'a caption',
  owner: 'a team',
  technology: 'a technology',
  connectionTechnology: 'a technology',
};

/** Elements that lack a field, one row each. */
function missingList(model: Model, what: Information): Outcome {
  return {
    kind: 'list',
    items: missingInformation(model, what).missing.map((element) => ({
      path: elementPath(model, element),
      type: element.fields.type ?? element.kind,
      id: element.id,
    })),
    columns: [
      { key: 'path', priority: 1 },
      { key: 'type', priority: 1 },
      { key: 'id', header: 'ID', priority: 2 },
    ],
    empty: `No element lacks ${IN_WORDS[what]}.`,
  };
}

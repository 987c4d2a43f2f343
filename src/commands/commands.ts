import { manifestOf } from '../cli/command/manifest.js';
import { command } from '../cli/command/spec.js';
import { twoColumns } from '../cli/help/layout.js';
import { NOUNS } from '../cli/help/nouns.js';
import { route } from '../cli/line/route.js';

export default command({
  summary: 'List every command, for people, tools and agents',
  details:
    'On a terminal and in a pipe: a line for each command. With -o json the whole tree: arguments, options, values, examples, and the operation of the service each command is about.',
  args: {
    words: {
      name: 'WORD',
      help: 'Only commands that start with these words',
      variadic: true,
      optional: true,
      completes: 'command',
    },
  },
  examples: [
    { note: 'Everything there is', line: 'archctl commands' },
    { note: 'The options of one command, for a program', line: 'archctl commands diagram export -o json' },
    {
      note: 'Commands that change something',
      line: `archctl commands -o json --query "commands[?operation.meter=='write'].usage"`,
    },
  ],
  related: ['help output', 'api'],
  async run(_context, { args }) {
    const { words = [] } = args;
    const { REGISTRY } = await import('./registry.generated.js');
    const { path } = route(words, REGISTRY, NOUNS);
    const isBelow = (it: readonly string[]) => path.every((word, index) => word === it[index]);
    const manifest = await manifestOf(
      REGISTRY.filter((entry) => isBelow(entry.path)),
      NOUNS.filter((noun) => isBelow(noun.path)),
    );
    return {
      kind: 'drawing',
      data: manifest,
      draw: ({ width }) =>
        twoColumns(
          manifest.commands.map((it) => [`archctl ${it.path.join(' ')}`, it.summary] as const),
          Math.min(80, width),
        ),
    };
  },
});

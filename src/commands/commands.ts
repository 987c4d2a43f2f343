import { command } from '../cli/command/command.js';
import { commandTreeOf } from '../cli/help/command-tree.js';
import { twoColumns } from '../cli/help/wrap.js';
import { route } from '../cli/line/route.js';

export default command({
  summary: 'List every command, for people, tools and agents',
  section: 'This machine',
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
  async run({ registry }, { args }) {
    const { words = [] } = args;
    const { path } = route(words, registry);
    const isBelow = (it: { path: readonly string[] }) => path.every((word, index) => word === it.path[index]);
    const tree = await commandTreeOf(registry, {
      ...registry,
      commands: registry.commands.filter(isBelow),
      nouns: registry.nouns.filter(isBelow),
    });
    return {
      kind: 'drawing',
      data: tree,
      draw: ({ width }) =>
        twoColumns(
          tree.commands.map((it) => [`archctl ${it.path.join(' ')}`, it.summary] as const),
          Math.min(80, width),
        ),
    };
  },
});

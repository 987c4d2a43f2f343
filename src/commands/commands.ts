import { command } from '../cli/command/command.js';
import { flag } from '../cli/command/options.js';
import { commandTreeOf } from '../cli/help/command-tree.js';
import { twoColumns } from '../cli/help/wrap.js';
import { route } from '../cli/line/route.js';

export default command({
  summary: 'List all commands for people, tools and agents',
  section: 'This machine',
  details:
    'Prints one line per command. With -o json it prints the whole command tree: arguments, options, values, examples and the operation of the service. With --brief and -o json it prints the commands with their arguments and most useful options in less than 20 kB, for agents.',
  args: {
    words: {
      name: 'WORD',
      help: 'Only commands whose names start with these words',
      variadic: true,
      optional: true,
      completes: 'command',
    },
  },
  options: { brief: flag('In machine formats, print only what is needed to choose a command') },
  examples: {
    'The options of one command, for a program': 'archctl commands diagram export -o json',
    'All commands for an agent, in less than 20 kB': 'archctl commands --brief -o json',
    'Commands that make changes': `archctl commands -o json --query "commands[?operation.meter=='write'].usage"`,
  },
  related: ['help output', 'api'],
  async run({ registry }, { args, options }) {
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
      data: options.brief ? (await import('../cli/help/brief-tree.js')).briefTreeOf(tree) : tree,
      draw: ({ width }) =>
        twoColumns(
          tree.commands.map((it) => [`archctl ${it.path.join(' ')}`, it.summary] as const),
          Math.min(80, width),
        ),
    };
  },
});

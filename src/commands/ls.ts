import { usageError } from '../base/errors.js';
import { nearest } from '../base/suggest.js';
import { command } from '../cli/command/command.js';
import { listLandscapes } from '../contract/resources/landscape.js';
import { modelObjects } from '../contract/resources/model-object.js';

const VERB = 'list';

export default command({
  summary: 'List the records of a noun, or the objects of the landscape',
  details:
    '"archctl ls diagrams" is the same as "archctl diagram list", with all its options. Without a noun, lists the objects of the landscape that is set; if none is set, lists the landscapes.',
  section: 'Models',
  verbBefore: VERB,
  args: { noun: { name: 'NOUN', help: 'Noun whose records are listed, such as diagrams', optional: true } },
  scope: ['org', 'landscape', 'landscapeVersion'],
  operation: listLandscapes,
  alsoPerforms: [modelObjects.list],
  takesLimit: true,
  examples: {
    'The objects of the landscape': 'archctl ls --landscape LANDSCAPE_ID',
    'The first five as JSON': 'archctl ls --landscape LANDSCAPE_ID --limit 5 -o json',
  },
  related: ['landscape list', 'object list', 'search'],
  async run(context, { args: { noun } }) {
    const { commands, nouns } = context.registry;
    const lists = commands.filter(({ path }) => path.length === 2 && path[1] === VERB);
    if (noun !== undefined) {
      const words = nouns.flatMap(({ path, aliases = [] }) =>
        lists.some((it) => it.path[0] === path[0]) && path.length === 1 ? [path[0] ?? '', ...aliases] : [],
      );
      const guess = nearest(noun, words);
      throw usageError(`There is no list of "${noun}".`, {
        hint: guess ? `Did you mean "archctl ls ${guess}"?` : '"archctl commands" lists all commands.',
      });
    }
    const word = context.settings.scope('landscape') === undefined ? 'landscape' : 'object';
    const list = lists.find(({ path }) => path[0] === word);
    if (!list) throw new TypeError(`There is no ${word} ${VERB}.`);
    const spec = (await list.load()).default;
    return spec.run(context, context.parsed);
  },
});

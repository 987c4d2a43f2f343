import { type ArchctlError, usageError } from '../base/errors.js';
import { singularOf } from '../base/meanings.js';
import { nearest } from '../base/text/suggest.js';
import { command } from '../cli/command/command.js';
import type { CommandEntry, Context } from '../cli/command/spec.js';
import { MODEL_OBJECT_TYPES } from '../contract/enums.js';
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
    'The objects of the landscape': 'archctl ls',
    'The first five as JSON': 'archctl ls --limit 5 -o json',
  },
  related: ['landscape list', 'object list', 'search'],
  async run(context, { args: { noun } }) {
    const { commands } = context.registry;
    const lists = commands.filter(({ path }) => path.length === 2 && path[1] === VERB);
    if (noun !== undefined) throw await unknownNoun(context, noun, lists);
    const word = context.settings.scope('landscape') === undefined ? 'landscape' : 'object';
    const list = lists.find(({ path }) => path[0] === word);
    if (!list) throw new TypeError(`There is no ${word} ${VERB}.`);
    const spec = (await list.load()).default;
    const outcome = await spec.run(context, context.parsed);
    return outcome.kind === 'list' ? { ...outcome, listedBy: { ...list, scope: spec.scope } } : outcome;
  },
});

/** The error for a noun without a list, with the list that was probably meant: `ls apps` lists objects of a type. */
async function unknownNoun(
  { registry }: Context,
  noun: string,
  lists: readonly CommandEntry[],
): Promise<ArchctlError> {
  const listed = registry.nouns.filter(
    ({ path }) => path.length === 1 && lists.some((it) => it.path[0] === path[0]),
  );
  const { OTHER_NOUNS } = await registry.otherWords();
  const typed = noun.toLowerCase();
  const forms = [typed, singularOf(typed), typed.replace(/s$/, '')];
  const type = MODEL_OBJECT_TYPES.find((it) => forms.includes(it));
  const other = Object.keys(OTHER_NOUNS).find((it) => forms.includes(it)) ?? '';
  const ours = type === undefined ? OTHER_NOUNS[other] : `object --type ${type}`;
  const [word = '', ...options] = ours?.split(' ') ?? [];
  const suggestedNoun = listed.find(({ path }) => path[0] === word);
  const guess = suggestedNoun
    ? [suggestedNoun.aliases?.[0] ?? word, ...options].join(' ')
    : nearest(
        noun,
        listed.flatMap(({ path, aliases = [] }) => [path[0] ?? '', ...aliases]),
      );
  return usageError(`There is no list of "${noun}".`, {
    hint: guess ? `Did you mean "archctl ls ${guess}"?` : '"archctl commands" lists all commands.',
  });
}

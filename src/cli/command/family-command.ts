import { ArchctlError } from '../../base/errors.js';
import { capitalised } from '../../base/words.js';
import { called } from './called.js';
import { lossesInWords, questionOf, questionOfMany } from './family-delete.js';
import { createOptions, updateOptions, upsertOptions } from './family-options.js';
import type { FamilyCommandSpec, FamilyVerb } from './family-spec.js';
import { labelled, withLabels } from './label-change.js';
import type { Example } from './noun.js';
import { operationCommand } from './operation-command.js';
import type { AnyCommand, Context } from './spec.js';

export { createOptions, orNone } from './family-options.js';
export type { FamilyCommandSpec, FamilyVerb } from './family-spec.js';

type Json = Record<string, unknown>;

const STAYS = 'What is not named stays.';
const LABELS_ARE_READ =
  'With --label or --remove-label the record is read first, and the change is refused where somebody else was faster.';

const SEVERAL =
  'Several at once: name them, give - for names on stdin, one a line, or choose some of the list with --where and ' +
  '--filter. They are shown and asked for once; --dry-run lists them.';

/** A command for each operation of one family; each command file exports one of them. */
export function familyCommands(spec: FamilyCommandSpec): Record<FamilyVerb, AnyCommand> {
  const { family, columns, reading, completes, summaries = {}, related = [] } = spec;
  const { word, noun, param } = family.shape;
  const Noun = capitalised(noun);
  const placeholder = `${word.toUpperCase().replace(/[- ]/g, '_')}_ID`;
  const args = { [param]: { name: placeholder, help: Noun, ...(completes && { completes }) } };
  const line = (verb: string, rest = ''): string =>
    `archctl ${word} ${verb} --landscape LANDSCAPE_ID${rest && ` ${rest}`}`;
  const one = (verb: string, rest?: string): string => line(`${verb} ${placeholder}`, rest);
  const also = (...own: string[]) => ({ related: [...own.map((verb) => `${word} ${verb}`), ...related] });
  const told = (verb: FamilyVerb) => ({ summary: summaries[verb] ?? family[verb].summary });
  const among = { list: family.list, columns, kind: completes, filters: spec.filters ?? {} };
  const idOf = ({ parsed }: Context): string => String(parsed.args[param]);
  const finishing = (verb: 'create' | 'upsert') => {
    const { finish } = spec;
    return finish ? { finish: (body: Json, context: Context) => finish(body, context, verb) } : {};
  };

  return {
    list: operationCommand(family.list, {
      ...told('list'),
      options: { ...spec.filters, ...reading },
      columns,
      empty: `No ${noun}s.`,
      examples: [{ note: `All ${noun}s of a landscape`, line: line('list') }, ...spec.examples.list],
      ...also('get'),
    }),
    get: operationCommand(family.get, {
      ...told('get'),
      args,
      options: { ...reading, ...spec.getting },
      columns: [...columns, ...(spec.details ?? [])],
      examples: [
        { note: `One ${noun}`, line: one('get') },
        { note: 'All of its fields', line: one('get', '-o yaml') },
      ],
      ...also('list', 'update'),
    }),
    create: operationCommand(family.create, {
      ...told('create'),
      details:
        'On a terminal what is missing is asked for, and the line that does the same is told. Many at once: one record a line. Each is then made under a new id of its own (or the "id" of its line), so ' +
        'that a lost answer makes no second one.',
      options: createOptions(spec),
      columns,
      examples: spec.examples.create,
      ...finishing('create'),
      ...also('upsert', 'list'),
      bulk: { noun, repeatableAs: family.upsert },
      done: (record, context) => `${Noun} ${called(context, record)} created.`,
    }),
    upsert: operationCommand(family.upsert, {
      ...told('upsert'),
      details:
        `Makes a ${noun} under the id you name; where there is one, it is replaced as a whole: what is not ` +
        'given goes back to what it is on a new one. Safe to run twice.',
      args: {
        [param]: { ...args[param], name: 'NEW_ID', help: `Id of the ${noun}, new or not`, isNew: true },
      },
      options: upsertOptions(spec),
      columns,
      examples: spec.examples.create.map((example) => upsertExample(word, example)),
      bulk: { noun },
      ...also('create', 'update'),
      ...finishing('upsert'),
      done: (record, context) => `${Noun} ${called(context, record)} is in place.`,
    }),
    update: operationCommand(family.update, {
      ...told('update'),
      details: `${spec.unlabelled ? STAYS : `${STAYS} ${LABELS_ARE_READ}`}\n\n${SEVERAL}`,
      args,
      options: updateOptions(spec),
      columns,
      examples: [
        ...spec.examples.update,
        {
          note: 'From a file, if nobody was faster',
          line: one('update', `--data @${spec.changesFile ?? 'changes.yaml'} --commit 7`),
        },
      ],
      ...also('get', 'upsert'),
      bulk: { noun, among, partly: labelled },
      finish: async (body, context) =>
        withLabels((await spec.finish?.(body, context, 'update')) ?? body, context, family),
      done: (record, context) => `${Noun} ${called(context, record)} updated.`,
    }),
    delete: operationCommand(family.delete, {
      ...told('delete'),
      details: `Asks first and lists what is deleted with it; --yes skips the question.\n\n${SEVERAL}`,
      args,
      columns: spec.deleted ?? [{ key: 'commit', kind: 'number' }],
      examples: [
        { note: 'Asks first', line: one('delete') },
        { note: 'In a script', line: one('delete', '--yes -o json') },
      ],
      ...also('get'),
      confirm: (context) => questionOf(context, spec, idOf(context)),
      bulk: {
        noun,
        among,
        question: (context, ids) => questionOfMany(context, spec, ids),
        losses: lossesInWords,
      },
      done: async (answer, context) =>
        `${Noun} ${called(context, { id: idOf(context) })} deleted${await lossesInWords(context, answer)}.`,
    }),
    exists: operationCommand(family.exists, {
      ...told('exists'),
      details: 'Ends with 0 where it does and with 4 where it does not; no record is read.',
      args,
      columns: [
        { key: 'id', header: 'ID', kind: 'id' },
        { key: 'exists', kind: 'boolean', priority: 1 },
      ],
      examples: [
        { note: 'Is it there?', line: one('exists') },
        { note: 'In a script, by its exit code', line: one('exists', '-o json') },
      ],
      ...also('get', 'upsert'),
      shown: (_, context) => ({ id: idOf(context), exists: true }),
      failed: (error, context) => absent(error, noun, idOf(context)),
    }),
  };
}

/** The example of a create, under an id of one's own. */
const upsertExample = (word: string, { note, line }: Example): Example => ({
  note: `${note}, under an id of your own`,
  line: line.replace(`archctl ${word} create`, `archctl ${word} upsert NEW_ID`),
});

/** A HEAD brings no words of the service: what is not there is told in ours. */
function absent(error: unknown, noun: string, id: string): unknown {
  if (!(error instanceof ArchctlError) || error.kind !== 'not-found') return error;
  return new ArchctlError('not-found', `There is no ${noun} ${id} in this version.`, error.facts);
}

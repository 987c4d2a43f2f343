import { ArchctlError } from '../../../base/errors.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { capitalised } from '../../../base/text/words.js';
import type { FamilyVerb } from '../../../contract/families.js';
import { commit, handle, version } from '../columns.js';
import { withLabels, withRecordLabels } from '../input/label-change.js';
import type { Examples } from '../noun.js';
import { operationCommand } from '../operation-command.js';
import type { AnyCommand, Context } from '../spec.js';
import { displayName } from './display-name.js';
import { lossesInWords, questionOf, questionOfMany } from './family-delete.js';
import { createOptions, hasLabels, updateOptions, upsertOptions } from './family-options.js';
import type { CommandFamily, FamilyCommandSpec } from './family-spec.js';
import { detailsOf } from './fields.js';
import { hasInitialValues, withInitialValues } from './initial-values.js';

export { createOptions } from './family-options.js';
export type { FamilyCommandSpec } from './family-spec.js';

const PROMPTS =
  'On a terminal, archctl prompts for missing values and prints the equivalent command line. --data accepts many records, one per line.';
const CREATED_ONCE =
  'Each is created under a new id (or the "id" of its line), so that a lost response creates no duplicate.';
const STAYS = 'Fields that are not given stay unchanged.';
const LABELS_ARE_READ =
  'With --label or --remove-label archctl reads the record first, and the change is refused if someone else changed it in the meantime.';

const SEVERAL =
  'For several records, name them, or select them with --where and --filter. Use - to read names from stdin, one per ' +
  'line. archctl lists the records and asks once; --dry-run only lists them.';

/** Creates a command for each operation of a family; each command file exports one of them. */
export function familyCommands<const F extends CommandFamily>(
  spec: FamilyCommandSpec<F>,
): Record<Extract<keyof F, FamilyVerb>, AnyCommand> {
  const { columns, reading, completes, summaries = {}, related = [] } = spec;
  const family: CommandFamily = spec.family;
  const { upsert, exists } = family;
  const { word, noun, param } = family.shape;
  const Noun = capitalised(noun);
  const placeholder = word.toUpperCase().replace(/[- ]/g, '_');
  const args = { [param]: { name: placeholder, help: Noun, ...(completes && { completes }) } };
  const line = (verb: string, rest = ''): string => `archctl ${word} ${verb}${rest && ` ${rest}`}`;
  const one = (verb: string, rest?: string): string => line(`${verb} ${placeholder}`, rest);
  const also = (...own: FamilyVerb[]) => ({
    related: [...own.filter((verb) => verb in family).map((verb) => `${word} ${verb}`), ...related],
  });
  const summaryOf = (verb: FamilyVerb) => {
    const summary = summaries[verb] ?? family[verb]?.summary;
    return summary === undefined ? {} : { summary };
  };
  const positional = spec.positional && { positional: spec.positional };
  const selectFrom = { list: family.list, columns, kind: completes, filters: spec.filters ?? {} };
  const { labelOf, contentsOf = () => '', howToSee } = spec;
  const written = { family, contentsOf, ...(labelOf && { labelOf }), ...(howToSee && { howToSee }) };
  const idOf = ({ parsed }: Context): string => String(parsed.args[param]);
  const finishing = (verb: 'create' | 'upsert') => {
    const { finish = (body: JsonObject) => body } = spec;
    if (!hasInitialValues(family))
      return spec.finish
        ? { finish: (body: JsonObject, context: Context) => finish(body, context, verb) }
        : {};
    return {
      finish: async (body: JsonObject, context: Context, id = context.parsed.args[param]) =>
        withInitialValues(await finish(body, context, verb), context, family, id),
    };
  };

  const commands = {
    list: operationCommand(family.list, {
      ...summaryOf('list'),
      options: { ...spec.filters, ...reading },
      columns,
      empty: `No ${noun}s.`,
      examples: { [`All ${noun}s of a landscape`]: line('list'), ...spec.examples.list },
      ...also('get'),
    }),
    get: operationCommand(family.get, {
      ...summaryOf('get'),
      args,
      options: { ...reading, ...spec.getting },
      columns: [
        ...columns,
        ...detailsOf(family.shape.fields),
        ...(spec.details ?? [commit, handle, version]),
      ],
      examples: { [`One ${noun}`]: one('get'), 'All fields': one('get', '-o yaml') },
      ...(spec.extra && { extra: spec.extra }),
      ...also('list', 'update'),
    }),
    create: operationCommand(family.create, {
      ...summaryOf('create'),
      details: upsert ? `${PROMPTS} ${CREATED_ONCE}` : PROMPTS,
      options: createOptions(spec),
      ...positional,
      columns,
      examples: spec.examples.create,
      ...finishing('create'),
      ...also('upsert', 'list'),
      bulk: { noun, repeatableAs: upsert },
      written,
      done: (record, context) => `Created ${noun} ${displayName(context, record)}${contentsOf(record)}.`,
    }),
    ...(upsert && {
      upsert: operationCommand(upsert, {
        ...summaryOf('upsert'),
        details:
          `Creates a ${noun} with the id you choose. If it exists, replaces it completely: fields that are not ` +
          'given get their defaults. Safe to run twice.',
        args: {
          [param]: {
            ...args[param],
            name: 'NEW_ID',
            help: `Id of the ${noun}, new or existing`,
            isNew: true,
          },
        },
        options: upsertOptions(spec),
        ...positional,
        columns,
        examples: upsertExamples(word, spec.examples.create),
        bulk: { noun },
        ...also('create', 'update'),
        ...finishing('upsert'),
        written,
        done: (record, context) => `Saved ${noun} ${displayName(context, record)}.`,
      }),
    }),
    update: operationCommand(family.update, {
      ...summaryOf('update'),
      details: `${hasLabels(family.shape.fields) ? `${STAYS} ${LABELS_ARE_READ}` : STAYS}\n\n${SEVERAL}`,
      args,
      options: updateOptions(spec),
      columns,
      examples: {
        ...spec.examples.update,
        'From a file, if the record has not changed since': one(
          'update',
          `--data @${spec.changesFile ?? 'changes.yaml'} --commit 7`,
        ),
      },
      ...also('get', 'upsert'),
      bulk: { noun, selectFrom, partialBody: spec.partialBody ?? withRecordLabels },
      finish: async (body, context) =>
        withLabels((await spec.finish?.(body, context, 'update')) ?? body, context, family),
      written,
      done: (record, context) => `Updated ${noun} ${displayName(context, record)}.`,
    }),
    delete: operationCommand(family.delete, {
      ...summaryOf('delete'),
      details: `Lists what is deleted with it and asks for confirmation; use --yes in scripts.\n\n${SEVERAL}`,
      args,
      columns: spec.deleted ?? [{ key: 'commit', kind: 'number' }],
      examples: { 'Asks for confirmation': one('delete'), 'In a script': one('delete', '--yes -o json') },
      ...also('get'),
      confirm: (context) => questionOf(context, spec, idOf(context)),
      bulk: {
        noun,
        selectFrom,
        question: (context, ids) => questionOfMany(context, spec, ids),
        losses: lossesInWords,
      },
      written,
      done: async (answer, context) =>
        `Deleted ${noun} ${displayName(context, { id: idOf(context) })}${await lossesInWords(context, answer)}.`,
    }),
    ...(exists && {
      exists: operationCommand(exists, {
        ...summaryOf('exists'),
        details: 'Exits with code 0 if it exists and with 4 if it does not. Does not read the record.',
        args,
        columns: [
          { key: 'id', header: 'ID', kind: 'id' },
          { key: 'exists', kind: 'boolean', priority: 1 },
        ],
        examples: {
          'Check whether it exists': one('exists'),
          'In a script, by its exit code': one('exists', '-o json'),
        },
        ...also('get', 'upsert'),
        shown: (_, context) => ({ id: idOf(context), exists: true }),
        failed: (error, context) => notFoundError(error, noun, idOf(context)),
      }),
    }),
  };
  return commands as Record<Extract<keyof F, FamilyVerb>, AnyCommand>;
}

/** Examples of `upsert`, derived from those of `create`. */
const upsertExamples = (word: string, examples: Examples): Examples =>
  Object.fromEntries(
    Object.entries(examples).map(([note, line]) => [
      `${note}, with an id of your own`,
      line.replace(`archctl ${word} create`, `archctl ${word} upsert NEW_ID`),
    ]),
  );

/** A HEAD response has no message, so archctl writes one. */
function notFoundError(error: unknown, noun: string, id: string): unknown {
  if (!(error instanceof ArchctlError) || error.kind !== 'not-found') return error;
  return new ArchctlError('not-found', `There is no ${noun} ${id} in this version.`, error.facts);
}

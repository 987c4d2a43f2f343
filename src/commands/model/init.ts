import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { replaceFile } from '../../base/write-file.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import { rulesSchema } from '../../model/ask/rules/schema.js';
import { schemaText, textOfSchema } from '../../model/document/schema.js';
import { DOCUMENT, SCHEMA } from '../../model/document/write.js';
import { checkOutput, outputFile, STDOUT } from '../shared/output-file.js';
import { textOutput } from '../shared/text-output.js';
import { EXAMPLE_RULES, RULES_FILE, RULES_SCHEMA } from './shared/ask/example-rules.js';
import { EXAMPLE } from './shared/example.js';

const COLUMNS = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'content', priority: 1 },
] as const;

export default command({
  summary: 'Write a small example of a model as code',
  details: `A document, ${DOCUMENT}, and the schema that editors check it by, ${SCHEMA}. With --rules a file of rules for "archctl model check", ${RULES_FILE}, and its schema, ${RULES_SCHEMA}. What is there already is never written over.`,
  options: {
    dir: text('Folder to write them to; made where there is none', {
      value: 'DIR',
      fallback: 'here',
      completes: 'directory',
      isNew: true,
    }),
    file: outputFile('The document, under a name of your own', { isNew: true }),
    rules: flag('Rules of your own instead of a document'),
  },
  examples: [
    { note: 'In a folder of its own', line: 'archctl model init --dir architecture' },
    { note: 'Rules of your own', line: 'archctl model init --rules --dir our-rules' },
    { note: 'Under a name of your own', line: 'archctl model init --file ferries.yaml' },
  ],
  related: ['model fmt', 'model schema', 'model check'],
  async run(context, { options: { dir, file, rules } }) {
    const { world, parsed, terminal } = context;
    if (dir !== undefined && file !== undefined)
      throw usageError('Options --dir and --file exclude each other.', {
        hint: 'Name the folder in --file: --file architecture/ferries.yaml.',
      });
    const kind = rules ? RULES : MODEL;
    checkOutput(context, file);
    if (file === STDOUT) return textOutput(context, kind.example, file);
    const document = file ?? join(dir ?? '', kind.file);
    if (!/\.ya?ml$/i.test(document))
      throw usageError(`Option --file: ${basename(document)} does not end in .yaml.`, {
        hint: 'The example has comments, which JSON has not.',
      });
    if (isThere(resolve(world.cwd, document)))
      throw usageError(`${document} is there already and is not overwritten.`, {
        hint: 'Name another file with --file, or another folder with --dir.',
      });
    const schema = join(dirname(document), kind.schema);
    const files = [
      { path: document, content: 'the example', text: kind.example },
      ...(isThere(resolve(world.cwd, schema))
        ? []
        : [{ path: schema, content: 'what may stand in it', text: kind.schemaText() }]),
    ];
    if (!parsed.globals.dryRun) {
      for (const it of files) replaceFile(resolve(world.cwd, it.path), it.text);
      terminal.success(`Wrote ${document}.`);
    }
    return {
      kind: 'list',
      items: files.map(({ path, content }) => ({ path, content })),
      columns: COLUMNS,
    };
  },
});

/** What is written: a document or rules, and the schema beside it. */
const MODEL = { file: DOCUMENT, schema: SCHEMA, example: EXAMPLE, schemaText };
const RULES = {
  file: RULES_FILE,
  schema: RULES_SCHEMA,
  example: EXAMPLE_RULES,
  schemaText: () => textOfSchema(rulesSchema()),
};

/** Also where it is a link that leads nowhere. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

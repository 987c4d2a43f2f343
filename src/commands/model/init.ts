import { lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { replaceFile } from '../../base/files/write-file.js';
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
  summary: 'Write a small example model',
  details: `Writes a document, ${DOCUMENT}, and its JSON Schema for editors, ${SCHEMA}. With --rules, writes a rules file for "archctl model check", ${RULES_FILE}, and its schema, ${RULES_SCHEMA}. Existing files are not overwritten.`,
  options: {
    dir: text('Output folder; created if it does not exist', {
      value: 'DIR',
      fallback: 'here',
      completes: 'directory',
      isNew: true,
    }),
    file: outputFile('Name of the document file', { isNew: true }),
    rules: flag('Write a rules file instead of a document'),
  },
  examples: {
    'Write to a new folder': 'archctl model init --dir architecture',
    'Rules for your organization': 'archctl model init --rules --dir our-rules',
    'Choose the file name': 'archctl model init --file ferries.yaml',
  },
  related: ['model fmt', 'model schema', 'model check'],
  async run(context, { options: { dir, file, rules } }) {
    const { world, parsed, terminal } = context;
    if (dir !== undefined && file !== undefined)
      throw usageError('Option --dir cannot be combined with --file.', {
        hint: 'Put the folder into --file: --file architecture/ferries.yaml.',
      });
    const kind = rules ? RULES : MODEL;
    checkOutput(context, file);
    if (file === STDOUT) return textOutput(context, kind.example, file);
    const document = file ?? join(dir ?? '', kind.file);
    if (!/\.ya?ml$/i.test(document))
      throw usageError(`Option --file: ${basename(document)} does not end in .yaml.`, {
        hint: 'The example has comments, which JSON does not support.',
      });
    if (isThere(resolve(world.cwd, document)))
      throw usageError(`${document} already exists and is not overwritten.`, {
        hint: 'Use another file with --file, or another folder with --dir.',
      });
    const schema = join(dirname(document), kind.schema);
    const files = [
      { path: document, content: 'the example', text: kind.example },
      ...(isThere(resolve(world.cwd, schema))
        ? []
        : [{ path: schema, content: 'its schema', text: kind.schemaText() }]),
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

/** Files to write: a document or rules, and the schema beside it. */
const MODEL = { file: DOCUMENT, schema: SCHEMA, example: EXAMPLE, schemaText };
const RULES = {
  file: RULES_FILE,
  schema: RULES_SCHEMA,
  example: EXAMPLE_RULES,
  schemaText: () => textOfSchema(rulesSchema()),
};

/** Includes broken links. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

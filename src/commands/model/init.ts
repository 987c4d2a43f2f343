import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { replaceFile } from '../../base/files/write-file.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { rulesSchema } from '../../model/analysis/rules/schema.js';
import { DOCUMENT_FILE } from '../../model/document/element.js';
import { schemaText, textOfSchema } from '../../model/document/schema.js';
import { SCHEMA_FILE } from '../../model/document/write.js';
import { checkOutput, outputFileOrFolder, STDOUT } from '../shared/output/output-file.js';
import { textOutput } from '../shared/output/text-output.js';
import { EXAMPLE_RULES, RULES_FILE, RULES_SCHEMA } from './shared/analysis/example-rules.js';
import { EXAMPLE } from './shared/example.js';
import { targetOf } from './shared/pulled-files.js';

const COLUMNS = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'content', priority: 1 },
] as const;

export default command({
  summary: 'Write a small example model',
  details: `Writes a document, ${DOCUMENT_FILE}, and its JSON Schema for editors, ${SCHEMA_FILE}. With --rules, writes a rules file for "archctl model check", ${RULES_FILE}, and its schema, ${RULES_SCHEMA}. Existing files are not overwritten.`,
  options: {
    out: outputFileOrFolder('Output folder, or a file ending in .yaml; created if it does not exist', {
      fallback: 'this folder',
      isNew: true,
    }),
    rules: flag('Write a rules file instead of a document'),
  },
  examples: {
    'Write to a new folder': 'archctl model init --out architecture',
    'Rules for your organization': 'archctl model init --rules --out our-rules',
    'Choose the file name': 'archctl model init --out ferries.yaml',
  },
  related: ['model fmt', 'model schema', 'model check'],
  async run(context, { options: { out = '.', rules } }) {
    const { world, parsed, terminal } = context;
    const kind = rules ? RULES : MODEL;
    checkOutput(context, out);
    if (out === STDOUT) return textOutput(context, kind.example, out);
    const target = targetOf(context, out);
    const document = 'file' in target ? target.file : join(target.dir, kind.file);
    if (isThere(resolve(world.cwd, document)))
      throw usageError(`${document} already exists and is not overwritten.`, {
        hint: 'Name another file or folder with --out.',
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
const MODEL = { file: DOCUMENT_FILE, schema: SCHEMA_FILE, example: EXAMPLE, schemaText };
const RULES = {
  file: RULES_FILE,
  schema: RULES_SCHEMA,
  example: EXAMPLE_RULES,
  schemaText: () => textOfSchema(rulesSchema()),
};

/** Includes broken links. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { rulesSchema } from '../../model/analysis/rules/schema.js';
import { decisionSchema } from '../../model/document/decision/schema.js';
import { documentSchema, textOfSchema } from '../../model/document/schema.js';
import { checkOutput, outputFile, writeOutput } from '../shared/output/output-file.js';
import { WRITTEN_FILE } from '../shared/output/text-output.js';

export default command({
  summary: 'Print the JSON Schema of documents, for editors',
  details:
    'Uses JSON Schema draft 2020-12, with a description of every field. Editors that read the first line of a document ("# yaml-language-server: $schema=./model.schema.json") use the schema for completion, descriptions and validation. Save the schema beside the document.',
  options: {
    decisions: flag('Print the schema of the front matter of decisions'),
    rules: flag('Print the schema of rules files for "archctl model check"'),
    out: outputFile('File to write', { fallback: 'stdout' }),
  },
  examples: {
    'Save it beside the documents of a folder': 'archctl model schema --out model.schema.json',
    'Save the schema of rules files': 'archctl model schema --rules --out rules.schema.json',
    'Show the fields of an object': 'archctl model schema --query \'keys("$defs".object.properties)\'',
  },
  related: ['model init', 'model fmt', 'model check'],
  async run(context, { options: { out: file, rules, decisions } }) {
    checkOutput(context, file);
    if (rules && decisions) throw usageError('--rules cannot be combined with --decisions.');
    const schema = rules ? rulesSchema() : decisions ? decisionSchema() : documentSchema();
    const text = textOfSchema(schema);
    if (file === undefined) return { kind: 'drawing', data: schema, draw: () => text };
    const { file: written, isStdout } = await writeOutput(context, file, text);
    if (isStdout) return { kind: 'nothing' };
    context.terminal.success(`Wrote ${file}.`);
    return { kind: 'record', record: written, columns: WRITTEN_FILE };
  },
});

import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import { mergeTexts } from '../../model/compare/merge-texts.js';
import type { SourceFile } from '../../model/document/read.js';
import { checkOutput } from '../shared/output-file.js';
import { OUT_OPTION, textOutput } from '../shared/text-output.js';
import { installDriver } from './shared/merge-driver.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Merge two changed versions of a document',
  details:
    'Merges three versions of a file: BASE, OURS and THEIRS. Elements are matched by id, so order, indentation and neighbouring lines cause no conflict. If only one side changed a field, the merge uses that change. Lists of ids, labels, drawings and layouts are merged entry by entry. Comments and quotes come from OURS.\n\nIf both sides changed the same field, the result contains conflict markers around both versions, and the exit code is 8. If a version cannot be parsed, archctl merges line by line, and the exit code is 2. "archctl model validate" reports the marked blocks.\n\n--install sets up git to merge with this command: it writes the merge driver to the configuration of the repository, and patterns to .gitattributes. With --install, the only argument is the document or its folder (default: this folder).',
  args: {
    base: { name: 'BASE', help: 'Common ancestor of both versions', completes: 'file', optional: true },
    ours: { name: 'OURS', help: 'Our version', completes: 'file', optional: true },
    theirs: { name: 'THEIRS', help: 'Their version', completes: 'file', optional: true },
  },
  options: {
    ...OUT_OPTION,
    path: text('Name of the document in messages', { value: 'PATH', fallback: 'OURS' }),
    install: flag('Set up git to merge documents with this command'),
  },
  examples: {
    'Write the merged document over OURS':
      'archctl model merge base.yaml model.yaml theirs.yaml --out model.yaml',
    'Print the result without writing it': 'archctl model merge base.yaml model.yaml theirs.yaml',
    'Install the merge driver of git': 'archctl model merge --install models',
  },
  related: ['model diff', 'model fmt'],
  async run(context, { args, options: { out: file, path, install } }) {
    if (install) return installDriver(context, args);
    checkOutput(context, file);
    const base = await sourceAt('BASE', args.base);
    const ours = await sourceAt('OURS', args.ours);
    const theirs = await sourceAt('THEIRS', args.theirs);
    const { text: merged, conflicts, failure } = mergeTexts({ base, ours, theirs }, { name: path });
    const failed = failure && { failure };
    if (context.parsed.globals.dryRun && file !== undefined)
      return { kind: 'record', record: { path: file, conflicts }, columns: PLANNED, ...failed };
    return { ...(await textOutput(context, merged, file)), ...failed };

    async function sourceAt(argument: string, given: string | undefined): Promise<SourceFile> {
      if (given === undefined) throw usageError(`Argument ${argument} is missing.`);
      const [source, ...others] = await readSources(context, [given]);
      if (source === undefined || others.length > 0)
        throw usageError(`Argument ${argument}: ${given} is a folder; merge one file at a time.`);
      return source;
    }
  },
});

const PLANNED = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'conflicts', kind: 'list', priority: 2 },
] as const;

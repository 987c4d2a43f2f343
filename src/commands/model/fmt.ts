import { resolve } from 'node:path';
import { ArchctlError, usageError } from '../../base/errors.js';
import { replaceFile } from '../../base/files/write-file.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { shellWord } from '../../cli/command/input/shell-word.js';
import { printsOneLine } from '../../cli/command/one-line.js';
import { flag } from '../../cli/command/options.js';
import { isDecisionFile } from '../../model/document/decision/decision-files.js';
import { formatFile } from '../../model/document/format/format.js';
import { FILE_STATUS_COLUMNS } from '../shared/file-changes.js';
import { textOutput } from '../shared/output/text-output.js';
import { FILES_ARG, modelPaths } from './shared/model-paths.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Format model files',
  details:
    'Sorts keys in the order of the schema, indents by two spaces, and writes short entries on one line. Comments and quotes are kept, and the content does not change. Decisions, which are Markdown files, are not changed. Each file is written completely or not at all; - reads stdin and writes to stdout.',
  args: {
    files: FILES_ARG,
  },
  options: { check: flag('Write nothing; list files that are not formatted and exit with code 8') },
  examples: {
    'The model in this folder': 'archctl model fmt',
    'In CI, fail if a file is not formatted': 'archctl model fmt models --check',
  },
  related: ['model init', 'model schema'],
  async run(context, { args: { files: typed }, options: { check } }) {
    const files = modelPaths(context, typed);
    const { world, parsed, terminal } = context;
    const isPiped = files.includes('-');
    if (isPiped && files.length > 1)
      throw usageError('Argument FILE: - cannot be combined with files.', {
        hint: 'Format the files in a separate command.',
      });
    const sources = (await readSources(context, files)).filter((it) => !isDecisionFile(it));
    const formatted = sources.map((file) => ({ file, now: formatFile(file) }));
    if (isPiped && !check)
      return textOutput(context, formatted.map(({ now }) => now.text).join(''), undefined);
    const changed = formatted.filter(({ file, now }) => file.text !== now.text);
    if (!check && !parsed.globals.dryRun)
      for (const { file, now } of changed) replaceFile(resolve(world.cwd, file.path), now.text);
    const items = formatted.map(({ file, now }) => {
      const status = file.text === now.text ? 'unchanged' : check ? 'unformatted' : 'formatted';
      return { path: file.path, status };
    });
    if (!check) {
      const count = pluralize(items.length, 'file');
      terminal.success(
        changed.length === 0 ? `Already formatted: ${count}.` : `Formatted ${changed.length} of ${count}.`,
      );
      const isNews = printsOneLine(context) && changed.length < items.length;
      if (isNews && changed.length === 0) return { kind: 'nothing' };
      const shown = isNews ? items.filter(({ status }) => status === 'formatted') : items;
      return { kind: 'list', items: shown, columns: FILE_STATUS_COLUMNS };
    }
    const failure =
      changed.length === 0
        ? {}
        : {
            failure: new ArchctlError('check', `${pluralize(changed.length, 'file')} would be reformatted.`, {
              hint: `Format ${changed.length === 1 ? 'it' : 'them'} with "archctl model fmt ${files.map(shellWord).join(' ')}".`,
              details: changed.map(({ file }) => file.path),
            }),
          };
    return { kind: 'list', items, columns: FILE_STATUS_COLUMNS, ...failure };
  },
});

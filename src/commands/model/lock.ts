import { ArchctlError, usageError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { positions } from '../../model/document/finding.js';
import type { SourceFile } from '../../model/document/read.js';
import { readModel } from '../../model/document/read.js';
import { lockText } from '../../model/lock/lock-file.js';
import { refuseUnresolved } from '../../model/sync/lock-model.js';
import { readReferences } from './shared/current-references.js';
import { refuseDocument } from './shared/findings/refuse.js';
import { TARGET_OPTIONS } from './shared/landscape-target.js';
import { lockPath, textOfLock, writeLock } from './shared/lock.js';
import { FILES_ARG, modelPaths } from './shared/model-paths.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Write the lock file of references to other namespaces',
  details:
    'Looks up each element in the field "references" of the document, in the landscape of the document and in those that references name. Writes their handle, name, type and owner to model.lock.json beside the document. With this file, "model validate", "model graph" and "model export" work offline. Commit it. "model validate --live" and "model drift" compare it with the landscape.\n\nThe lock file is sorted, with one value per line. An element that does not exist is an error, with the location of its reference, and nothing is written.',
  args: { files: FILES_ARG },
  options: {
    check: flag('Write nothing; exit with code 8 if the lock file is out of date'),
    ...TARGET_OPTIONS,
  },
  scope: ['landscape'],
  examples: {
    'Write the lock file': 'archctl model lock models',
    'In CI, fail if the lock file is out of date': 'archctl model lock models --check',
  },
  related: ['model validate', 'model drift', 'model pull'],
  async run(context, { args, options: { check, ...target } }) {
    const { world, terminal, parsed } = context;
    const files: SourceFile[] = await readSources(context, modelPaths(context, args.files));
    const { model, findings } = readModel(files);
    refuseDocument(findings, files, 'nothing was locked');
    const path = lockPath(model);
    if (model.references.size === 0)
      return { kind: 'record', record: { path: '', references: 0, status: 'not needed' }, columns: COLUMNS };
    if (path === undefined)
      throw usageError('Argument FILE: a document from stdin has no lock file.', { hint: 'Pass its file.' });
    const { states, changes } = await readReferences(context, model, target);
    refuseUnresolved(changes);
    const before = textOfLock(world.cwd, path);
    const after = lockText(model, states);
    const isSame = before === after;
    const status = isSame ? 'unchanged' : before === undefined ? 'missing' : 'out of date';
    const record = { path, references: states.size, status: isSame || check ? status : 'written' };
    if (!check && !isSame && !parsed.globals.dryRun) writeLock(world.cwd, path, after);
    if (!check) terminal.success(`Locked ${pluralize(states.size, 'reference')} in ${path}.`);
    const failure =
      check && !isSame
        ? new ArchctlError('check', `${path} is ${status}.`, {
            details: missingLines(before ?? '', after),
            hint: 'Write it with "archctl model lock", and commit it.',
          })
        : undefined;
    return { kind: 'record', record, columns: COLUMNS, ...(failure && { failure }) };
  },
});

/** Maximum number of differing lines in an error. */
const MAX_SHOWN = 5;

/** The first lines of the current lock file that the file on disk does not have. */
function missingLines(before: string, after: string): string[] {
  const known = new Set(before.split('\n'));
  const positionOf = positions(after);
  let offset = 0;
  const found: string[] = [];
  for (const line of after.split('\n')) {
    if (!known.has(line)) found.push(`line ${positionOf(offset).line}: ${line.trim()}`);
    offset += line.length + 1;
  }
  return before === '' ? [] : found.slice(0, MAX_SHOWN);
}

const COLUMNS = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'references', kind: 'number', priority: 1 },
  { key: 'status', kind: 'status', priority: 1 },
] as const;

import { ArchctlError, usageError } from '../../base/errors.js';
import { counted } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { type Conflict, mergeModels } from '../../model/compare/merge.js';
import type { Model, Value } from '../../model/document/element.js';
import { positions } from '../../model/document/finding.js';
import { KINDS } from '../../model/document/kinds.js';
import { readModel, type SourceFile } from '../../model/document/read.js';
import { writtenInto } from '../../model/document/rewrite.js';
import { checkOutput } from '../shared/output-file.js';
import { FILE_OPTION, textOutput } from '../shared/text-output.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Merge what two people did to one document',
  details:
    'Three documents of one file each: as it was, with our changes, and with theirs. Elements are told by their ids, so order, indentation and neighbours are no conflict: what only one side changed is taken, field by field, of lists of ids, labels, drawings and layouts part by part. Where both changed one thing, ours stays, each place is told, and the exit code is 8. Comments and quotes are those of ours.\n\nAs a merge driver of git: "git config merge.model.driver \'archctl model merge %O %A %B --file %A -q >/dev/null\'", and "models/*.yaml merge=model" in .gitattributes.',
  args: {
    base: { name: 'BASE', help: 'The document as it was', completes: 'file' },
    ours: { name: 'OURS', help: 'With our changes', completes: 'file' },
    theirs: { name: 'THEIRS', help: 'With their changes', completes: 'file' },
  },
  options: { ...FILE_OPTION },
  examples: [
    {
      note: 'What both did, in ours',
      line: 'archctl model merge base.yaml model.yaml theirs.yaml --file model.yaml',
    },
    { note: 'Look first', line: 'archctl model merge base.yaml model.yaml theirs.yaml' },
  ],
  related: ['model diff', 'model fmt'],
  async run(context, { args, options: { file } }) {
    checkOutput(context, file);
    const base = await documentAt(args.base);
    const ours = await documentAt(args.ours);
    const theirs = await documentAt(args.theirs);
    const same = unchanged(base.source, ours.source, theirs.source);
    const { model, conflicts } = mergeModels(base.model, ours.model, theirs.model);
    const [merged] = same ? [same] : writtenInto(ours.source, model);
    const told = conflicts.map(wordsOf);
    const failure =
      told.length === 0
        ? {}
        : {
            failure: new ArchctlError(
              'check',
              `${counted(told.length, 'conflict')}: both sides changed ${told.length === 1 ? 'it' : 'them'}.`,
              { details: told, hint: 'What ours says stays; look at each place.' },
            ),
          };
    if (context.parsed.globals.dryRun && file !== undefined)
      return { kind: 'record', record: { path: file, conflicts: told }, columns: PLANNED, ...failure };
    return { ...(await textOutput(context, merged?.text ?? '', file)), ...failure };

    async function documentAt(path: string): Promise<{ source: SourceFile; model: Model }> {
      const sources = await readSources(context, [path]);
      const [source, ...others] = sources;
      if (source === undefined || others.length > 0)
        throw usageError(`Argument FILE: ${path} is a folder: files are merged one by one.`);
      return { source, model: modelIn(source) };
    }
  },
});

const PLANNED = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'conflicts', kind: 'list', priority: 2 },
] as const;

/** A document that one side left as it was is the other side's, byte for byte. */
function unchanged(base: SourceFile, ours: SourceFile, theirs: SourceFile): SourceFile | undefined {
  if (theirs.text === base.text || theirs.text === ours.text) return ours;
  return ours.text === base.text ? theirs : undefined;
}

/** Errors: `usage` for a file that cannot be read as a document, with the place. */
function modelIn(source: SourceFile): Model {
  const { model, findings, isWhole } = readModel([source]);
  const [first] = findings.filter(({ severity }) => severity === 'error');
  if (isWhole && !first) return model;
  const { line, column } = positions(source.text)(first?.place?.from ?? 0);
  throw usageError(`${source.path}:${line}:${column}: ${first?.message ?? 'It cannot be read.'}`, {
    hint: 'Mend it first: "archctl model validate" tells all there is.',
  });
}

function wordsOf({ kind, id, field, removedBy, ours, theirs, base }: Conflict): string {
  const what = `${KINDS[kind].noun} ${id}`;
  if (removedBy)
    return `${what}: ${removedBy} removed it, ${removedBy === 'ours' ? 'theirs' : 'ours'} changed it, or put something below it`;
  const sides = { base, ours, theirs };
  const values = Object.entries(sides).map(([side, value]) => `${side} ${shown(value)}`);
  return `${what}, ${field}: ${values.join(', ')}`;
}

const LONGEST = 60;

function shown(value: Value | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

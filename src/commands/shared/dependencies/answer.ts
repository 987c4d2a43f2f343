import type { Context, Outcome } from '../../../cli/command/spec.js';
import type { ObjectGraph } from '../../../model/sync/object-graph.js';
import { checkOutput, STDOUT, writeOutput } from '../output/output-file.js';
import type { FontOption } from '../output/picture-font.js';
import { WRITTEN_FILE } from '../output/text-output.js';
import {
  type DependencyGraph,
  drawPicture,
  type FileExtension,
  fileExtension,
  graphPicture,
} from './picture.js';

type List = Extract<Outcome, { kind: 'list' }>;

/** Dependencies or routes, with their renderings. */
export interface Answer {
  drawn: DependencyGraph;
  list: List;
  lines: Extract<Outcome, { kind: 'drawing' }>['draw'];
  remark?: string | undefined;
  /** Remark printed only below a drawing for people. */
  drawingRemark?: string | undefined;
}

/** Returns true if people read the answer as a drawing: on a terminal, without options that select rows. */
export function isForPeople({ terminal, parsed }: Context): boolean {
  const { output, fields, query } = parsed.globals;
  return (
    terminal.isInteractive &&
    terminal.format === 'table' &&
    output === undefined &&
    fields === undefined &&
    query === undefined
  );
}

/** Validates the output file before any request. Errors: `usage`. */
export function checkFile(context: Context, file: string | undefined): void {
  if (file !== undefined) endOf(context, file);
  checkOutput(context, file);
}

/** Renders an answer in the requested format, or writes it to a file. */
export async function answerOutcome(
  context: Context,
  answer: Answer,
  { model, file, ...font }: { model: ObjectGraph; file?: string | undefined } & FontOption,
): Promise<Outcome> {
  if (file !== undefined) return writtenTo(context, file, answer, { model, ...font });
  const { format } = context.terminal;
  if (format === 'mermaid' || format === 'dot')
    return { kind: 'text', text: await notation(format, answer, model) };
  const { list, lines, remark, drawingRemark } = answer;
  const withRemark = (text: string | undefined) => (text === undefined ? {} : { remark: text });
  if (!isForPeople(context) || list.items.length === 0) return { ...list, ...withRemark(remark) };
  return { kind: 'drawing', data: list.items, draw: lines, ...withRemark(remark ?? drawingRemark) };
}

/**
 * Format of the output file. Stdout has no extension and gets a picture unless `-o` selects a notation. Errors:
 * `usage`.
 */
function endOf({ terminal: { format } }: Context, file: string): FileExtension {
  if (file !== STDOUT) return fileExtension(file);
  return format === 'mermaid' ? '.mmd' : format === 'dot' ? '.dot' : '.svg';
}

async function notation(format: 'mermaid' | 'dot', { drawn }: Answer, model: ObjectGraph): Promise<string> {
  const { graphDot, graphMermaid } = await import('../../../documents/index.js');
  const picture = graphPicture(drawn, model);
  return format === 'mermaid' ? graphMermaid(picture) : graphDot(picture);
}

async function writtenTo(
  context: Context,
  file: string,
  answer: Answer,
  { model, ...font }: { model: ObjectGraph } & FontOption,
): Promise<Outcome> {
  const end = endOf(context, file);
  const content =
    end === '.mmd' || end === '.dot'
      ? await notation(end === '.mmd' ? 'mermaid' : 'dot', answer, model)
      : await drawPicture(context, answer.drawn, model, { end, font });
  const { file: record, isStdout } = await writeOutput(context, file, content);
  if (isStdout) return { kind: 'nothing' };
  context.terminal.success(`Wrote ${file}.`);
  return { kind: 'record', record, columns: WRITTEN_FILE };
}

import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ArchctlError, usageError } from '../../../../base/errors.js';
import { distinctFileNames } from '../../../../base/files/file-names.js';
import { pluralize } from '../../../../base/text/words.js';
import type { Context } from '../../../../cli/command/spec.js';
import type { Change } from '../../../../model/compare/diff.js';
import { nameOf } from '../../../../model/document/containers.js';
import { elementOf, type Model } from '../../../../model/document/element.js';
import { withDrawableReferences } from '../../../../model/lock/with-lock.js';
import { updateOutput } from '../../../shared/output/output-file.js';
import { type FontOption, svgFile } from '../../../shared/output/picture-font.js';
import { diagramSvg } from '../analysis/graph-picture.js';
import { short } from './comment-markdown.js';

/** Pictures of changed diagrams, before and after the change, as SVG files. */

/** Pictures of one diagram: paths of files; absent for a diagram that is new or deleted. */
export interface DiagramPictures {
  name: string;
  before?: string;
  after?: string;
}

/** Maximum length of the table of pictures in a comment, in characters. */
const LONGEST_TABLE = 20_000;

/**
 * Writes the pictures to a folder. Diagrams that are too large to draw are left out, with a warning. Errors: `usage` for a
 * file that is not an SVG picture, before anything is written.
 */
export async function writePictures(
  context: Context,
  folder: string,
  { before, after, changes }: { before: Model; after: Model; changes: readonly Change[] },
  font: FontOption,
): Promise<DiagramPictures[]> {
  const diagrams = changes.filter(({ kind }) => kind === 'diagram');
  const names = distinctFileNames(diagrams.map(({ id }) => ({ id, name: id })));
  const sides = [
    ['before', withDrawableReferences(before)],
    ['after', withDrawableReferences(after)],
  ] as const;
  const drawn: { picture: DiagramPictures; texts: Map<string, string> }[] = [];
  for (const { id, name } of diagrams) {
    const texts = new Map<string, string>();
    const picture: DiagramPictures = { name };
    for (const [side, model] of sides) {
      const diagram = elementOf(model, 'diagram', id);
      const svg =
        diagram &&
        (await drawnOrWarned(context, name, () =>
          diagramSvg(model, diagram, { theme: 'light', title: nameOf(diagram) }, false),
        ));
      if (svg === undefined) continue;
      const path = join(folder, `${names.get(id)}-${side}.svg`);
      refuseForeign(resolve(context.world.cwd, path), path);
      texts.set(path, await svgFile(svg, context.world, font));
      picture[side] = path;
    }
    if (texts.size > 0) drawn.push({ picture, texts });
  }
  const texts = drawn.flatMap((it) => [...it.texts]);
  if (context.parsed.globals.dryRun !== true) {
    for (const [path, svg] of texts) await updateOutput(context, path, [Buffer.from(svg)]);
    if (texts.length > 0)
      context.terminal.success(`Wrote ${pluralize(texts.length, 'picture')} to ${folder}.`);
  }
  return drawn.map(({ picture }) => picture);
}

async function drawnOrWarned(
  { terminal }: Context,
  name: string,
  draw: () => Promise<string>,
): Promise<string | undefined> {
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof ArchctlError)) throw error;
    terminal.warn(`The diagram "${name}" was not drawn: ${error.message}`);
    return undefined;
  }
}

function refuseForeign(full: string, path: string): void {
  if (!existsSync(full)) return;
  if (lstatSync(full).isFile() && readFileSync(full, 'utf8').startsWith('<svg')) return;
  throw usageError(`${path} exists and is not an SVG picture; nothing was written.`, {
    hint: 'Pass another folder with --pictures.',
  });
}

/** The pictures side by side, as relative links. */
export function picturesText(pictures: readonly DiagramPictures[]): string {
  if (pictures.length === 0) return '';
  const cell = (what: string, path: string | undefined): string =>
    path === undefined ? '' : `![${what}](${linkTo(path)})`;
  const rows: string[] = [];
  let length = 0;
  for (const { name, before, after } of pictures) {
    const row = `| ${short(name)} | ${cell('before', before)} | ${cell('after', after)} |`;
    length += row.length;
    if (length > LONGEST_TABLE) break;
    rows.push(row);
  }
  const more = pictures.length - rows.length;
  return [
    '\n| Diagram | before | after |',
    '|---|---|---|',
    ...rows,
    ...(more > 0 ? ['', `_${pluralize(more, 'further diagram')} left out._`] : []),
    '',
  ].join('\n');
}

/** A path as a relative link that Markdown does not interpret. */
const linkTo = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*_~]/g,
        (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');

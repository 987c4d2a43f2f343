import { readFileSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import type { Context } from '../../../cli/command/spec.js';
import { bothModels, marksOf } from '../../../model/ask/graph/scene-input.js';
import { diffModels } from '../../../model/compare/diff.js';
import type { Model } from '../../../model/document/element.js';
import { forDrawing } from '../../../model/lock/with-lock.js';
import { validate } from '../../../model/validate/validate.js';
import { buildSite, pageCount, type SiteFile } from '../../../site/build-site.js';
import { changesOf } from '../../../site/changes.js';
import type { SiteFinding } from '../../../site/types.js';
import { technologyNames } from './ask/graph-picture.js';
import { isOneElsewhere } from './ask/read-model-files.js';
import { locate } from './findings/located.js';
import { readLocked } from './lock.js';
import { bothSides, filesOf, LIST_ERRORS, oneSide, refuseFaults } from './sides.js';
import { readSources } from './sources.js';

export interface SiteRequest {
  title?: string | undefined;
  against?: string | undefined;
}

/** The files of the site of a model, and the number of its pages. Errors: as of `bothSides`. */
export async function siteFiles(
  context: Context,
  paths: readonly string[],
  { title, against }: SiteRequest,
): Promise<{ pages: number; files: AsyncIterable<SiteFile> }> {
  const { model, findings } = await modelAndFindings(context, paths);
  const sides = against === undefined ? undefined : await bothSides(context, against, paths[0] ?? '');
  const shown = forDrawing(sides?.after ?? model);
  const technologyName = await technologyNames();
  const options = {
    title: title ?? shown.landscape ?? titleOf(context, paths),
    technologyName,
    findings,
    ...(sides && against !== undefined && comparison(against, sides)),
  };
  const files = buildSite(shown, options, ({ name, boxes, lines }) =>
    context.terminal.warn(
      `The diagram "${name}" has no picture: ${boxes} boxes and ${lines} lines are too many.`,
    ),
  );
  return { pages: pageCount(shown), files: withAssets(context, files) };
}

function comparison(against: string, { before, after }: { before: Model; after: Model }) {
  const changes = diffModels(before, after);
  const compared = { model: bothModels(forDrawing(before), forDrawing(after)), marks: marksOf(changes) };
  return { changes: changesOf(against, changes), compared };
}

/** Title of a model without a landscape: the name of its first file or folder. */
const titleOf = ({ world }: Context, [first = '']: readonly string[]): string =>
  basename(resolve(world.cwd, first)).replace(/\.ya?ml$/i, '');

/** Model with the findings of its validation; a landscape or a draft has none. */
async function modelAndFindings(
  context: Context,
  paths: readonly string[],
): Promise<{ model: Model; findings: SiteFinding[] }> {
  const isElsewhere = isOneElsewhere(paths);
  const files = isElsewhere ? await filesOf(context, paths[0] ?? '') : await readSources(context, paths);
  if (!files) return { model: await oneSide(context, paths, true, true), findings: [] };
  const read = await readLocked(context, files, !isElsewhere);
  refuseFaults(read.findings, files, 'The document has errors.', LIST_ERRORS);
  const findings = locate(validate(files, read, {}), files).map(({ finding, file, line }): SiteFinding => {
    const { severity, message, hint, rule, element } = finding;
    return {
      severity,
      message,
      rule,
      ...(hint !== undefined && { hint }),
      ...(element && { kind: element.kind, id: element.id }),
      // A site may be public, so it contains no paths of this machine.
      place: `${isAbsolute(file) ? basename(file) : file}:${line}`,
    };
  });
  return { model: read.model, findings };
}

/** Files of the browser page that belong to a site. */
const ASSETS = ['open.js', 'page.css', 'page.js'];

/** Files of the model, then the program of the page. */
async function* withAssets({ world }: Context, files: AsyncIterable<SiteFile>): AsyncGenerator<SiteFile> {
  yield* files;
  for (const name of ASSETS)
    yield { path: name, content: readFileSync(join(world.pageDirectory, name), 'utf8') };
}

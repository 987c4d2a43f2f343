import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Context } from '../../../../cli/command/spec.js';
import { pageFonts } from '../../../../drawing/index.js';
import { marksOf, unionOf } from '../../../../model/analysis/graph/scene-input.js';
import { diffModels } from '../../../../model/compare/diff.js';
import type { Model } from '../../../../model/document/element.js';
import { withDrawableReferences } from '../../../../model/lock/with-lock.js';
import { FONTS_FILE, LAYOUT_FILE } from '../../../../site/addresses.js';
import { planSite, type SiteFile, type SitePlan, siteFilesOf } from '../../../../site/build-site.js';
import { changesOf } from '../../../../site/changes.js';
import { layoutScript } from '../../../../site/layout-script.js';
import { type FontOption, svgFile } from '../../../shared/output/picture-font.js';
import { technologyNames } from '../analysis/graph-picture.js';
import type { LiveReader } from '../live.js';
import { bothSides } from '../sides.js';
import type { SiteSource } from './site-source.js';

export interface SiteRequest {
  title?: string | undefined;
  against?: string | undefined;
}

/** Plans the site of a model, with the changes from another one if requested. Errors: as of `bothSides`. */
export async function sitePlan(
  context: Context,
  paths: readonly string[],
  { model, findings, activity }: SiteSource,
  { title, against }: SiteRequest,
  reader?: LiveReader,
): Promise<{ plan: SitePlan; model: Model }> {
  const sides = against === undefined ? undefined : await bothSides(context, against, paths[0] ?? '', reader);
  const shown = withDrawableReferences(sides?.after ?? model);
  const plan = planSite(shown, {
    title: title ?? shown.landscape ?? titleOf(context, paths),
    technologyName: await technologyNames(),
    findings,
    activity,
    ...(sides && against !== undefined && comparison(against, sides)),
  });
  return { plan, model: shown };
}

function comparison(against: string, { before, after }: { before: Model; after: Model }) {
  const changes = diffModels(before, after);
  const compared = {
    model: unionOf(withDrawableReferences(before), withDrawableReferences(after)),
    marks: marksOf(changes),
  };
  return { changes: changesOf(against, changes), compared };
}

/** Title of a model without a landscape: the name of its first file or folder. */
const titleOf = ({ world }: Context, [first = '']: readonly string[]): string =>
  basename(resolve(world.cwd, first)).replace(/\.ya?ml$/i, '');

/** Files of the built page that a site contains. */
const PROGRAM = [FONTS_FILE, 'open.js', 'page.css', 'page.js'];

/** Files of a site: those of the model, then the program of the page. */
export async function* filesOfSite(
  { world }: Context,
  plan: SitePlan,
  font: FontOption,
): AsyncGenerator<SiteFile> {
  yield* siteFilesOf(plan, (svg) => svgFile(svg, world, font));
  yield layoutFile(world.pageDirectory);
  const complete = await pageFonts(world.fontDirectory);
  for (const path of PROGRAM)
    yield { path, content: complete(path, readFileSync(join(world.pageDirectory, path), 'utf8')) };
}

let layout: string | undefined;

/** The script that lays out explored pictures. It is compressed once per process. */
export function layoutFile(directory: string): SiteFile {
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
  layout ??= layoutScript(read('elk.cjs'), read('worker.js'));
  return { path: LAYOUT_FILE, content: layout };
}

import { LEVELS, type Level } from '../model/ask/graph/choose.js';
import type { Marks } from '../model/ask/graph/scene-input.js';
import { elementsOf, type Model } from '../model/document/element.js';
import { drawingFile, pictureFile, RECEIVE } from './addresses.js';
import { type Drawn, drawDiagram, drawLevel, type TooLarge } from './drawings.js';
import { type SiteNames, siteDataOf } from './site-data.js';
import { staticPages } from './static-pages.js';
import type { SiteChanges, SiteData, SiteDiagram, SiteDrawing, SiteFinding } from './types.js';

/** A file of a site: path relative to its folder, with `/`, and its content. */
export interface SiteFile {
  path: string;
  content: string;
}

export interface SiteOptions extends SiteNames {
  findings?: readonly SiteFinding[];
  changes?: SiteChanges;
  /** The union of both models, with the marks of their differences, for the picture of the changes. */
  compared?: { model: Model; marks: Marks };
}

/** A diagram that is too large to draw. */
export interface Undrawn extends TooLarge {
  name: string;
}

/** Titles of the overviews that archctl lays out, by level. */
const OVERVIEWS: Readonly<Record<Level, string>> = {
  system: 'All systems',
  app: 'All apps and stores',
  component: 'All components',
};

/**
 * Creates the files of a site. The same model and options give the same bytes. Diagrams are drawn one at a time, so that
 * memory holds one drawing. `onUndrawn` is called for each diagram that is too large to draw.
 */
export async function* buildSite(
  model: Model,
  options: SiteOptions,
  onUndrawn: (undrawn: Undrawn) => void = () => {},
): AsyncGenerator<SiteFile> {
  const { findings = [], changes } = options;
  const data = siteDataOf(model, options);
  const diagrams: SiteDiagram[] = [];
  for (const diagram of data.diagrams) {
    const element = model.elements.get('diagram')?.get(diagram.id);
    const drawn = element && (await drawDiagram(model, element, options));
    if (drawn && 'boxes' in drawn) onUndrawn({ name: diagram.name, ...drawn });
    const isDrawn = drawn !== undefined && 'svg' in drawn;
    diagrams.push(isDrawn ? { ...diagram, width: drawn.width, height: drawn.height } : diagram);
    if (isDrawn) yield* drawingFiles(diagram.slug, drawn);
  }
  for await (const { diagram, drawn } of overviews(model, data, options)) {
    diagrams.push(diagram);
    yield* drawingFiles(diagram.slug, drawn);
  }
  const picture = changes && options.compared && (await changesPicture(options.compared, options));
  if (picture) {
    diagrams.push(picture.diagram);
    yield* drawingFiles(picture.diagram.slug, picture.drawn);
  }
  const shown = changes && { ...changes, ...(picture && { picture: picture.diagram.id }) };
  const site: SiteData = { ...data, diagrams, findings, ...(shown && { changes: shown }) };
  yield { path: 'data.js', content: `${RECEIVE}.data(${JSON.stringify(site)});\n` };
  for (const [path, content] of staticPages(site)) yield { path, content };
}

function* drawingFiles(slug: string, { svg, drawing }: Drawn): Generator<SiteFile> {
  yield { path: pictureFile(slug), content: svg };
  yield { path: drawingFile(slug), content: drawingScript(slug, drawing) };
}

const drawingScript = (slug: string, drawing: SiteDrawing): string =>
  `${RECEIVE}.drawing(${JSON.stringify(slug)},${JSON.stringify(drawing)});\n`;

/** Overviews by level; a level with the same boxes as the one above, or with too many, is left out. */
async function* overviews(
  model: Model,
  data: SiteData,
  names: SiteNames,
): AsyncGenerator<{ diagram: SiteDiagram; drawn: Drawn }> {
  const taken = new Set([...data.diagrams.map(({ slug }) => slug), 'level-changes']);
  let previous = 0;
  for (const level of LEVELS) {
    const drawn = await drawLevel(model, level, OVERVIEWS[level], names);
    if ('boxes' in drawn || drawn.drawing.scene.nodes.length === previous) continue;
    previous = drawn.drawing.scene.nodes.length;
    let slug = `level-${level}`;
    while (taken.has(slug)) slug += '-';
    taken.add(slug);
    yield { diagram: levelDiagram(slug, OVERVIEWS[level], drawn), drawn };
  }
}

const levelDiagram = (slug: string, name: string, { drawing, width, height }: Drawn): SiteDiagram => ({
  id: slug,
  slug,
  name,
  type: 'level',
  objects: [...new Set(Object.values(drawing.objects))],
  connections: [...new Set(Object.values(drawing.connections).flat())],
  width,
  height,
});

/** One picture of all changes: of everything if that is not too large, else of apps, else of systems. */
async function changesPicture(
  { model, marks }: { model: Model; marks: Marks },
  names: SiteNames,
): Promise<{ diagram: SiteDiagram; drawn: Drawn } | undefined> {
  for (const level of LEVELS.toReversed()) {
    const drawn = await drawLevel(model, level, 'Changes', names, marks);
    if ('svg' in drawn) return { diagram: levelDiagram('level-changes', 'Changes', drawn), drawn };
  }
  return undefined;
}

/** Number of elements of a model that have a page. */
export const pageCount = (model: Model): number =>
  elementsOf(model, 'object').length +
  elementsOf(model, 'diagram').length +
  elementsOf(model, 'flow').length +
  (model.decisions?.length ?? 0);

import { buildScene } from '../drawing/scene/build-scene.js';
import { diagramInputOf } from '../model/analysis/graph/diagram-input.js';
import { type Marks, markOfConnection } from '../model/analysis/graph/scene-input.js';
import { LEVELS, type Level, selectGraph } from '../model/analysis/graph/select-graph.js';
import { nameOf } from '../model/document/containers.js';
import { type Element, elementOf, elementsOf, type Model } from '../model/document/element.js';
import { drawingFile, pictureFile, RECEIVE } from './addresses.js';
import { type Drawable, graphScene, isTooLarge, layOut, type TooLarge } from './graph-scene.js';
import { pictureOf } from './picture.js';
import { type SiteNames, siteDataOf } from './site-data.js';
import { staticPages } from './static-pages.js';
import type { SiteAction, SiteChanges, SiteData, SiteDiagram, SiteDrawing, SiteFinding } from './types.js';

/** A file of a site: path relative to its folder, with `/`, and its content. */
export interface SiteFile {
  path: string;
  content: string;
}

export interface SiteOptions extends SiteNames {
  findings?: readonly SiteFinding[];
  changes?: SiteChanges;
  activity?: readonly SiteAction[] | undefined;
  /** The union of both models, with the marks of their differences, for the picture of the changes. */
  compared?: { model: Model; marks: Marks };
}

/** A site whose pictures are drawn on demand. */
export interface SitePlan {
  data: SiteData;
  /** Draws a diagram of the data by its slug; undefined for other slugs, and for diagrams that are not drawn. */
  draw(slug: string): Promise<SiteDrawing> | undefined;
  /** Diagrams that are too large to draw. */
  undrawn: readonly (TooLarge & { name: string })[];
}

/** Titles of the overviews that archctl lays out, by level. */
const OVERVIEWS: Readonly<Record<Level, string>> = {
  system: 'All systems',
  app: 'All apps and stores',
  component: 'All components',
};

/** Collects the data of a site and decides what is drawn. Lays out nothing. */
export function planSite(model: Model, options: SiteOptions): SitePlan {
  const { findings = [], changes, compared, activity } = options;
  const data = siteDataOf(model, options);
  const undrawn: (TooLarge & { name: string })[] = [];
  const scenes = new Map<string, () => Drawable | TooLarge>();
  const diagrams = data.diagrams.map((diagram): SiteDiagram => {
    const element = elementOf(model, 'diagram', diagram.id);
    if (!element) return diagram;
    const scene = () => diagramScene(model, element, options);
    const found = scene();
    if ('boxes' in found) {
      undrawn.push({ name: diagram.name, ...found });
      return diagram;
    }
    scenes.set(diagram.slug, scene);
    return { ...diagram, isDrawn: true };
  });
  const taken = new Set(diagrams.map(({ slug }) => slug));
  const addLevel = (name: string, drawable: Drawable, title: string, scene: () => Drawable | TooLarge) => {
    let slug = `level-${name}`;
    while (taken.has(slug)) slug += '-';
    taken.add(slug);
    scenes.set(slug, scene);
    diagrams.push(levelDiagram(slug, title, drawable));
    return slug;
  };
  let previous = 0;
  for (const level of LEVELS) {
    const scene = () => levelScene(model, level, OVERVIEWS[level], options);
    const found = scene();
    // A level with the same boxes as the one above, or with too many, is left out.
    if ('boxes' in found || found.scene.nodes.length === previous) continue;
    previous = found.scene.nodes.length;
    addLevel(level, found, OVERVIEWS[level], scene);
  }
  const picture = compared && changesScene(compared, options);
  const pictureSlug = picture && addLevel('changes', picture.found, 'Changes', picture.scene);
  const shown = changes && { ...changes, ...(pictureSlug !== undefined && { picture: pictureSlug }) };
  return {
    data: { ...data, diagrams, findings, ...(shown && { changes: shown }), ...(activity && { activity }) },
    undrawn,
    draw: (slug) => {
      const scene = scenes.get(slug)?.();
      return scene && 'scene' in scene ? layOut(scene) : undefined;
    },
  };
}

const levelDiagram = (slug: string, name: string, { objects, connections }: Drawable): SiteDiagram => ({
  id: slug,
  slug,
  name,
  type: 'level',
  objects: [...new Set(Object.values(objects))],
  connections: [...new Set(Object.values(connections).flat())],
  isDrawn: true,
});

/** One picture of all changes: of everything if that is not too large, else of apps, else of systems. */
function changesScene({ model, marks }: { model: Model; marks: Marks }, names: SiteNames) {
  for (const level of LEVELS.toReversed()) {
    const scene = () => levelScene(model, level, 'Changes', names, marks);
    const found = scene();
    if ('scene' in found) return { found, scene };
  }
  return undefined;
}

/**
 * Creates the files of a site. The same model and options give the same bytes. Diagrams are drawn one at a time, so that
 * memory holds one drawing.
 * @param svgFile Returns a picture as it is written to its file.
 */
export async function* siteFilesOf(
  plan: SitePlan,
  svgFile: (svg: string) => Promise<string>,
): AsyncGenerator<SiteFile> {
  const diagrams: SiteDiagram[] = [];
  for (const diagram of plan.data.diagrams) {
    const { slug } = diagram;
    const drawing = await plan.draw(slug);
    if (!drawing) {
      diagrams.push(diagram);
      continue;
    }
    const { svg, width, height } = pictureOf(drawing, 'light');
    diagrams.push({ ...diagram, width, height });
    yield { path: pictureFile(slug), content: await svgFile(svg) };
    yield { path: drawingFile(slug), content: drawingScript(slug, drawing) };
  }
  const site = { ...plan.data, diagrams };
  yield { path: 'data.js', content: dataScript(site) };
  for (const [path, content] of staticPages(site)) yield { path, content };
}

/** Script that gives the page its data. */
export const dataScript = (data: SiteData): string => `${RECEIVE}.data(${JSON.stringify(data)});\n`;

/** Script that gives the page a drawing. */
export const drawingScript = (slug: string, drawing: SiteDrawing): string =>
  `${RECEIVE}.drawing(${JSON.stringify(slug)},${JSON.stringify(drawing)});\n`;

/** Number of elements of a model that have a page. */
export const pageCount = (model: Model): number =>
  elementsOf(model, 'object').length +
  elementsOf(model, 'diagram').length +
  elementsOf(model, 'flow').length +
  (model.decisions?.length ?? 0);

/** The scene of a diagram with its stored positions; objects without a position are laid out. */
function diagramScene(model: Model, diagram: Element, { technologyName }: SiteNames): Drawable | TooLarge {
  const input = diagramInputOf(model, diagram, { theme: 'light', title: nameOf(diagram), technologyName });
  const { scene } = buildScene(input);
  const size = { boxes: scene.nodes.length, lines: scene.edges.length };
  if (isTooLarge(size)) return size;
  const { objects = {}, connections = {} } = input.content;
  return {
    scene,
    objects: Object.fromEntries(Object.values(objects).map((it) => [it.id, it.modelId])),
    connections: Object.fromEntries(Object.values(connections).map((it) => [it.id, [String(it.modelId)]])),
  };
}

/** The scene of all objects down to a level, with marks for changes if there are any. */
function levelScene(
  model: Model,
  level: Level,
  title: string,
  { technologyName }: SiteNames,
  marks?: Marks,
): Drawable | TooLarge {
  const chosen = selectGraph(model, {
    depth: 0,
    direction: 'both',
    level,
    ...(marks && { appearanceOf: (id: string) => markOfConnection(marks, id) }),
  });
  return graphScene(model, chosen, { title, technologyName, marks });
}

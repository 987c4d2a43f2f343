import { basename } from 'node:path';
import { usageError } from '../../../../base/errors.js';
import { capitalised } from '../../../../base/text/words.js';
import type { World } from '../../../../cli/command/world.js';
import { buildScene, drawPng, drawSvg } from '../../../../drawing/index.js';
import { diagramInputOf } from '../../../../model/analysis/graph/diagram-input.js';
import { MAX_BOXES, MAX_CAREFUL_BOXES, MAX_LINES } from '../../../../model/analysis/graph/picture-limits.js';
import { type PictureOptions, sceneInputOf } from '../../../../model/analysis/graph/scene-input.js';
import {
  type GraphRequest,
  type GraphSelection,
  selectGraph,
} from '../../../../model/analysis/graph/select-graph.js';
import { nameOf } from '../../../../model/document/containers.js';
import type { Element, Model } from '../../../../model/document/element.js';

/** Renders a model as a picture on this machine. */

export const PICTURE_FORMATS = ['svg', 'png'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Number of the most connected objects that an error suggests. */
const MAX_PROPOSED = 3;

/** Name of a technology from the catalog, or derived from its slug. */
export async function technologyNames(): Promise<(slug: string) => string> {
  const { technologyName } = await import('../../../../sandbox/seed/data/catalog.js');
  return (slug) => technologyName(slug) ?? capitalised(slug.replaceAll('-', ' '));
}

/** Renders a diagram as SVG with its stored layout; `isAutomatic` ignores stored positions. */
export async function diagramSvg(
  model: Model,
  diagram: Element,
  frame: PictureOptions,
  isAutomatic: boolean,
): Promise<string> {
  const input = diagramInputOf(model, diagram, { ...frame, technologyName: await technologyNames() });
  const { scene } = buildScene({ ...input, options: { ...input.options, autoLayout: isAutomatic } });
  refuseMore(scene.nodes.length, scene.edges.length);
  return (await drawSvg(scene)).svg;
}

function refuseMore(boxes: number, lines: number): void {
  if (boxes > MAX_BOXES || lines > MAX_LINES)
    throw usageError(
      `A picture can show up to ${MAX_BOXES} boxes and ${MAX_LINES} lines; this diagram has ${boxes} and ${lines}.`,
      { hint: 'Draw a part of the model with --focus OBJECT.' },
    );
}

/** Renders a model as SVG, with `about` below its title. Errors: `usage` for too many boxes or lines. */
export async function graphSvg(
  model: Model,
  aim: GraphRequest,
  frame: PictureOptions,
  about: string,
): Promise<string> {
  const chosen = selectGraph(model, aim);
  refuseTooMuch(model, aim, chosen);
  const technologyName = await technologyNames();
  const { scene } = buildScene(sceneInputOf(model, chosen, { ...frame, technologyName }));
  const subject = aim.focus === undefined ? undefined : chosen.representativeOf(aim.focus);
  const nodes = scene.nodes.map((node) => (node.id === subject ? { ...node, isSubject: true } : node));
  const isQuick = nodes.length > MAX_CAREFUL_BOXES;
  return (await drawSvg({ ...scene, nodes, subtitle: about === frame.title ? '' : about, isQuick })).svg;
}

/** Converts the picture to PNG. Fonts of this machine supply characters that the bundled font lacks. */
export const graphPng = (svg: string, { fontDirectory }: Pick<World, 'fontDirectory'>): Promise<Uint8Array> =>
  drawPng(svg, { fontDir: fontDirectory, systemFonts: true });

/** Subject of the picture as typed; the working directory is shown by name. */
export const pictureSubject = (paths: readonly string[], { cwd }: Pick<World, 'cwd'>): string =>
  paths.map((it) => (it === '.' ? basename(cwd) : it)).join(' ');

function refuseTooMuch(model: Model, { focus, level }: GraphRequest, chosen: GraphSelection): void {
  const { objects, lines } = chosen;
  const isBoxes = objects.length > MAX_BOXES;
  if (!isBoxes && lines.length <= MAX_LINES) return;
  const what = isBoxes ? [MAX_BOXES, 'boxes', objects.length] : [MAX_LINES, 'lines', lines.length];
  const names = mostConnected(chosen).map((id) => `"${nameIn(model, id)}"`);
  const focused =
    focus === undefined
      ? `Use --focus to show the neighbours of one object: ${names.join(', ')}`
      : 'Use a smaller --depth or one --direction';
  const coarser = level === 'system' ? '' : ', or --level system to draw only systems';
  throw usageError(`A picture can show up to ${what[0]} ${what[1]}, but this one has ${what[2]}.`, {
    hint: `${focused}${coarser}.`,
  });
}

const nameIn = (model: Model, id: string): string => {
  const found = model.elements.get('object')?.get(id);
  return found ? nameOf(found) : id;
};

function mostConnected({ lines }: GraphSelection): string[] {
  const counts = new Map<string, number>();
  for (const id of lines.flatMap(({ from, to }) => [from, to])) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_PROPOSED)
    .map(([id]) => id);
}

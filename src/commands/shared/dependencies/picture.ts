import { extname } from 'node:path';
import { usageError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import type { Hop } from '../../../contract/rules/dependencies.js';
import type { GraphPicture } from '../../../documents/index.js';
import type { SceneInput } from '../../../drawing/index.js';
import { type ObjectGraph, technologiesOf } from '../../../model/sync/object-graph.js';
import { type FontOption, svgFile } from '../output/picture-font.js';

/** Dependencies as a graph for Mermaid and DOT, and as a picture rendered locally. */

/** Edges to draw, and the objects in focus. */
export interface DependencyGraph {
  title: string;
  hops: readonly Hop<ModelConnection>[];
  focus: readonly string[];
}

/** Maximum number of lines: layout time grows with the square of their number. */
const MAX_LINES = 150;

/** Extensions of supported notations and pictures. */
export const FILE_EXTENSIONS = ['.svg', '.png', '.mmd', '.dot'] as const;
export type FileExtension = (typeof FILE_EXTENSIONS)[number];

/** Extension of a file. Errors: `usage`, with the supported ones. */
export function fileExtension(file: string): FileExtension {
  const end = extname(file).toLowerCase();
  const found = FILE_EXTENSIONS.find((it) => it === end);
  if (found) return found;
  throw usageError(`Option --out: "${file}" has no supported extension.`, {
    hint: `Use one of ${FILE_EXTENSIONS.join(', ')}.`,
  });
}

/** Each line once: both directions of a bidirectional connection are one line. */
function linesOf(hops: DependencyGraph['hops']): Hop<ModelConnection>[] {
  const lines = new Map<string, Hop<ModelConnection>>();
  for (const hop of hops) {
    const key = JSON.stringify([hop.connection.id, ...[hop.from, hop.to].sort()]);
    if (!lines.has(key)) lines.set(key, hop);
  }
  return [...lines.values()];
}

/** Ids of the ends and of the focus with all their parents, without the root. */
function shownOf({ hops, focus }: DependencyGraph, { objects }: ObjectGraph): Set<string> {
  const shown = new Set([...focus, ...hops.flatMap(({ from, to }) => [from, to])]);
  // A Set iterator also visits elements that are added during the loop.
  for (const id of shown) {
    const parentId = objects.get(id)?.parentId;
    if (parentId && objects.get(parentId) && objects.get(parentId)?.type !== 'root') shown.add(parentId);
  }
  return shown;
}

export function graphPicture(drawn: DependencyGraph, model: ObjectGraph): GraphPicture {
  const { objects, nameOf } = model;
  return {
    nodes: [...shownOf(drawn, model)].map((id) => ({
      id,
      name: nameOf(id),
      type: objects.get(id)?.type ?? '',
      parentId: objects.get(id)?.parentId,
      status: objects.get(id)?.status,
    })),
    edges: linesOf(drawn.hops).map(({ connection, from, to }) => {
      const technologies = technologiesOf(connection).join(', ');
      const { viaId } = connection;
      const via = viaId && viaId !== from && viaId !== to ? ` via ${nameOf(viaId)}` : '';
      const text = `${connection.name}${technologies && ` (${technologies})`}${via}`.trim();
      return { from, to, text, both: connection.direction === 'bidirectional', status: connection.status };
    }),
    focus: drawn.focus,
  };
}

/** Renders the picture locally. Errors: `usage` if it is too large for the layout. */
export async function drawPicture(
  { world }: Pick<Context, 'world'>,
  drawn: DependencyGraph,
  model: ObjectGraph,
  { end, font }: { end: '.svg' | '.png'; font: FontOption },
): Promise<string | Uint8Array> {
  const lines = linesOf(drawn.hops);
  if (lines.length > MAX_LINES) {
    throw usageError(`A picture can show ${MAX_LINES} connections; this one has ${lines.length}.`, {
      hint: 'Use --depth or --direction to reduce it, or write .dot for Graphviz.',
    });
  }
  const { buildScene, drawPng, drawSvg } = await import('../../../drawing/index.js');
  const { scene } = buildScene(sceneInput(drawn, lines, model));
  const { svg } = await drawSvg(scene);
  return end === '.svg'
    ? svgFile(svg, world, font)
    : drawPng(svg, { fontDir: world.fontDirectory, systemFonts: true });
}

function sceneInput(
  drawn: DependencyGraph,
  lines: readonly Hop<ModelConnection>[],
  model: ObjectGraph,
): SceneInput {
  const brokers = lines.flatMap(({ connection: { viaId } }) =>
    viaId && model.objects.has(viaId) ? [viaId] : [],
  );
  const shown = [...shownOf({ ...drawn, focus: [...drawn.focus, ...brokers] }, model)];
  const objects = shown.map((id) => {
    const { caption, ...object } = model.objects.get(id) ?? { id, name: id };
    return { ...object, caption: caption ?? undefined };
  });
  const around = new Set(shown.map((id) => model.objects.get(id)?.parentId));
  const technologies = lines.flatMap(({ connection }) => Object.values(connection.technologies ?? {}));
  return {
    diagram: { id: 'dependencies', name: drawn.title, type: 'dependencies' },
    content: {
      objects: Object.fromEntries(
        objects.map(({ id }) => [id, { id, modelId: id, shape: around.has(id) ? 'area' : 'box' }]),
      ),
      connections: Object.fromEntries(
        lines.map(({ connection, from, to }, at) => {
          const isTurned = connection.originId === to && connection.targetId === from;
          const [originId, targetId] = isTurned ? [to, from] : [from, to];
          return [`${at}`, { id: `${at}`, modelId: connection.id, originId, targetId }];
        }),
      ),
    },
    modelObjects: objects,
    modelConnections: lines.map(({ connection }) => connection),
    technologies: technologies.map(({ id, name }) => ({ id, name })),
    tags: [],
    tagGroups: [],
  };
}

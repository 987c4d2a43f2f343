import type { FlowInput, FlowStepInput, PlacedConnection, PlacedObject } from './records.js';
import type { SceneFlowStep } from './scene.js';

export interface FlowOverlay {
  steps: SceneFlowStep[];
  /** Step numbers by connection id. */
  numbers: Map<string, number[]>;
  /** Ids of the objects and connections in the flow. */
  involved: Set<string>;
  unknownPathIds: string[];
}

interface Picture {
  objects: readonly PlacedObject[];
  connections: readonly PlacedConnection[];
}

const NOTES: ReadonlySet<string> = new Set(['introduction', 'information', 'conclusion']);
const byIndex = (a: { index?: number | undefined }, b: { index?: number | undefined }) =>
  (a.index ?? 0) - (b.index ?? 0);

/** Numbers the steps of a flow in order, path by path, and finds their lines in the picture. */
export function overlayFlow(flow: FlowInput, picture: Picture, pathIds?: readonly string[]): FlowOverlay {
  const steps = Object.values(flow.steps ?? {}).toSorted(byIndex);
  const known = new Map(
    steps.flatMap((step) => Object.values(step.paths ?? {}).map((path) => [path.id, step.id] as const)),
  );
  const chosen = pathIds?.length ? withOuterPaths(pathIds, steps, known) : undefined;
  const overlay: FlowOverlay = {
    steps: [],
    numbers: new Map(),
    involved: new Set(),
    unknownPathIds: (pathIds ?? []).filter((id) => !known.has(id)),
  };
  const parentIds = new Set([...known.keys(), ...steps.map(({ id }) => id)]);
  const parentOf = (step: FlowStepInput) =>
    step.parentId && step.parentId !== step.id && parentIds.has(step.parentId) ? step.parentId : null;

  let number = 0;
  const done = new Set<string>();
  const walk = (parentId: string | null, depth: number): void => {
    for (const step of steps) {
      if (parentOf(step) !== parentId || done.has(step.id)) continue;
      done.add(step.id);
      const paths = Object.values(step.paths ?? {}).toSorted(byIndex);
      const numbered = !NOTES.has(step.type ?? '') && paths.length === 0;
      const route = trace(step, picture);
      if (numbered) number += 1;
      const index = numbered ? number : null;
      overlay.steps.push({ index, text: wording(step, route), depth });
      for (const id of [...route.objects.map((object) => object.id), ...route.lines, ...route.ends])
        overlay.involved.add(id);
      if (index !== null) {
        for (const id of route.lines) overlay.numbers.set(id, [...(overlay.numbers.get(id) ?? []), index]);
      }
      walk(step.id, depth + 1);
      for (const path of paths) {
        if (chosen && !chosen.has(path.id)) continue;
        overlay.steps.push({ index: null, text: path.name ?? '', depth: depth + 1 });
        walk(path.id, depth + 2);
      }
    }
  };
  walk(null, 0);
  return overlay;
}

/** The chosen paths and all paths that contain them. */
function withOuterPaths(
  pathIds: readonly string[],
  steps: readonly FlowStepInput[],
  owners: ReadonlyMap<string, string>,
): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const all = new Set<string>();
  const seen = new Set<string>();
  for (const pathId of pathIds) {
    let at: string | null | undefined = pathId;
    while (at && !seen.has(at)) {
      seen.add(at);
      const owner = owners.get(at);
      if (owner !== undefined) all.add(at);
      at = owner ?? byId.get(at)?.parentId;
    }
  }
  return all;
}

interface Route {
  objects: PlacedObject[];
  lines: string[];
  /** Ids of the objects at the ends of the lines. */
  ends: string[];
}

/**
 * Objects and lines of a step: the line given as `via`, otherwise the lines between its ends, through a `via` object if
 * there is one.
 */
function trace(step: FlowStepInput, { objects, connections }: Picture): Route {
  const find = (id: string | null | undefined) =>
    id ? objects.filter((object) => object.id === id || object.drawn.modelId === id) : [];
  const [origins, targets, vias] = [find(step.originId), find(step.targetId), find(step.viaId)];
  const named = connections.filter(
    (line) => step.viaId && (line.id === step.viaId || line.model?.id === step.viaId),
  );
  const between = (from: PlacedObject[], to: PlacedObject[]): string[] => {
    const joins = (line: PlacedConnection, a: PlacedObject[], b: PlacedObject[]) =>
      a.some(({ id }) => id === line.originId) && b.some(({ id }) => id === line.targetId);
    const line = connections.find((l) => joins(l, from, to)) ?? connections.find((l) => joins(l, to, from));
    return line ? [line.id] : [];
  };
  const over = vias.length > 0 ? [...between(origins, vias), ...between(vias, targets)] : [];
  const lines =
    named.length > 0 ? named.map(({ id }) => id) : over.length > 0 ? over : between(origins, targets);
  const ends = connections
    .filter(({ id }) => lines.includes(id))
    .flatMap((line) => [line.originId, line.targetId]);
  return { objects: [...origins, ...vias, ...targets], lines, ends };
}

function wording(step: FlowStepInput, { objects }: Route): string {
  if (step.description?.trim()) return step.description;
  const names = objects.map((object) => object.model?.name ?? '').filter(Boolean);
  return names.length > 0 ? [...new Set(names)].join(' → ') : (step.type ?? 'Step').replaceAll('-', ' ');
}

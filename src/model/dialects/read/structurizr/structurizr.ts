import type { SourceFile } from '../../../document/read.js';
import type { Include, ReadDialect } from '../../readers.js';
import { inferred, type Sketch } from '../../sketch.js';
import { Diagnostics } from '../diagnostics.js';
import { isJson, readDsl } from './dsl.js';
import { readWorkspaceJson } from './json.js';
import { sketchOf } from './to-sketch.js';
import { Workspace } from './workspace.js';

/**
 * Reads Structurizr workspaces: the DSL and JSON. Each file is a workspace, except those that another one includes or
 * extends.
 */
export const readStructurizr: ReadDialect = (files, include) => {
  const sources = new Set(files.filter(({ text }) => !isJson(text)).map(({ path }) => stemOf(path)));
  const isMade = ({ path, text }: SourceFile): boolean => isJson(text) && sources.has(stemOf(path));
  const read = files.filter((it) => !isMade(it)).map((file) => ({ file, ...readOne(file, include) }));
  const parts = new Set(read.flatMap(({ included }) => [...included]));
  const wholes = read.filter(({ file }) => !parts.has(file.path));
  const sketch = merged(wholes.map((it) => it.sketch));
  const said = files.filter(isMade).map(({ path }) => {
    const message = 'The file is skipped: the tools generate it from the DSL file next to it.';
    return inferred(message, { file: path, from: 0, to: 0 });
  });
  return { ...sketch, findings: [...sketch.findings, ...said] };
};

/** Returns `docs/workspace` for `docs/workspace.json`. */
const stemOf = (path: string): string => path.replace(/\.[^./\\]*$/, '');

const EMPTY = { nodes: [], edges: [], views: [], flows: [] };

function readOne(file: SourceFile, include: Include): { sketch: Sketch; included: ReadonlySet<string> } {
  const diagnostics = new Diagnostics();
  if (!diagnostics.isWithinLimit(file))
    return { sketch: { ...EMPTY, findings: diagnostics.all() }, included: new Set() };
  if (!isJson(file.text)) {
    const { workspace, included } = readDsl(file, include, diagnostics, readWorkspaceJson);
    return { sketch: { ...sketchOf(workspace), findings: diagnostics.all() }, included };
  }
  const workspace = new Workspace(diagnostics);
  readWorkspaceJson(file, workspace);
  return { sketch: { ...sketchOf(workspace), findings: diagnostics.all() }, included: new Set() };
}

/** Merges workspaces; a prefix keeps their keys distinct. */
function merged(sketches: readonly Sketch[]): Sketch {
  const [only] = sketches;
  if (only && sketches.length === 1) return only;
  const title = sketches.find((it) => it.title !== undefined)?.title;
  const all = sketches.map((sketch, at) => keyed(sketch, `${at} `));
  return {
    ...(title !== undefined && { title }),
    nodes: all.flatMap(({ nodes }) => nodes),
    edges: all.flatMap(({ edges }) => edges),
    views: all.flatMap(({ views }) => views),
    flows: all.flatMap(({ flows }) => flows),
    findings: all.flatMap(({ findings }) => findings),
  };
}

const keyed = (sketch: Sketch, before: string): Sketch => ({
  ...sketch,
  nodes: sketch.nodes.map((it) => ({
    ...it,
    key: before + it.key,
    ...(it.parent !== undefined && { parent: before + it.parent }),
    groups: (it.groups ?? []).map((group) => before + group),
  })),
  edges: sketch.edges.map((it) => ({
    ...it,
    ...(it.key !== undefined && { key: before + it.key }),
    from: before + it.from,
    to: before + it.to,
  })),
  views: sketch.views.map((it) => ({
    ...it,
    key: before + it.key,
    nodes: it.nodes.map((node) => before + node),
    ...(it.of !== undefined && { of: before + it.of }),
  })),
  flows: sketch.flows.map((it) => ({
    ...it,
    view: before + it.view,
    steps: it.steps.map((step) => ({
      ...step,
      ...(step.from !== undefined && { from: before + step.from }),
      ...(step.to !== undefined && { to: before + step.to }),
    })),
  })),
});

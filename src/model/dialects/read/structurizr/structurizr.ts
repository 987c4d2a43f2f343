import type { SourceFile } from '../../../document/read.js';
import { Diagnostics } from '../../diagnostics.js';
import type { Include, ReadDialect } from '../../readers.js';
import type { Sketch } from '../../sketch.js';
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
  const diagnostics = new Diagnostics();
  for (const { path } of files.filter(isMade)) {
    const message = 'The file is skipped: the tools generate it from the DSL file next to it.';
    diagnostics.guess(message, { file: path, from: 0, to: 0 });
  }
  const sketch = merged(wholes.map((it) => it.sketch));
  return { ...sketch, findings: [...sketch.findings, ...diagnostics.all] };
};

/** Returns `docs/workspace` for `docs/workspace.json`. */
const stemOf = (path: string): string => path.replace(/\.[^./\\]*$/, '');

function readOne(file: SourceFile, include: Include): { sketch: Sketch; included: ReadonlySet<string> } {
  const diagnostics = new Diagnostics();
  let workspace = new Workspace(diagnostics);
  let included: ReadonlySet<string> = new Set();
  if (diagnostics.isWithinLimit(file))
    if (isJson(file.text)) readWorkspaceJson(file, workspace);
    else ({ workspace, included } = readDsl(file, include, diagnostics, readWorkspaceJson));
  return { sketch: { ...sketchOf(workspace), findings: diagnostics.all }, included };
}

/** Merges workspaces; a prefix keeps their keys distinct. */
function merged(sketches: readonly Sketch[]): Sketch {
  const [only] = sketches;
  if (only && sketches.length === 1) return only;
  const all = sketches.map((sketch, at) => withKeyPrefix(sketch, `${at} `));
  return {
    title: sketches.find((it) => it.title !== undefined)?.title,
    nodes: all.flatMap(({ nodes }) => nodes),
    edges: all.flatMap(({ edges }) => edges),
    views: all.flatMap(({ views }) => views),
    flows: all.flatMap(({ flows }) => flows),
    findings: all.flatMap(({ findings }) => findings),
  };
}

function withKeyPrefix(sketch: Sketch, prefix: string): Sketch {
  const prefixed = (key: string | undefined) => (key === undefined ? undefined : prefix + key);
  return {
    ...sketch,
    nodes: sketch.nodes.map((it) => ({
      ...it,
      key: prefix + it.key,
      parent: prefixed(it.parent),
      groups: (it.groups ?? []).map((group) => prefix + group),
    })),
    edges: sketch.edges.map((it) => ({
      ...it,
      key: prefixed(it.key),
      from: prefix + it.from,
      to: prefix + it.to,
    })),
    views: sketch.views.map((it) => ({
      ...it,
      key: prefix + it.key,
      nodes: it.nodes.map((node) => prefix + node),
      of: prefixed(it.of),
    })),
    flows: sketch.flows.map((it) => ({
      ...it,
      view: prefix + it.view,
      steps: it.steps.map((step) => ({ ...step, from: prefixed(step.from), to: prefixed(step.to) })),
    })),
  };
}

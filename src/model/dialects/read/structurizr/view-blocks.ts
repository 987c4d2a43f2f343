import { truncate } from '../../../validate/rule.js';
import { type Block, type Line, SKIPPED } from './block.js';
import {
  type DynamicView,
  LEVEL_PROPERTY,
  type Step,
  type View,
  type ViewHead,
  type ViewKind,
} from './workspace.js';

/**
 * Bodies of views, and the shapes that show types.
 *
 *     diagram    = ("systemLandscape" | kind element) [key] [description] "{" { content | statement } "}"
 *     content    = ("include" | "exclude") { element | "*" }
 *     dynamic    = "dynamic" ("*" | element) [key] [description] "{" { step | "{" { step } "}" | statement } "}"
 *     step       = [number ":"] (element "->" element [text] [technology] | relationship [text])
 *     deployment = "deployment" ("*" | element) environment [key] [description] "{" { content | statement } "}"
 *     statement  = ("title" | "description") text | "autoLayout" … | "animation" … | "default" | properties
 */

const KINDS: Readonly<Record<string, ViewKind>> = {
  systemlandscape: 'systemLandscape',
  systemcontext: 'systemContext',
  container: 'container',
  component: 'component',
};

/** Views that become no diagram. */
const UNSUPPORTED = new Set(['filtered', 'custom', 'image']);
/** Style, and settings of other tools. */
const STYLE = new Set(['theme', 'themes', 'branding', 'terminology', 'properties']);
const VIEW_STYLE = new Set(['autolayout', 'default', 'animation', 'properties']);

export const VIEWS: Block = (line) => {
  const { keyword } = line;
  const kind = KINDS[keyword];
  if (kind) return readView(kind, line);
  if (keyword === 'dynamic') return readDynamicView(line);
  if (keyword === 'deployment') return readDeploymentView(line);
  if (keyword === 'styles') return STYLES;
  if (STYLE.has(keyword)) return SKIPPED;
  if (!UNSUPPORTED.has(keyword)) return line.unexpected('a view, styles or themes');
  return line.loss(`The ${keyword} view ${truncate(line.textFrom(1))} is not imported.`);
};

/** Reads key and description from word `at` on. */
function headOf(line: Line, of: string | undefined, at: number): ViewHead {
  line.limit(at + 2);
  return {
    key: line.text(at),
    description: line.text(at + 1),
    of: of === undefined ? undefined : line.reference(of),
    place: line.place,
  };
}

/** Parses a statement that all views share; undefined for other lines. */
function readStatement(view: ViewHead, line: Line): Block | undefined {
  const { keyword } = line;
  if (VIEW_STYLE.has(keyword)) return SKIPPED;
  if (keyword !== 'title' && keyword !== 'description') return undefined;
  line.limit(2);
  view[keyword] = line.text(1) ?? view[keyword];
  return SKIPPED;
}

const EXPECTED = 'include, exclude, title, description, autoLayout or animation';

function readView(kind: ViewKind, line: Line): Block {
  const isLandscape = kind === 'systemLandscape';
  const of = isLandscape ? undefined : line.text(1);
  if (!isLandscape && of === undefined)
    return line.unexpected(`${kind}, and the identifier of what it shows`);
  const view: View = { kind, content: [], ...headOf(line, of, isLandscape ? 1 : 2) };
  line.reading.workspace.views.push(view);
  return (inner) => {
    const { keyword } = inner;
    if (keyword === 'include' || keyword === 'exclude') return readContent(view, keyword, inner);
    if (keyword === 'properties') return propertiesOf(view);
    return readStatement(view, inner) ?? inner.unexpected(EXPECTED);
  };
}

/** Properties of a view are for other tools, except the one that an export sets. */
const propertiesOf =
  (view: View): Block =>
  (line) => {
    if (line.text(0) === LEVEL_PROPERTY) view.isLevel = line.text(1) === 'true';
    return SKIPPED;
  };

const isExpression = (text: string): boolean => /->|==|!=|&&|\|\||^\W/.test(text);

function readContent(view: View, what: 'include' | 'exclude', line: Line): Block {
  const reasonOf = (text: string): string =>
    `"${what} ${truncate(text)}" is an expression, which is not supported: it is skipped.`;
  const words = line.words.slice(1);
  // `a -> b` in three words is an expression as well.
  if (words.some(({ text }) => text === '->')) return line.loss(reasonOf(line.textFrom(1)));
  for (const { text, from, to } of words) {
    const place = { file: line.place.file, from, to };
    if (text === '*' || text === '*?') view.content.push({ what, of: '*', place });
    else if (isExpression(text)) line.reading.diagnostics.loss(reasonOf(text), place);
    else view.content.push({ what, of: line.reference(text), place });
  }
  return SKIPPED;
}

function readDeploymentView(line: Line): Block {
  const [of, environment] = [line.text(1), line.text(2)];
  if (of === undefined || environment === undefined)
    return line.unexpected('deployment, "*" or the identifier of a system, and an environment');
  const view = { environment, ...headOf(line, of === '*' ? undefined : of, 3) };
  line.reading.workspace.deploymentViews.push(view);
  return (inner) => {
    const { keyword } = inner;
    if (keyword !== 'include' && keyword !== 'exclude')
      return readStatement(view, inner) ?? inner.unexpected(EXPECTED);
    if (keyword === 'include' && inner.text(1) === '*' && inner.words.length === 2) return SKIPPED;
    return inner.loss(
      `"${truncate(inner.textFrom(0))}" is not supported: the view shows the whole deployment.`,
    );
  };
}

function readDynamicView(line: Line): Block {
  const of = line.text(1);
  if (of === undefined) return line.unexpected('dynamic, and "*" or the identifier of what it shows');
  const view: DynamicView = { steps: [], ...headOf(line, of === '*' ? undefined : of, 2) };
  line.reading.workspace.dynamicViews.push(view);
  return dynamicBlock(view);
}

export const PARALLEL = 'Parallel steps become sequential steps.';
const NUMBER = /^([\d.]+):$/;

const dynamicBlock =
  (view: DynamicView, isParallel = false): Block =>
  (line) => {
    if (line.words.length === 0) {
      const { place } = view.steps.at(-1) ?? view;
      if (!isParallel) line.reading.diagnostics.loss(PARALLEL, place);
      return dynamicBlock(view, true);
    }
    const statement = readStatement(view, line);
    if (statement) return statement;
    const order = NUMBER.exec(line.text(0) ?? '')?.[1];
    const step = stepOf(line, order === undefined ? 0 : 1);
    if (!step) return line.unexpected('a step "a -> b", or the identifier of a relationship');
    view.steps.push({ ...step, order });
    return STEP;
  };

/** The step that begins at this word; undefined if it is incomplete. */
function stepOf(line: Line, at: number): Step | undefined {
  const { place } = line;
  const [first, second, third] = [line.text(at), line.text(at + 1), line.text(at + 2)];
  if (first === undefined || (second === '->' && third === undefined)) return undefined;
  if (second !== '->' || third === undefined) {
    line.limit(at + 2);
    return { relation: line.reference(first), text: second ?? '', place };
  }
  if (line.words.length > at + 4) line.loss('The technology of a step is not imported.');
  line.limit(at + 5);
  return { from: line.reference(first), to: line.reference(third), text: line.text(at + 3) ?? '', place };
}

/** Block of a step; its URLs and properties are not imported. */
const STEP: Block = (line) => line.loss(`"${truncate(line.keyword)}" of a step is not imported.`);

/** Shapes by tag, in any colour scheme. */
const STYLES: Block = (line) => {
  const { keyword } = line;
  const tag = line.text(1);
  if (keyword === 'light' || keyword === 'dark') return STYLES;
  if (keyword !== 'element' || tag === undefined) return SKIPPED;
  return (inner) => {
    const shape = inner.text(1)?.toLowerCase();
    if (inner.keyword === 'shape' && shape !== undefined) inner.reading.workspace.shapes.set(tag, shape);
    return SKIPPED;
  };
};

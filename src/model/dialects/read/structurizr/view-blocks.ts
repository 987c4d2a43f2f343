import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import {
  type Block,
  keywordOf,
  type Line,
  type Reading,
  referenceTo,
  reportExtra,
  SKIPPED,
  textAt,
  unexpected,
} from './block.js';
import { readDeploymentView } from './deployment-views.js';
import { readDynamic } from './dynamic.js';
import { LEVEL_PROPERTY, type View, type ViewKind } from './workspace.js';

/** Bodies of views: their elements, and the shapes that show types. */

const KINDS: Readonly<Record<string, ViewKind>> = {
  systemlandscape: 'systemLandscape',
  systemcontext: 'systemContext',
  container: 'container',
  component: 'component',
};

/** Views that become no diagram. */
const LEFT_OUT = new Set(['filtered', 'custom', 'image']);
/** Style, and settings of other tools. */
const LOOKS = new Set(['theme', 'themes', 'branding', 'terminology', 'properties']);

export const VIEWS: Block = {
  read(line, reading) {
    const keyword = keywordOf(line);
    const kind = KINDS[keyword];
    if (kind) return readView(kind, line, reading);
    if (keyword === 'dynamic') return readDynamic(line, reading);
    if (keyword === 'deployment') return readDeploymentView(line, reading);
    if (keyword === 'styles') return STYLES;
    if (LOOKS.has(keyword)) return SKIPPED;
    if (!LEFT_OUT.has(keyword)) return unexpected(line, reading, 'a view, styles or themes');
    const words = line.words.slice(1).map(({ text }) => text);
    reading.diagnostics.lost(`The ${keyword} view ${truncate(words.join(' '))} is not imported.`, line.place);
    return SKIPPED;
  },
};

function readView(kind: ViewKind, line: Line, reading: Reading): Block {
  const isOfAll = kind === 'systemLandscape';
  const of = isOfAll ? undefined : textAt(line, 1);
  if (!isOfAll && of === undefined) {
    unexpected(line, reading, `${kind}, and the identifier of what it shows`);
    return SKIPPED;
  }
  const [key, description] = [textAt(line, isOfAll ? 1 : 2), textAt(line, isOfAll ? 2 : 3)];
  const view: View = {
    kind,
    content: [],
    place: line.place,
    ...(of !== undefined && { of: referenceTo(of, undefined, reading) }),
    ...(key !== undefined && { key }),
    ...(description !== undefined && { description }),
  };
  reportExtra(line, isOfAll ? 3 : 4, reading);
  reading.workspace.views.push(view);
  return viewBlock(view);
}

const viewBlock = (view: View): Block => ({
  read(line, reading) {
    const keyword = keywordOf(line);
    const value = textAt(line, 1);
    switch (keyword) {
      case 'include':
      case 'exclude':
        readContent(view, keyword, line, reading);
        return SKIPPED;
      case 'title':
      case 'description':
        reportExtra(line, 2, reading);
        if (value !== undefined) view[keyword] = value;
        return SKIPPED;
      case 'properties':
        return propertiesOf(view);
      case 'autolayout':
      case 'animation':
      case 'default':
        return SKIPPED;
      default:
        return unexpected(line, reading, 'include, exclude, title, description, autoLayout or animation');
    }
  },
});

/** Properties of a view are for other tools, except the one that an export sets. */
const propertiesOf = (view: View): Block => ({
  read(line) {
    if (textAt(line, 0) === LEVEL_PROPERTY) view.isLevel = textAt(line, 1) === 'true';
    return SKIPPED;
  },
});

const isExpression = (text: string): boolean => /->|==|!=|&&|\|\||^\W/.test(text);

function readContent(view: View, what: 'include' | 'exclude', line: Line, reading: Reading): void {
  const words = line.words.slice(1);
  const lostAt = (text: string, place: Place): void =>
    reading.diagnostics.lost(
      `"${what} ${truncate(text)}" is an expression, which is not supported: it is skipped.`,
      place,
    );
  // `a -> b` in three words is an expression as well.
  if (words.some(({ text }) => text === '->')) {
    lostAt(words.map(({ text }) => text).join(' '), line.place);
    return;
  }
  for (const { text, from, to } of words) {
    const place = { file: line.place.file, from, to };
    if (text === '*' || text === '*?') view.content.push({ what, of: '*', place });
    else if (isExpression(text)) lostAt(text, place);
    else view.content.push({ what, of: referenceTo(text, undefined, reading), place });
  }
}

/** Shapes by tag, in any colour scheme. */
const STYLES: Block = {
  read(line) {
    const keyword = keywordOf(line);
    const tag = textAt(line, 1);
    if (keyword === 'light' || keyword === 'dark') return STYLES;
    if (keyword !== 'element' || tag === undefined) return SKIPPED;
    return {
      read(inner, reading) {
        const shape = textAt(inner, 1);
        if (keywordOf(inner) === 'shape' && shape !== undefined)
          reading.workspace.shapes.set(tag, shape.toLowerCase());
        return SKIPPED;
      },
    };
  },
};

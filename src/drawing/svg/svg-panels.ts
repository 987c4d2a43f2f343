import { num } from '../geometry.js';
import { BADGE } from '../layout/edge-label.js';
import { CHIP } from '../layout/node-text.js';
import type { Scene, SceneFlowStep } from '../scene/scene.js';
import { clean, ellipsize, measure, type TextStyle, widest, wrap } from '../text.js';
import { rect } from './shapes.js';
import { badge } from './svg-edges.js';
import { chips } from './svg-nodes.js';
import { textLines } from './svg-text.js';
import type { Palette } from './theme.js';

/** Finished part of the picture, at the origin. */
export interface Panel {
  width: number;
  height: number;
  draw(x: number, y: number): string;
}

const TITLE: TextStyle = { size: 24, weight: 600, lineHeight: 31 };
const SUBTITLE: TextStyle = { size: 13, weight: 400, lineHeight: 20 };
const OVERLINE: TextStyle = { size: 11, weight: 600, lineHeight: 18 };
const FLOW_NAME: TextStyle = { size: 16, weight: 600, lineHeight: 21 };
const STEP: TextStyle = { size: 13, weight: 400, lineHeight: 18 };
const PATH: TextStyle = { size: 12, weight: 600, lineHeight: 18 };

const at = (x: number, y: number, inner: string): string =>
  `<g transform="translate(${num(x)} ${num(y)})">${inner}</g>`;

/** Scales the panel that `make` returns for the reduced width by `factor`. */
export function enlarged(factor: number, width: number, make: (width: number) => Panel): Panel {
  const panel = make(width / factor);
  return {
    width: panel.width * factor,
    height: panel.height * factor,
    draw: (x, y) => at(x, y, `<g transform="scale(${num(factor)})">${panel.draw(0, 0)}</g>`),
  };
}

/** Title of the picture: diagram name, and its type and object. */
export function titlePanel(scene: Scene, width: number, colors: Palette): Panel {
  const title = wrap(clean(scene.title) || 'Untitled diagram', width, TITLE, 2);
  const subtitle = wrap(scene.subtitle ?? '', width, SUBTITLE, 1);
  const top = title.length * TITLE.lineHeight;
  const inner =
    textLines(title, TITLE, { x: 0, y: 0, color: colors.text }) +
    textLines(subtitle, SUBTITLE, { x: 0, y: top + 2, color: colors.muted });
  return {
    width: Math.max(widest(title, TITLE), widest(subtitle, SUBTITLE)),
    height: top + 2 + subtitle.length * SUBTITLE.lineHeight,
    draw: (x, y) => at(x, y, inner),
  };
}

/** Legend of the colours, in rows of at most `width`. */
export function legendPanel(legend: NonNullable<Scene['legend']>, width: number, colors: Palette): Panel {
  const heading = ellipsize(clean(legend.title), width, OVERLINE);
  const start = Math.min(measure(heading, OVERLINE) + 16, width / 2);
  let [x, y] = [start, 0];
  const placed = legend.entries.map(({ label, color }) => {
    const text = ellipsize(clean(label) || '–', 220, CHIP);
    const chip = { label: text, color, x: 0, y: 0, width: Math.ceil(measure(text, CHIP)) + 24 };
    if (x > start && x + chip.width > width) {
      x = start;
      y += CHIP.lineHeight + 8;
    }
    [chip.x, chip.y] = [x, y];
    x += chip.width + 8;
    return chip;
  });
  const right = Math.max(...placed.map((chip) => chip.x + chip.width));
  const inner = textLines([heading], OVERLINE, { x: 0, y: 0, color: colors.muted }) + chips(placed, colors);
  return {
    width: right,
    height: y + CHIP.lineHeight,
    draw: (px, py) => at(px, py, `<g class="legend">${inner}</g>`),
  };
}

interface Item {
  step: SceneFlowStep;
  lines: string[];
  style: TextStyle;
  height: number;
}

const COLUMN = 292;
const INDENT = 14;
const PADDING = 22;

/** List of a flow's steps, in as many columns as fit `width` and the steps need. */
export function flowPanel(flow: NonNullable<Scene['flow']>, width: number, colors: Palette): Panel {
  const name = wrap(clean(flow.name) || 'Flow', COLUMN, FLOW_NAME, 3);
  const items = flow.steps.map((step): Item => {
    const style = step.index === null && step.depth > 0 ? PATH : STEP;
    const shift = Math.min(step.depth, 4) * INDENT + (step.index === null ? 0 : BADGE + 10);
    const lines = wrap(step.text || '–', COLUMN - shift, style, 6);
    return { step, lines, style, height: Math.max(lines.length * style.lineHeight, BADGE) + 10 };
  });
  const fitting = Math.max(1, Math.floor((width - 2 * PADDING + 36) / (COLUMN + 36)));
  const total = items.reduce((sum, item) => sum + item.height, 0);
  const columns = Math.min(fitting, Math.max(1, Math.ceil(total / 150)), Math.max(1, items.length));
  const top = PADDING + OVERLINE.lineHeight + name.length * FLOW_NAME.lineHeight + 14;
  const parts = [
    textLines(['FLOW'], OVERLINE, { x: PADDING, y: PADDING - 4, color: colors.flow }),
    textLines(name, FLOW_NAME, { x: PADDING, y: PADDING + OVERLINE.lineHeight - 2, color: colors.text }),
  ];
  let [column, y, bottom] = [0, top, top];
  for (const [i, item] of items.entries()) {
    const afterHeading = items[i - 1]?.style === PATH;
    if (y > top && !afterHeading && column < columns - 1 && y - top + item.height / 2 > total / columns) {
      column += 1;
      y = top;
    }
    parts.push(drawStep(item, PADDING + column * (COLUMN + 36), y, colors));
    y += item.height;
    bottom = Math.max(bottom, y);
  }
  const size = { width: 2 * PADDING + columns * (COLUMN + 36) - 36, height: bottom - 10 + PADDING };
  const sheet = rect(
    0,
    0,
    size.width,
    size.height,
    16,
    `fill="${colors.surface}" stroke="${colors.hairline}"`,
  );
  return { ...size, draw: (px, py) => at(px, py, `<g class="flow">${sheet}${parts.join('')}</g>`) };
}

function drawStep({ step, lines, style }: Item, left: number, y: number, colors: Palette): string {
  const x = left + Math.min(step.depth, 4) * INDENT;
  if (step.index === null) return textLines(lines, style, { x, y: y + 1, color: colors.muted });
  const text = textLines(lines, style, { x: x + BADGE + 10, y: y + 1, color: colors.body });
  return badge(step.index, x + BADGE / 2, y + BADGE / 2, colors) + text;
}

/** Placeholder for an empty diagram. */
export function emptyPanel(colors: Palette): Panel {
  const [width, height] = [520, 220];
  const box = rect(
    0,
    0,
    width,
    height,
    16,
    `fill="none" stroke="${colors.hairline}" stroke-width="1.5" stroke-dasharray="6 6"`,
  );
  const text = textLines(['Nothing to show in this diagram'], STEP, {
    x: width / 2,
    y: height / 2 - 9,
    color: colors.muted,
    anchor: 'middle',
  });
  return { width, height, draw: (x, y) => at(x, y, box + text) };
}

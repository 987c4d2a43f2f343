import { num } from '../geometry.js';
import {
  CAPTION,
  CHIP,
  FRAME_NAME,
  HEADING_TEXT,
  HEADING_TOP,
  INSETS,
  NAME,
  type NodeBox,
  PAD,
  type PlacedChip,
  TILE,
  TYPE,
} from '../layout/node-text.js';
import type { PlacedNode } from '../layout/placed.js';
import type { NodeType, SceneNode } from '../scene/scene.js';
import { xml } from '../text.js';
import { HEAD, outline, type Paint, RADIUS, rect } from './shapes.js';
import { textLines } from './svg-text.js';
import { chipColors, type Palette, statusDash, statusText, tintOf } from './theme.js';

/** Opacity of dimmed elements. */
const DIM = 0.28;

/** Opens a group with attributes that identify the element, for readers and tools. */
export function open(kind: string, id: string, dimmed: boolean, at?: { x: number; y: number }): string {
  const place = at ? ` transform="translate(${num(at.x)} ${num(at.y)})"` : '';
  const strength = dimmed ? ` opacity="${DIM}"` : '';
  return `<g class="${kind}${dimmed ? ' dimmed' : ''}" data-id="${xml(id)}"${place}${strength}>`;
}

const dashOf = (node: SceneNode): string =>
  statusDash(node.status) || (node.external ? ' stroke-dasharray="4 4"' : '');

/** Outline width, normally, of nodes that are not live, and of the subject of the picture. */
const OUTLINE = 1.4;
const STATUS_OUTLINE = 2;
const STRONG = 2.8;

const weightOf = ({ isSubject, status }: SceneNode): number =>
  isSubject ? STRONG : status === 'live' ? OUTLINE : STATUS_OUTLINE;

/** Draws a card: its outline, icon, name, type, caption and chips. */
export function card(node: SceneNode, placed: PlacedNode, colors: Palette, colored: boolean): string {
  const { box, height } = placed;
  const tint = tintOf(colors, node, colored);
  const { scale = 1 } = box;
  const inset = INSETS[node.type];
  const centered = node.type === 'actor';
  const width = placed.width / scale;
  const top = inset.top / scale + PAD - 2 + box.top;
  const x = centered ? width / 2 : PAD + TILE + 12;
  const anchor = centered ? 'middle' : 'start';
  const heading = box.name.length * NAME.lineHeight + 3 + box.type.length * TYPE.lineHeight;
  const textTop = centered ? top : top + Math.max(0, (TILE - heading) / 2);
  const captionTop = top + (centered ? heading : Math.max(heading, TILE)) + 9;
  const shape = {
    fill: tint.fill,
    border: tint.border,
    solid: tint.solid,
    dash: dashOf(node),
    weight: weightOf(node),
  };
  const start = [open('node', node.id, node.dimmed, placed), `<title>${xml(node.name)}</title>`];
  if (box.plain) return [...start, plainCard(node, placed, shape, colors), '</g>'].join('');
  const content = [
    centered ? '' : tile(node, tint, top),
    textLines(box.name, NAME, { x, y: textTop, anchor, ...nameStyle(node, colors) }),
    textLines(box.type, TYPE, {
      x,
      y: textTop + box.name.length * NAME.lineHeight + 3,
      color: typeColor(node, box, tint.fill, colors),
      anchor,
    }),
    textLines(box.caption, CAPTION, { x: centered ? x : PAD, y: captionTop, color: colors.body, anchor }),
    chips(box.chips, colors),
  ].join('');
  return [
    ...start,
    outline(node.type, placed.width, height, shape),
    centered ? head(placed.width, node, tint, colors) : '',
    scale === 1 ? content : `<g transform="scale(${scale})">${content}</g>`,
    '</g>',
  ].join('');
}

/** Colour of a name; that of a removed node is struck out. */
const nameStyle = ({ status }: SceneNode, colors: Palette) =>
  status === 'removed' ? { color: colors.muted, struck: true } : { color: colors.text };

const typeColor = (node: SceneNode, box: NodeBox, ground: string, colors: Palette): string =>
  box.isStatusInType ? statusText(colors, node.status, ground) : colors.muted;

/** Draws a card that is too small for the outline of its type. */
function plainCard(
  node: SceneNode,
  { box, width, height }: PlacedNode,
  shape: Paint,
  colors: Palette,
): string {
  const line = `fill="${shape.fill}" stroke="${shape.border}" stroke-width="${shape.weight}"${shape.dash}`;
  const at = { x: width / 2, anchor: 'middle' } as const;
  return (
    rect(0, 0, width, height, 5, line) +
    textLines(box.name, NAME, { ...at, y: box.top, ...nameStyle(node, colors) }) +
    textLines(box.type, TYPE, {
      ...at,
      y: box.top + box.name.length * NAME.lineHeight,
      color: typeColor(node, box, shape.fill, colors),
    })
  );
}

type Solid = { solid: string; onSolid: string };

/** Icons of deprecated and removed nodes are pale. */
const paleness = ({ status }: SceneNode): string =>
  status === 'deprecated' || status === 'removed' ? ' opacity="0.5"' : '';

function tile(node: SceneNode, { solid, onSolid }: Solid, y: number): string {
  const sign = `<g transform="translate(${num(PAD + 6)} ${num(y + 6)})">${glyph(node.kind ?? node.type, onSolid, TILE - 12)}</g>`;
  return rect(PAD, y, TILE, TILE, 8, `fill="${solid}"${paleness(node)}`) + sign;
}

function head(width: number, node: SceneNode, { solid, onSolid }: Solid, colors: Palette): string {
  const sign = `<g transform="translate(${num(width / 2 - 13)} ${HEAD - 13.5})">${glyph('actor', onSolid, 26)}</g>`;
  return `<circle cx="${num(width / 2)}" cy="${HEAD}" r="${HEAD - 1.5}" fill="${solid}" stroke="${colors.canvas}" stroke-width="3"${paleness(node)}/>${sign}`;
}

/** Draws small coloured labels. */
export function chips(list: readonly PlacedChip[], colors: Palette): string {
  return list
    .map((chip) => {
      const { fill, text, dot } = chipColors(colors, chip.color);
      const mid = chip.y + CHIP.lineHeight / 2;
      return (
        rect(chip.x, chip.y, chip.width, CHIP.lineHeight, 9, `fill="${fill}"`) +
        `<circle cx="${num(chip.x + 9)}" cy="${num(mid)}" r="3" fill="${dot}"/>` +
        textLines([chip.label], CHIP, { x: chip.x + 16, y: chip.y, color: text })
      );
    })
    .join('');
}

/** Draws the background of a frame, below the borders of all frames, because frames may overlap. */
export function frameGround(
  node: SceneNode,
  { x, y, width, height, depth }: PlacedNode,
  colors: Palette,
): string {
  return rect(x, y, width, height, RADIUS[node.type], `fill="${colors.frames[depth % 2 === 0 ? 0 : 1]}"`);
}

/** Draws the border of a frame, below its content. */
export function frame(node: SceneNode, placed: PlacedNode, colors: Palette, colored: boolean): string {
  const tint = tintOf(colors, node, colored);
  const dash = node.type === 'group' && node.status === 'live' ? ' stroke-dasharray="6 5"' : dashOf(node);
  const line = `fill="none" stroke="${tint.border}" stroke-width="${weightOf(node)}"${dash}`;
  return `${open('frame', node.id, node.dimmed, placed)}${rect(0, 0, placed.width, placed.height, RADIUS[node.type], line)}</g>`;
}

/** Draws the heading of a frame above the lines, on a background of the frame's colour. */
export function frameHeading(node: SceneNode, placed: PlacedNode, colors: Palette, colored: boolean): string {
  const { box, shift } = placed;
  const tint = tintOf(colors, node, colored);
  const fill = colors.frames[placed.depth % 2 === 0 ? 0 : 1];
  const x = box.plain ? PAD : HEADING_TEXT;
  const below = HEADING_TOP + box.name.length * FRAME_NAME.lineHeight;
  return [
    rect(placed.x + shift + 10, placed.y + 8, box.width - 20, box.header - 4, 10, `fill="${fill}"`),
    open('node', node.id, node.dimmed, { x: placed.x + shift, y: placed.y }),
    `<title>${xml(node.name)}</title>`,
    box.plain ? '' : tile(node, tint, 15),
    textLines(box.name, FRAME_NAME, { x, y: HEADING_TOP, ...nameStyle(node, colors) }),
    textLines(box.type, TYPE, { x, y: below, color: typeColor(node, box, fill, colors) }),
    chips(box.chips, colors),
    '</g>',
  ].join('');
}

const stroke = (d: string, color: string): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>`;

const PATHS: Readonly<Record<NodeType, string>> = {
  actor: 'M9 7.2a3 3 0 1 0 6 0a3 3 0 1 0-6 0M5.5 19.5c0-4 2.9-6.3 6.5-6.3s6.5 2.3 6.5 6.3',
  system: 'M12 4l8 4l-8 4l-8-4zM4 12l8 4l8-4M4 16l8 4l8-4',
  app: 'M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2zM4 9.5h16M9.5 13l-2 1.6l2 1.6M14.5 13l2 1.6l-2 1.6',
  component: 'M8 5h11v14h-11zM5 8.5h6v2.4h-6zM5 13.2h6v2.4h-6z',
  store:
    'M5 7c0-1.7 3.1-3 7-3s7 1.3 7 3s-3.1 3-7 3s-7-1.3-7-3M5 7v10c0 1.7 3.1 3 7 3s7-1.3 7-3v-10M5 12c0 1.7 3.1 3 7 3s7-1.3 7-3',
  group: 'M4 7v-3h3M17 4h3v3M20 17v3h-3M7 20h-3v-3M8.5 8.5h7v7h-7z',
  area: 'M5 5h14v14h-14z',
  root: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M3.5 12h17M12 3.5c-5 5.5-5 11.5 0 17M12 3.5c5 5.5 5 11.5 0 17',
};

/** Icon of a type, `size` pixels square, with its top left corner at the origin. */
function glyph(type: NodeType, color: string, size: number): string {
  return `<g transform="scale(${size / 24})">${stroke(PATHS[type], color)}</g>`;
}

import type { SceneNode } from '../scene/scene.js';
import { clean, ellipsize, widest, wrap } from '../text.js';
import {
  CHIP,
  FRAME_NAME,
  HEADING_TEXT,
  HEADING_TOP,
  type NodeBox,
  PAD,
  placeChips,
  statusOf,
  TYPE,
  typeLine,
} from './node-text.js';

/** Space for a heading; without `header` of any height. */
interface HeadingSpace {
  width: number;
  header?: number;
}

/** Wraps the heading of a frame. If its name does not fit beside the icon, the heading has none. */
export function frameBox(node: SceneNode, most?: HeadingSpace): NodeBox {
  const box = headingBox(node, most, HEADING_TEXT);
  return box.name.at(-1)?.endsWith('…') ? { ...headingBox(node, most, PAD), plain: true } : box;
}

function headingBox(node: SceneNode, most: HeadingSpace | undefined, beside: number): NodeBox {
  const room = Math.max(24, Math.min(280, (most?.width ?? 1000) - beside - PAD));
  const below = (lines: number): number => HEADING_TOP + lines * FRAME_NAME.lineHeight + TYPE.lineHeight;
  const rows = most?.header !== undefined && most.header < below(2) ? 1 : 2;
  const name = wrap(clean(node.name) || 'Unnamed', room, FRAME_NAME, rows);
  const lines = below(name.length);
  const lineOf = (status: boolean) => [ellipsize(typeLine(node, { technologies: true, status }), room, TYPE)];
  const chipsIn = (width: number) =>
    placeChips(node.chips, width, lines + 8).filter(
      ({ y }) => y + CHIP.lineHeight <= (most?.header ?? y + CHIP.lineHeight),
    );
  const textWidth = (type: readonly string[]) => Math.max(widest(name, FRAME_NAME), widest(type, TYPE));
  const chips = chipsIn(most ? room + 42 : Math.max(textWidth(lineOf(false)) + 42, 220));
  const isStatusInType = statusOf(node) !== undefined && !chips.some(({ isStatus }) => isStatus);
  const type = lineOf(isStatusInType);
  const right = Math.max(beside + textWidth(type), ...chips.map((chip) => chip.x + chip.width));
  const last = chips.at(-1);
  const header = last ? last.y + CHIP.lineHeight : lines;
  const width = Math.round(right + PAD);
  const height = header + 2 * PAD;
  const rest = { caption: [], chips, frame: true, header, top: 0 };
  return { width, height, name, type, isStatusInType, ...rest };
}

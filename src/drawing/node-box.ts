import type { Chip, NodeType, SceneNode } from './scene.js';
import { clean, ellipsize, measure, type TextStyle, widest, wrap } from './text.js';

/** Text of a node, set into lines, and the size of the shape that holds it. Coordinates are within the node. */
export interface NodeBox {
  width: number;
  height: number;
  name: string[];
  type: string[];
  caption: string[];
  chips: PlacedChip[];
  /** True where the node is a frame: `width` and `height` are then the least it needs. */
  frame: boolean;
  /** Height of the heading of a frame. */
  header: number;
}

export interface PlacedChip extends Chip {
  x: number;
  y: number;
  width: number;
}

export const NAME: TextStyle = { size: 15, weight: 600, lineHeight: 19 };
export const FRAME_NAME: TextStyle = { size: 14.5, weight: 600, lineHeight: 19 };
export const TYPE: TextStyle = { size: 11.5, weight: 400, lineHeight: 15 };
export const CAPTION: TextStyle = { size: 12.5, weight: 400, lineHeight: 17 };
export const CHIP: TextStyle = { size: 10.5, weight: 600, lineHeight: 18 };

export const TILE = 32;
export const PAD = 16;
/** Where the text of a frame's heading begins. */
export const HEADING_TOP = 13;
const TILE_GAP = 12;
const CHIP_GAP = 6;

/** Room a shape takes at its edges before its text begins. */
export const INSETS: Readonly<Record<NodeType, { top: number; bottom: number }>> = {
  actor: { top: 34, bottom: 0 },
  app: { top: 16, bottom: 0 },
  component: { top: 0, bottom: 0 },
  store: { top: 16, bottom: 8 },
  system: { top: 0, bottom: 6 },
  root: { top: 0, bottom: 6 },
  group: { top: 0, bottom: 0 },
  area: { top: 0, bottom: 0 },
};

const WORDS: Readonly<Record<NodeType, string>> = {
  actor: 'Actor',
  app: 'App',
  component: 'Component',
  store: 'Store',
  system: 'System',
  root: 'Landscape',
  group: 'Group',
  area: 'Area',
};

/** "App · Node.js, PostgreSQL", with external named before the technologies. */
function typeLine(node: SceneNode): string {
  const word = WORDS[node.type === 'area' ? (node.kind ?? 'area') : node.type];
  const kind = node.external ? `External ${word.toLowerCase()}` : word;
  return node.technologies.length > 0 ? `${kind} · ${node.technologies.map(clean).join(', ')}` : kind;
}

/** True for nodes drawn as a frame around others. */
export const isFrame = (node: SceneNode): boolean => node.type === 'area' || node.type === 'group';

/** Sets the text of a node. A frame's width is the least its heading needs. */
export function boxOf(node: SceneNode): NodeBox {
  return isFrame(node) ? frameBox(node) : cardBox(node);
}

function cardBox(node: SceneNode): NodeBox {
  const centered = node.type === 'actor';
  const beside = centered ? 0 : TILE + TILE_GAP;
  const name = clean(node.name) || 'Unnamed';
  const natural = Math.max(measure(name, NAME), measure(typeLine(node), TYPE) * 0.75) + 2 * PAD + beside + 4;
  const least = centered ? 168 : node.caption || node.chips.length > 0 ? 236 : 204;
  const width = Math.round(Math.min(Math.max(natural, least), centered ? 224 : 264));
  const inner = width - 2 * PAD;
  const nameLines = wrap(name, inner - beside, NAME, 3);
  const typeLines = wrap(typeLine(node), inner - beside, TYPE, 2);
  const captionLines = wrap(node.caption ?? '', inner, CAPTION, 3);
  const inset = INSETS[node.type];
  const heading = nameLines.length * NAME.lineHeight + 3 + typeLines.length * TYPE.lineHeight;
  let y = inset.top + PAD - 2 + (centered ? heading : Math.max(heading, TILE));
  if (captionLines.length > 0) y += 9 + captionLines.length * CAPTION.lineHeight;
  const chips =
    node.chips.length > 0 ? placeChips(node.chips, inner, y + 10, centered ? width : undefined) : [];
  const last = chips.at(-1);
  if (last) y = last.y + CHIP.lineHeight;
  const height = Math.round(y + PAD - 2 + inset.bottom);
  return {
    width,
    height,
    name: nameLines,
    type: typeLines,
    caption: captionLines,
    chips,
    frame: false,
    header: 0,
  };
}

function frameBox(node: SceneNode): NodeBox {
  const name = wrap(clean(node.name) || 'Unnamed', 280, FRAME_NAME, 2);
  const type = [ellipsize(typeLine(node), 280, TYPE)];
  const text = Math.max(widest(name, FRAME_NAME), widest(type, TYPE));
  const lines = HEADING_TOP + name.length * FRAME_NAME.lineHeight + TYPE.lineHeight;
  const chips = placeChips(node.chips, Math.max(text + 42, 220), lines + 8);
  const right = Math.max(PAD + TILE + 10 + text, ...chips.map((chip) => chip.x + chip.width));
  const last = chips.at(-1);
  const header = last ? last.y + CHIP.lineHeight : lines;
  const width = Math.round(right + PAD);
  return { width, height: header + 2 * PAD, name, type, caption: [], chips, frame: true, header };
}

/** Chips in rows; each row centred in `centerIn` where that is given. */
function placeChips(chips: readonly Chip[], inner: number, top: number, centerIn?: number) {
  const rows: PlacedChip[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const chip of chips) {
    const label = ellipsize(clean(chip.label) || '–', inner - 24, CHIP);
    const width = Math.ceil(measure(label, CHIP)) + 24;
    if (x + width > inner) {
      rows.push([]);
      x = 0;
    }
    const y = top + (rows.length - 1) * (CHIP.lineHeight + CHIP_GAP);
    rows.at(-1)?.push({ label, color: chip.color, x: PAD + x, y, width });
    x += width + CHIP_GAP;
  }
  if (centerIn !== undefined) {
    for (const row of rows) {
      const end = row.at(-1);
      const shift = end ? (centerIn - PAD - (end.x + end.width)) / 2 : 0;
      for (const chip of row) chip.x += shift;
    }
  }
  return rows.flat();
}

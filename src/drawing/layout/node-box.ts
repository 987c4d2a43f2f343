import type { Chip, NodeType, SceneNode } from '../scene/scene.js';
import { clean, ellipsize, measure, type TextStyle, widest, wrap } from '../text.js';

/** Wrapped text of a node, and the size of its shape. Coordinates are relative to the node. */
export interface NodeBox {
  width: number;
  height: number;
  name: string[];
  type: string[];
  caption: string[];
  chips: PlacedChip[];
  /** True if the node is a frame: `width` and `height` are then its minimum size. */
  frame: boolean;
  /** Height of a frame's heading. */
  header: number;
  /** Vertical offset of the text of a card. */
  top: number;
  /** True for a card with space for its name only, and for a heading without icon. */
  plain?: boolean;
}

export interface PlacedChip extends Chip {
  x: number;
  y: number;
  width: number;
}

export const NAME: TextStyle = { size: 15, weight: 600, lineHeight: 19 };
export const FRAME_NAME: TextStyle = { size: 14.5, weight: 600, lineHeight: 19 };
export const TYPE: TextStyle = { size: 13, weight: 400, lineHeight: 16 };
export const CAPTION: TextStyle = { size: 13, weight: 400, lineHeight: 17 };
export const CHIP: TextStyle = { size: 12, weight: 600, lineHeight: 18 };

export const TILE = 32;
export const PAD = 12;
/** Vertical position of the text of a frame's heading. */
export const HEADING_TOP = 13;
const TILE_GAP = 12;
const CHIP_GAP = 6;

/** Space at the edges of a shape, before its text. */
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

/** "App · Node.js, PostgreSQL", with "external" before the technologies. */
function typeLine(node: SceneNode): string {
  const word = WORDS[node.type === 'area' ? (node.kind ?? 'area') : node.type];
  const kind = node.external ? `External ${word.toLowerCase()}` : word;
  return node.technologies.length > 0 ? `${kind} · ${node.technologies.map(clean).join(', ')}` : kind;
}

/** True for nodes drawn as a frame around others. */
export const isFrame = (node: SceneNode): boolean => node.type === 'area' || node.type === 'group';

/** Maximum number of lines for each text of a card, and of chips. */
interface Limits {
  name: number;
  type: number;
  caption: number;
  chips: number;
}

/** From the full content of a card down to its name only: a card of stored size uses the first that fits. */
const LIMITS: readonly Limits[] = [
  { name: 3, type: 2, caption: 3, chips: Number.POSITIVE_INFINITY },
  { name: 3, type: 2, caption: 2, chips: 6 },
  { name: 3, type: 2, caption: 1, chips: 6 },
  { name: 3, type: 2, caption: 0, chips: 6 },
  { name: 2, type: 1, caption: 0, chips: 3 },
  { name: 2, type: 1, caption: 0, chips: 2 },
  { name: 2, type: 0, caption: 0, chips: 1 },
  { name: 2, type: 0, caption: 0, chips: 0 },
  { name: 1, type: 0, caption: 0, chips: 0 },
];

/** Minimum width of a card with an icon beside its name. */
const MIN_WIDTH_WITH_ICON = 116;

/** Padding that a card can give up for another line of text. */
const SQUEEZE = 8;

type Size = Pick<NodeBox, 'width' | 'height'>;

/**
 * Wraps the text of a node: the heading of a frame, or the content of a card that fits `size` (all of it without
 * `size`).
 */
export function boxOf(node: SceneNode, size?: Size): NodeBox {
  if (isFrame(node)) return frameBox(node, size && { width: size.width });
  const width = size?.width ?? naturalWidth(node);
  for (const limits of LIMITS) {
    const box = cardBox(node, width, limits);
    if (!size) return box;
    const spare = size.height - box.height;
    if (spare >= -SQUEEZE && width >= MIN_WIDTH_WITH_ICON) return lowered(box, spare);
  }
  return plainBox(node, size ?? { width, height: 0 });
}

/** Centres the text of a card of stored height. */
const lowered = (box: NodeBox, spare: number): NodeBox => ({
  ...box,
  height: box.height + spare,
  top: spare / 2,
  chips: box.chips.map((chip) => ({ ...chip, y: chip.y + spare / 2 })),
});

/** Card with space for its name only. */
function plainBox(node: SceneNode, { width, height }: Size): NodeBox {
  const lines = Math.max(1, Math.floor((height - 8) / NAME.lineHeight));
  const name = wrap(clean(node.name) || 'Unnamed', width - 12, NAME, lines);
  const top = (height - name.length * NAME.lineHeight) / 2;
  return { width, height, name, type: [], caption: [], chips: [], frame: false, header: 0, top, plain: true };
}

function naturalWidth(node: SceneNode): number {
  const centered = node.type === 'actor';
  const beside = centered ? 0 : TILE + TILE_GAP;
  const name = clean(node.name) || 'Unnamed';
  const natural = Math.max(measure(name, NAME), measure(typeLine(node), TYPE) * 0.75) + 2 * PAD + beside + 4;
  const least = centered ? 150 : node.caption || node.chips.length > 0 ? 220 : 180;
  return Math.round(Math.min(Math.max(natural, least), centered ? 224 : 264));
}

function cardBox(node: SceneNode, width: number, limits: Limits): NodeBox {
  const centered = node.type === 'actor';
  const beside = centered ? 0 : TILE + TILE_GAP;
  const inner = width - 2 * PAD;
  const name = wrap(clean(node.name) || 'Unnamed', inner - beside, NAME, limits.name);
  const type = limits.type === 0 ? [] : wrap(typeLine(node), inner - beside, TYPE, limits.type);
  const caption = limits.caption === 0 ? [] : wrap(node.caption ?? '', inner, CAPTION, limits.caption);
  const inset = INSETS[node.type];
  const heading = name.length * NAME.lineHeight + 3 + type.length * TYPE.lineHeight;
  let y = inset.top + PAD - 2 + (centered ? heading : Math.max(heading, TILE));
  if (caption.length > 0) y += 9 + caption.length * CAPTION.lineHeight;
  const chips = placeChips(fewer(node.chips, limits.chips), inner, y + 10, centered ? width : undefined);
  const last = chips.at(-1);
  if (last) y = last.y + CHIP.lineHeight;
  const height = Math.round(y + PAD - 2 + inset.bottom);
  return { width, height, name, type, caption, chips, frame: false, header: 0, top: 0 };
}

/** At most `most` chips; the last one shows the number of omitted chips. */
function fewer(chips: readonly Chip[], most: number): readonly Chip[] {
  if (chips.length <= most || most === 0) return chips.slice(0, most);
  return [...chips.slice(0, most - 1), { label: `+${chips.length - most + 1}`, color: 'grey' }];
}

/** Space for a heading; without `header` of any height. */
interface HeadingSpace {
  width: number;
  header?: number;
}

/** Horizontal position of the text of a frame's heading, beside its icon. */
export const HEADING_TEXT = PAD + TILE + 10;

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
  const type = [ellipsize(typeLine(node), room, TYPE)];
  const text = Math.max(widest(name, FRAME_NAME), widest(type, TYPE));
  const lines = below(name.length);
  const wanted = placeChips(node.chips, most ? room + 42 : Math.max(text + 42, 220), lines + 8);
  const chips = wanted.filter(({ y }) => y + CHIP.lineHeight <= (most?.header ?? y + CHIP.lineHeight));
  const right = Math.max(beside + text, ...chips.map((chip) => chip.x + chip.width));
  const last = chips.at(-1);
  const header = last ? last.y + CHIP.lineHeight : lines;
  const width = Math.round(right + PAD);
  const height = header + 2 * PAD;
  return { width, height, name, type, caption: [], chips, frame: true, header, top: 0 };
}

/** Arranges chips in rows, centred in `centerIn` if given. */
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

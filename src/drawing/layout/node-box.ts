import type { Chip, SceneNode } from '../scene/scene.js';
import { clean, measure, wrap } from '../text.js';
import { frameBox } from './frame-box.js';
import {
  CAPTION,
  CHIP,
  INSETS,
  isFrame,
  NAME,
  type NodeBox,
  PAD,
  placeChips,
  statusOf,
  TILE,
  TILE_GAP,
  TYPE,
  typeLine,
} from './node-text.js';

/** Content of a card: the maximum number of lines of each text, and of chips. */
interface Limits {
  name: number;
  type: number;
  technologies: boolean;
  caption: number;
  /** Without chips, the type line shows the status. */
  chips: number;
  scale: number;
}

const FULL: Limits = {
  name: 3,
  type: 2,
  technologies: true,
  caption: 3,
  chips: Number.POSITIVE_INFINITY,
  scale: 1,
};
const TITLE: Limits = { name: 2, type: 1, technologies: false, caption: 0, chips: 6, scale: 1 };
/** Scale of the text of a card that is too small for its name and type otherwise: names are then 12 pixels high. */
const SMALL = 0.8;

/**
 * From the full content of a card down to its name and type: a card of stored size uses the first that fits. Captions
 * are omitted first, then technologies, then tags. The type line and the status stay.
 */
const LIMITS: readonly Limits[] = [
  FULL,
  { ...FULL, caption: 2, chips: 6 },
  { ...FULL, caption: 1, chips: 6 },
  { ...FULL, caption: 0, chips: 6 },
  { ...TITLE, technologies: true },
  TITLE,
  { ...TITLE, chips: 3 },
  { ...TITLE, chips: 2 },
  { ...TITLE, chips: 1 },
  { ...TITLE, chips: 0 },
  { ...TITLE, chips: 0, scale: SMALL },
  { ...TITLE, chips: 0, name: 1 },
  { ...TITLE, chips: 0, name: 1, scale: SMALL },
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
function lowered(box: NodeBox, spare: number): NodeBox {
  const top = spare / 2 / (box.scale ?? 1);
  return {
    ...box,
    height: box.height + spare,
    top,
    chips: box.chips.map((chip) => ({ ...chip, y: chip.y + top })),
  };
}

/** Padding above and below the text of a card without icon, and its minimum. */
const PLAIN_PAD = 4;
const LEAST_PLAIN_PAD = 1;

/** Card without space for its icon: its name, and below it its type with the status if the height allows it. */
function plainBox(node: SceneNode, { width, height }: Size): NodeBox {
  const status = statusOf(node) !== undefined;
  const wanted = wrap(typeLine(node, { technologies: false, status }), width - 12, TYPE, status ? 2 : 1);
  const linesFor = (type: readonly string[], pad: number): number =>
    Math.floor((height - 2 * pad - type.length * TYPE.lineHeight) / NAME.lineHeight);
  const nameIn = (lines: number): string[] =>
    wrap(clean(node.name) || 'Unnamed', width - 12, NAME, Math.max(1, lines));
  // A type without status must not shorten the name.
  const full = nameIn(linesFor([], PLAIN_PAD));
  const isShown = status
    ? linesFor(wanted, LEAST_PLAIN_PAD) >= 1
    : linesFor(wanted, PLAIN_PAD) >= full.length;
  const type = isShown ? wanted : [];
  const name = nameIn(linesFor(type, PLAIN_PAD));
  const top = (height - name.length * NAME.lineHeight - type.length * TYPE.lineHeight) / 2;
  return {
    width,
    height,
    name,
    type,
    isStatusInType: status,
    caption: [],
    chips: [],
    frame: false,
    header: 0,
    top,
    plain: true,
  };
}

function naturalWidth(node: SceneNode): number {
  const centered = node.type === 'actor';
  const beside = centered ? 0 : TILE + TILE_GAP;
  const name = clean(node.name) || 'Unnamed';
  const type = typeLine(node, { technologies: true, status: false });
  const natural = Math.max(measure(name, NAME), measure(type, TYPE) * 0.75) + 2 * PAD + beside + 4;
  const least = centered ? 150 : node.caption || node.chips.length > 0 ? 220 : 180;
  return Math.round(Math.min(Math.max(natural, least), centered ? 224 : 264));
}

function cardBox(node: SceneNode, width: number, limits: Limits): NodeBox {
  const { scale } = limits;
  const centered = node.type === 'actor';
  const beside = centered ? 0 : TILE + TILE_GAP;
  const inner = width / scale - 2 * PAD;
  const name = wrap(clean(node.name) || 'Unnamed', inner - beside, NAME, limits.name);
  const isStatusInType = limits.chips === 0 && statusOf(node) !== undefined;
  const words = typeLine(node, { technologies: limits.technologies, status: isStatusInType });
  const type = wrap(words, inner - beside, TYPE, limits.type);
  const caption = limits.caption === 0 ? [] : wrap(node.caption ?? '', inner, CAPTION, limits.caption);
  const inset = INSETS[node.type];
  const heading = name.length * NAME.lineHeight + 3 + type.length * TYPE.lineHeight;
  let y = inset.top / scale + PAD - 2 + (centered ? heading : Math.max(heading, TILE));
  if (caption.length > 0) y += 9 + caption.length * CAPTION.lineHeight;
  const chips = placeChips(fewer(node.chips, limits.chips), inner, y + 10, centered ? width : undefined);
  const last = chips.at(-1);
  if (last) y = last.y + CHIP.lineHeight;
  const height = Math.round((y + PAD - 2) * scale + inset.bottom);
  const rest = { caption, chips, frame: false, header: 0, top: 0, ...(scale < 1 && { scale }) };
  return { width, height, name, type, isStatusInType, ...rest };
}

/** At most `most` chips; the last one shows the number of omitted chips, unless only the status has space. */
function fewer(chips: readonly Chip[], most: number): readonly Chip[] {
  if (chips.length <= most || most === 0 || (most === 1 && chips[0]?.isStatus)) return chips.slice(0, most);
  return [...chips.slice(0, most - 1), { label: `+${chips.length - most + 1}`, color: 'grey' }];
}

import { capitalised } from '../../base/text/words.js';
import type { Chip, NodeType, SceneNode } from '../scene/scene.js';
import { clean, ellipsize, measure, type TextStyle } from '../text.js';

/** Wrapped text of a node, and the size of its shape. Coordinates are relative to the node. */
export interface NodeBox {
  width: number;
  height: number;
  name: string[];
  type: string[];
  /** True if the type line begins with the status, because its chip has no space. */
  isStatusInType?: boolean;
  caption: string[];
  chips: PlacedChip[];
  /** True if the node is a frame: `width` and `height` are then its minimum size. */
  frame: boolean;
  /** Height of a frame's heading. */
  header: number;
  /** Vertical offset of the text of a card. */
  top: number;
  /** True for a card without space for its icon, and for a heading without icon. */
  plain?: boolean;
  /** Scale of the text and the icon of a card, if less than 1. The coordinates of both are before scaling. */
  scale?: number;
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
/** Horizontal position of the text of a frame's heading, beside its icon. */
export const HEADING_TEXT = PAD + TILE + 10;
export const TILE_GAP = 12;
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

/** The chip that shows the status of a node, if it has one. */
export const statusOf = ({ chips }: SceneNode): Chip | undefined => chips.find(({ isStatus }) => isStatus);

/** Optional parts of a type line. */
interface TypeParts {
  technologies: boolean;
  status: boolean;
}

/** "App · Node.js, PostgreSQL", with status and "external" before the type: "Deprecated external app". */
export function typeLine(node: SceneNode, { technologies, status }: TypeParts): string {
  const word = WORDS[node.type === 'area' ? (node.kind ?? 'area') : node.type];
  const words = [status ? (statusOf(node)?.label ?? '') : '', node.external ? 'External' : '', word];
  const kind = capitalised(words.filter(Boolean).join(' ').toLowerCase());
  const names = technologies ? node.technologies.map(clean).join(', ') : '';
  return names === '' ? kind : `${kind} · ${names}`;
}

/** True for nodes drawn as a frame around others. */
export const isFrame = (node: SceneNode): boolean => node.type === 'area' || node.type === 'group';

/** Arranges chips in rows, centred in `centerIn` if given. */
export function placeChips(chips: readonly Chip[], inner: number, top: number, centerIn?: number) {
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
    rows.at(-1)?.push({ ...chip, label, x: PAD + x, y, width });
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

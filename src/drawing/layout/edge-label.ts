import type { SceneEdge } from '../scene/scene.js';
import { STATUS_KEYS } from '../scene/tabs.js';
import { clean, type TextStyle, widest, wrap } from '../text.js';

export const EDGE_TEXT: TextStyle = { size: 13, weight: 400, lineHeight: 16 };
export const EDGE_TECH: TextStyle = { size: 12, weight: 400, lineHeight: 15 };
export const BADGE = 20;
export const BADGE_GAP = 4;

/**
 * Label of an edge: step badges, then the name, then the status unless it is live, and the technologies; `undefined` if
 * it would be empty.
 */
export interface EdgeLabel {
  width: number;
  height: number;
  text: string[];
  tech: string[];
  badges: number[][];
}

const PER_ROW = 6;

/** Maximum width of a word that is not split. */
const WORD = 150;

/** Wraps the text of an edge into lines of at most `width`, or as wide as its longest word. */
export function labelOf(edge: SceneEdge, most: number): EdgeLabel | undefined {
  const width = Math.max(most, Math.min(WORD, widest(clean(edge.label).split(' '), EDGE_TEXT)));
  const text = wrap(edge.label, width, EDGE_TEXT, 4);
  const status = edge.status === 'live' ? [] : [STATUS_KEYS[edge.status].label];
  const below = [...status, edge.technologies.map(clean).join(', ')].filter(Boolean).join(' · ');
  const tech = wrap(below, width, EDGE_TECH, 2);
  const badges: number[][] = [];
  for (let i = 0; i < edge.stepNumbers.length; i += PER_ROW)
    badges.push(edge.stepNumbers.slice(i, i + PER_ROW));
  if (text.length + tech.length + badges.length === 0) return undefined;
  const badgeWidth = (badges[0]?.length ?? 0) * (BADGE + BADGE_GAP) - BADGE_GAP;
  const widestLine = Math.ceil(Math.max(widest(text, EDGE_TEXT), widest(tech, EDGE_TECH), badgeWidth));
  const lines = text.length * EDGE_TEXT.lineHeight + tech.length * EDGE_TECH.lineHeight;
  return {
    width: widestLine + 14,
    height: lines + badges.length * (BADGE + BADGE_GAP) + 6,
    text,
    tech,
    badges,
  };
}

import type { NodeType, SceneEdge, SceneNode, Status, Theme } from '../scene/scene.js';
import { STATUS_KEYS } from '../scene/tabs.js';

/** Fixed colours of a theme, `#rrggbb`. */
export interface Palette {
  canvas: string;
  surface: string;
  text: string;
  body: string;
  muted: string;
  hairline: string;
  edge: string;
  neutral: string;
  flow: string;
  shadow: string;
  frames: readonly [string, string];
  types: Readonly<Record<NodeType, string>>;
  named: Readonly<Record<string, string>>;
}

const LIGHT: Palette = {
  canvas: '#f5f7fa',
  surface: '#ffffff',
  text: '#172033',
  body: '#3d4a60',
  muted: '#5b677c',
  hairline: '#d6dce6',
  edge: '#6b778c',
  neutral: '#8a96a8',
  flow: '#4f46e5',
  shadow: '#1b2a4a',
  frames: ['#fcfdfe', '#f3f6fa'],
  types: {
    actor: '#7a5af0',
    system: '#2f6bea',
    app: '#0f8f83',
    component: '#1483c4',
    store: '#c26a12',
    group: '#64748b',
    area: '#64748b',
    root: '#475569',
  },
  named: {
    blue: '#3b82f6',
    green: '#1f9d61',
    yellow: '#e0b100',
    orange: '#ee7a18',
    red: '#e0444a',
    beaver: '#9f8170',
    'dark-blue': '#1e3a8a',
    purple: '#8b5cf6',
    pink: '#e84a9a',
    white: '#dfe4ec',
    grey: '#8a96a8',
    black: '#1f2937',
  },
};

const DARK: Palette = {
  canvas: '#10151e',
  surface: '#1b2330',
  text: '#f0f3f8',
  body: '#c3ccd9',
  muted: '#98a4b5',
  hairline: '#323d4e',
  edge: '#8592a6',
  neutral: '#7d899b',
  flow: '#a5a0ff',
  shadow: '#000000',
  frames: ['#151b26', '#1a212d'],
  types: {
    actor: '#a48bff',
    system: '#6d9dff',
    app: '#3fc0b2',
    component: '#54b4ee',
    store: '#eba24f',
    group: '#8b98ab',
    area: '#8b98ab',
    root: '#a3aebd',
  },
  named: {
    blue: '#5b9bff',
    green: '#45c486',
    yellow: '#f0c93a',
    orange: '#ff9a45',
    red: '#f4696e',
    beaver: '#bb9f8e',
    'dark-blue': '#5877d8',
    purple: '#a98bff',
    pink: '#f572b4',
    white: '#f0f3f8',
    grey: '#8d99ab',
    black: '#4a5567',
  },
};

export const palette = (theme: Theme): Palette => (theme === 'dark' ? DARK : LIGHT);

/** Colour of the service's colour name in this theme; grey for an unrecognized name. */
function namedColor(colors: Palette, name: string): string {
  return (Object.hasOwn(colors.named, name) ? colors.named[name] : undefined) ?? colors.neutral;
}

/**
 * Dash patterns of outlines and lines that are not live. With the colours of the statuses they show a status without
 * text, also where a tab or a flow determines the colour.
 */
const DASHES: Readonly<Record<Status, string>> = {
  live: '',
  future: '7 5',
  deprecated: '14 4 3 4',
  removed: '2 4',
};

/** Attribute for the outline of a node or line of this status. */
export const statusDash = (status: Status): string =>
  DASHES[status] === '' ? '' : ` stroke-dasharray="${DASHES[status]}"`;

const statusColor = (colors: Palette, status: Status): string =>
  namedColor(colors, STATUS_KEYS[status].color);

/** Colour of a text that shows a status. */
export const statusText = (colors: Palette, status: Status, ground: string): string =>
  readable(mix(statusColor(colors, status), colors.text, 0.6), ground, 4.6);

/** Colours of one card or frame. */
interface Tint {
  /** Solid colour, for the icon tile. */
  solid: string;
  onSolid: string;
  fill: string;
  border: string;
}

/** Colours of a node: the tab's, otherwise its type's; grey if it is external or has no value in a coloured picture. */
export function tintOf(colors: Palette, node: SceneNode, colored: boolean): Tint {
  const type = node.type === 'area' ? (node.kind ?? 'area') : node.type;
  const plain = colored || node.external || node.status === 'removed' ? colors.neutral : colors.types[type];
  const solid = node.accent === undefined ? plain : namedColor(colors, node.accent);
  const strength = node.accent === undefined ? (node.external ? 0.07 : 0.06) : 0.11;
  const isMarked = node.status !== 'live' && node.accent === undefined;
  const line = isMarked ? statusColor(colors, node.status) : solid;
  return {
    solid,
    onSolid: contrast('#ffffff', solid) >= 3 ? '#ffffff' : '#10151e',
    // A future node is hollow.
    fill: node.status === 'future' && isMarked ? colors.surface : mix(solid, colors.surface, strength),
    border: mix(readable(line, colors.canvas, 3), colors.surface, borderStrength(node)),
  };
}

function borderStrength({ accent, isSubject, status }: SceneNode): number {
  if (isSubject || status !== 'live') return 1;
  return accent === undefined ? 0.55 : 0.85;
}

export function chipColors(colors: Palette, name: string): { fill: string; text: string; dot: string } {
  const solid = namedColor(colors, name);
  const fill = mix(solid, colors.surface, 0.24);
  return { fill, text: readable(mix(solid, colors.text, 0.45), fill, 4.6), dot: readable(solid, fill, 2) };
}

/** Colour of a line: a flow's, the tab's, its status's, or the default. */
export function edgeColor(colors: Palette, edge: SceneEdge): string {
  if (edge.stepNumbers.length > 0) return colors.flow;
  if (edge.accent !== undefined) return readable(namedColor(colors, edge.accent), colors.canvas, 2.2);
  return edge.status === 'live' ? colors.edge : mix(statusColor(colors, edge.status), colors.edge, 0.6);
}

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Mixes `amount` (0 to 1) of `color` into `base`, both `#rrggbb`. */
function mix(color: string, base: string, amount: number): string {
  const under = parse(base);
  const channels = parse(color).map((channel, i) =>
    Math.round(channel * amount + (under[i] ?? 0) * (1 - amount)),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const linear = parse(hex).map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/**
 * Moves the colour towards black or white, whichever contrasts more with the background, until it reaches the contrast
 * ratio.
 */
function readable(color: string, background: string, ratio: number): string {
  const far = contrast('#ffffff', background) > contrast('#000000', background) ? '#ffffff' : '#000000';
  for (let amount = 0; amount < 1; amount += 0.05) {
    const candidate = mix(far, color, amount);
    if (contrast(candidate, background) >= ratio) return candidate;
  }
  return far;
}

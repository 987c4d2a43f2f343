import type { NodeType } from './scene.js';

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
export function glyph(type: NodeType, color: string, size: number): string {
  return `<g transform="scale(${size / 24})">${stroke(PATHS[type], color)}</g>`;
}

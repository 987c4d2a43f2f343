import { editDistance } from '../../base/suggest.js';
import { namesOf, type Technology } from './visible.js';

/** Edit distance of a technology from a search text; 0 is an exact name. Undefined if it does not match. */
function distance(technology: Technology, wanted: string): number | undefined {
  const names = namesOf(technology);
  if (names.includes(wanted)) return 0;
  if (names.some((name) => name.startsWith(wanted))) return 1;
  const words = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u));
  if (words.some((word) => word.startsWith(wanted))) return 2;
  if (names.some((name) => name.includes(wanted))) return 3;
  // Tolerates typos in at most a third of the letters of the name or of one of its words.
  const most = Math.floor(wanted.length / 3);
  const nearest = Math.min(...[...names, ...words].map((it) => editDistance(wanted, it)));
  if (nearest <= most) return 3 + nearest;
  const description = String(technology.description ?? '').toLowerCase();
  return wanted.length > 2 && description.includes(wanted) ? 100 : undefined;
}

/** Technologies that match a search text, nearest first (docs/service.md#catalog); all of them if the text is blank. */
export function search<T extends { doc: Technology }>(rows: readonly T[], text: string | undefined): T[] {
  const wanted = text?.trim().toLowerCase() ?? '';
  if (wanted === '') return [...rows];
  return rows
    .flatMap((row) => {
      const far = distance(row.doc, wanted);
      return far === undefined ? [] : [{ row, far }];
    })
    .sort((a, b) => a.far - b.far)
    .map(({ row }) => row);
}

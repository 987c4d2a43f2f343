import { createHash } from 'node:crypto';

/** Device names on Windows, with any extension. */
const RESERVED_NAMES = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i;
const MAX_NAME_BYTES = 120;
/**
 * Separators, characters that some file systems forbid, and invisible characters, which would make two names look
 * alike.
 */
const UNFIT = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800/\\:*?"<>|]+/gu;

/**
 * Converts a name to a file name that is valid on every file system: no separators, control characters or trailing
 * dots.
 */
export function safeFileName(name: string, fallback: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(UNFIT, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .replace(RESERVED_NAMES, '$1_');
  const short = cut(cleaned, MAX_NAME_BYTES).replace(/[-.]+$/, '');
  return short === '' ? fallback : short;
}

function cut(text: string, maxBytes: number): string {
  let short = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    short += character;
  }
  return short;
}

/**
 * Distinct file names by id. No two are the same on a file system that ignores case, Unicode composition or removed
 * characters. All names that collide get a part of their id, so that a name does not depend on the order.
 */
export function distinctFileNames(things: readonly { id: string; name: string }[]): Map<string, string> {
  const stems = new Map(things.map(({ id, name }) => [id, safeFileName(name, safeFileName(id, 'unnamed'))]));
  const pieces = new Map([...stems.keys()].map((id) => [id, 0]));
  const nameOf = (id: string): string => withPiece(stems.get(id) ?? '', id, pieces.get(id) ?? 0);
  for (;;) {
    const clashing = clashes([...stems.keys()], nameOf).filter((id) => pieces.get(id) !== MOST_PIECES);
    if (clashing.length === 0) return new Map([...stems.keys()].map((id) => [id, nameOf(id)]));
    for (const id of clashing) pieces.set(id, (pieces.get(id) ?? 0) + 1);
  }
}

const MOST_PIECES = 2;

/** Appends the first characters of the id, or of its digest if that is not unique. */
function withPiece(stem: string, id: string, pieces: number): string {
  if (pieces === 0) return stem;
  const piece =
    pieces === 1 ? cut(safeFileName(id, ''), 8) : createHash('sha256').update(id).digest('hex').slice(0, 16);
  return `${stem}-${piece}`;
}

/** Ids whose file names collide on some file system. */
function clashes(ids: readonly string[], nameOf: (id: string) => string): string[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    // Converts to upper and lower case, because ß and ſ have several counterparts.
    const key = nameOf(id).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
    const group = groups.get(key) ?? [];
    group.push(id);
    groups.set(key, group);
  }
  return [...groups.values()].filter((group) => group.length > 1).flat();
}

import { createHash } from 'node:crypto';

/** Device names on Windows, with any extension. */
const RESERVED_NAMES = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i;
const MAX_NAME_BYTES = 120;
/**
 * Separators, characters that some file systems forbid, and invisible characters, which would make two names look
 * alike.
 */
const INVALID_CHARACTERS = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800/\\:*?"<>|]+/gu;

/**
 * Converts a name to a file name that is valid on every file system: no separators, control characters or trailing
 * dots.
 */
export function safeFileName(name: string, fallback: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(INVALID_CHARACTERS, '-')
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
 * Distinct file names by id. They stay distinct on file systems that ignore case or normalize Unicode. Every name
 * that collides gets a part of its id, so that names do not depend on the input order.
 */
export function distinctFileNames(items: readonly { id: string; name: string }[]): Map<string, string> {
  const stems = new Map(items.map(({ id, name }) => [id, safeFileName(name, safeFileName(id, 'unnamed'))]));
  const suffixLevel = new Map([...stems.keys()].map((id) => [id, 0]));
  const nameOf = (id: string): string => withSuffix(stems.get(id) ?? '', id, suffixLevel.get(id) ?? 0);
  for (;;) {
    const colliding = collisions([...stems.keys()], nameOf).filter(
      (id) => suffixLevel.get(id) !== MAX_SUFFIX_LEVEL,
    );
    if (colliding.length === 0) return new Map([...stems.keys()].map((id) => [id, nameOf(id)]));
    for (const id of colliding) suffixLevel.set(id, (suffixLevel.get(id) ?? 0) + 1);
  }
}

const MAX_SUFFIX_LEVEL = 2;

/** Appends the first characters of the id, or of its digest if that is not unique. */
function withSuffix(stem: string, id: string, suffixLevel: number): string {
  if (suffixLevel === 0) return stem;
  const suffix =
    suffixLevel === 1
      ? cut(safeFileName(id, ''), 8)
      : createHash('sha256').update(id).digest('hex').slice(0, 16);
  return `${stem}-${suffix}`;
}

/** Ids whose file names collide on some file system. */
function collisions(ids: readonly string[], nameOf: (id: string) => string): string[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    // Folds case in both directions, because ß and ſ have several counterparts.
    const key = nameOf(id).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
    const group = groups.get(key) ?? [];
    group.push(id);
    groups.set(key, group);
  }
  return [...groups.values()].filter((group) => group.length > 1).flat();
}

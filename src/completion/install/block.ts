import { usageError } from '../../base/errors.js';

/**
 * A marked block in a user's file such as `.bashrc`. Never touches anything outside the marks; removing the block
 * restores the file byte for byte.
 */
const BEGIN = '# >>> archctl completion >>>';
const END = '# <<< archctl completion <<<';

/** Flags in the first mark: the file was created for the block, or did not end with a newline. */
const NEW_FILE = ' (new file)';
const NO_NEWLINE = ' (no line feed before)';

const BLOCK = new RegExp(
  `^${BEGIN}(${escaped(NEW_FILE)}|${escaped(NO_NEWLINE)})?\\r?\\n(?:(?!^${BEGIN})[^])*?^${END}\\r?(?:\\n|$)`,
  'm',
);

function escaped(text: string): string {
  return text.replace(/[()]/g, '\\$&');
}

/** Adds or replaces the block. `undefined` stands for a missing file. */
export function withBlock(content: string | undefined, body: string, path: string): string {
  const found = find(content ?? '', path);
  if (found) return replaced(content ?? '', found, render(body, found.remembered));
  if (content === undefined) return render(body, NEW_FILE);
  const isOpen = content !== '' && !content.endsWith('\n');
  return isOpen ? `${content}\n${render(body, NO_NEWLINE)}` : content + render(body, '');
}

/** Removes the block; undefined if the file was created for it and contains nothing else. */
export function withoutBlock(content: string, path: string): string | undefined {
  const found = find(content, path);
  if (!found) return content;
  const { remembered, start, length } = found;
  const isLast = start + length === content.length;
  const isAdded = remembered === NO_NEWLINE && isLast && content[start - 1] === '\n';
  const rest = replaced(content, isAdded ? { ...found, start: start - 1, length: length + 1 } : found, '');
  if (remembered === NEW_FILE && rest === '') return undefined;
  // A start-up file assembled from several may contain the block more than once.
  return withoutBlock(rest, path);
}

interface Found {
  start: number;
  length: number;
  remembered: string;
}

function find(content: string, path: string): Found | undefined {
  const match = BLOCK.exec(content);
  if (match) return { start: match.index, length: match[0].length, remembered: match[1] ?? '' };
  if (content.includes(BEGIN)) {
    throw usageError(`${path} contains the start of archctl's block but not its end.`, {
      hint: `Remove the line "${BEGIN}" and the lines of the block. Nothing was changed.`,
    });
  }
  return undefined;
}

const render = (body: string, remembered: string): string =>
  `${BEGIN}${remembered}\n# "archctl completion uninstall" takes this away.\n${body}${END}\n`;

const replaced = (content: string, { start, length }: Found, text: string): string =>
  content.slice(0, start) + text + content.slice(start + length);

// Texts of comments and issues. Markdown of archctl is escaped already; other texts are put into code blocks.

/** Limit of GitHub; GitLab accepts more. */
const MAX_CHARACTERS = 65_536;

/**
 * Invisible first line that identifies a comment or an issue of this action: of which job and model. Another job has another
 * id, so it never takes over this one's comment, although both may have the same token's user.
 */
export const markerOf = (kind, name, jobId) => `<!-- archctl:${kind}:${name}:${encoded(jobId)} -->`;

/** The characters of a URL component, without the end of an HTML comment. */
const encoded = (text) => encodeURIComponent(text).replaceAll('--', '-%2D');

/** A code block that its text cannot end. Characters that could mislead readers are removed. */
export function codeBlock(text) {
  const clean = text.replace(/[^\P{C}\n\t]/gu, '').trimEnd();
  const longest = Math.max(2, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${clean}\n${fence}\n`;
}

/**
 * Joins the parts within the limit of a comment. Parts that do not fit are cut at a line outside of code blocks, and a note
 * names what is missing.
 *
 * @param {{ title: string, text: string, more: string }[]} parts `more` states where the whole part is.
 */
export function commentOf({ marker, head, parts, foot, limit = MAX_CHARACTERS }) {
  const open = [marker, '', head, '', ''].join('\n');
  const close = `${foot}\n`;
  const notes = parts.map(({ title, text, more }) => noteOf(title, text.split('\n').length, more).length);
  let remaining = notes.reduce((rest, length) => rest - length, limit - open.length - close.length);
  const written = parts.map(({ title, text, more }) => {
    const whole = `${text.trimEnd()}\n\n`;
    const kept = whole.length <= remaining ? whole : safePrefix(text, remaining);
    remaining -= kept.length;
    if (kept === whole) return whole;
    const cut = text.slice(kept.length).split('\n');
    return `${kept}${noteOf(title, cut.filter((line) => line.trim() !== '').length, more)}`;
  });
  return `${open}${written.join('')}${close}`;
}

const noteOf = (title, lines, more) =>
  `\n_${title}: ${lines} ${lines === 1 ? 'line' : 'lines'} left out because of the size limit of comments. ${more}_\n\n`;

/** Longest prefix of whole lines that does not end within a code block. */
function safePrefix(text, limit) {
  let fence = '';
  let end = 0;
  let safe = 0;
  for (const line of text.split('\n')) {
    end += line.length + 1;
    const [mark = ''] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '') fence = mark.trim();
    else if (mark !== '' && line.trim().startsWith(fence)) fence = '';
    if (end > limit) break;
    if (fence === '') safe = end;
  }
  return text.slice(0, safe);
}

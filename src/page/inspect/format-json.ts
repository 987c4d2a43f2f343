const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;

/**
 * Indents JSON without changing its tokens, so that numbers and escapes stay as received. Undefined if the text is not
 * JSON. Stops after about `limit` characters: deep nesting would multiply the length.
 */
export function formatJson(text: string, limit: number): { text: string; isCut: boolean } | undefined {
  if (!isJson(text)) return undefined;
  let out = '';
  let depth = 0;
  let isEmpty = false;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(TOKENS)) {
    if (out.length > limit) return { text: out.slice(0, limit), isCut: true };
    if (token === '}' || token === ']') {
      depth--;
      out += isEmpty ? token : newLine() + token;
      isEmpty = false;
      continue;
    }
    if (isEmpty) out += newLine();
    isEmpty = token === '{' || token === '[';
    if (isEmpty) depth++;
    out += token === ':' ? ': ' : token;
    if (token === ',') out += newLine();
  }
  return { text: out, isCut: false };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { isNode, LineCounter, parseDocument } from 'yaml';

/** Finds lines in a JSON or YAML text: the line of a key path, or of its nearest existing parent, from 1. */
export function linesOf(text: string): (keys: (string | number)[]) => number | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  return (keys) => {
    for (let length = keys.length; length > 0; length -= 1) {
      const node = document.getIn(keys.slice(0, length), true);
      if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
    }
    return undefined;
  };
}

import { isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml';

/**
 * Finds lines in a JSON or YAML text: the line of the last key of a path, or of its nearest existing parent, from 1.
 */
export function linesOf(text: string): (keys: (string | number)[]) => number | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const nodeAt = (keys: (string | number)[]): Node | undefined => {
    const parent = document.getIn(keys.slice(0, -1), true);
    const node = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === keys.at(-1))?.key
      : document.getIn(keys, true);
    return isNode(node) ? node : undefined;
  };
  return (keys) => {
    for (let length = keys.length; length > 0; length -= 1) {
      const range = nodeAt(keys.slice(0, length))?.range;
      if (range) return lineCounter.linePos(range[0]).line;
    }
    return undefined;
  };
}

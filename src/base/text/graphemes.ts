/** Created on demand: loading the segmenter takes longer than formatting a list. */
let segmenter: Intl.Segmenter | undefined;

/** Length of the parts that are segmented at once: the segmenter takes quadratic time. */
const SEGMENTED = 1_000;

/**
 * Graphemes of a text; one that is longer than a part is cut. A generator, because an array would take a hundred times the
 * text's memory.
 */
export function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + SEGMENTED, text.length);
    // Surrogate pairs stay whole.
    if (to < text.length && /[\ud800-\udbff]/.test(text.charAt(to - 1))) to -= 1;
    let last = '';
    for (const { segment } of segmenter.segment(text.slice(from, to))) {
      if (last !== '') yield last;
      last = segment;
    }
    // The last one may continue, so the next part starts with it.
    const isCut = to < text.length && last.length < to - from;
    if (!isCut) yield last;
    from = isCut ? to - last.length : to;
  }
}

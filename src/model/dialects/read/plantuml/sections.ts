import type { SourceFile } from '../../../document/read.js';
import { blocksOf } from '../pictures/blocks.js';
import { lineEnd, type Source } from '../pictures/source.js';

/** Diagrams of a file: between `@startuml` and `@enduml`. */

export interface Section extends Source {
  /** `uml`, `mindmap`, `json` …; empty without a start line. */
  kind: string;
  /** Text after `@startuml`. */
  name: string;
  /** Markdown heading above it. */
  heading?: string | undefined;
  /** Position of its first line. */
  begin: number;
  isClosed: boolean;
}

const START = /[ \t\uFEFF]*@start(\w{1,40})[ \t]*(.*)/y;
const END = /[ \t]*@end\w{1,40}/y;

/** Sections of a file, fenced or not. */
export function sectionsOf(file: SourceFile): Section[] {
  return blocksOf(file, ['plantuml', 'plant-uml', 'puml', 'c4plantuml']).flatMap(({ from, to, heading }) => {
    const found = sectionsIn({ file: file.path, text: file.text, from, to });
    return found.map((it) => ({ ...it, heading }));
  });
}

/** Sections of a range of a file; the whole range without a start line. */
export function sectionsIn(source: Source): Section[] {
  const { text, from, to } = source;
  const sections: Section[] = [];
  let open: Omit<Section, 'to' | 'isClosed'> | undefined;
  for (let at = from; at < to; ) {
    const end = Math.min(lineEnd(text, at), to);
    START.lastIndex = at;
    const start = START.exec(text);
    if (start) {
      if (open) sections.push({ ...open, to: at, isClosed: false });
      const name = (start[2] ?? '').trim().replace(/^\(?(?:id=)?["']?|["']?\)?$/g, '');
      open = {
        ...source,
        kind: (start[1] ?? '').toLowerCase(),
        name: name.slice(0, 200),
        begin: at,
        from: end,
      };
    } else if (open) {
      END.lastIndex = at;
      if (END.test(text)) {
        sections.push({ ...open, to: at, isClosed: true });
        open = undefined;
      }
    }
    at = end + 1;
  }
  if (open) sections.push({ ...open, to, isClosed: false });
  if (sections.length > 0) return sections;
  return [{ ...source, kind: '', name: '', begin: from, isClosed: true }];
}

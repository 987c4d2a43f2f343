import { num } from './geometry.js';
import { measure } from './text.js';

/** A line of text of a picture, in the picture's pixels. */
export interface TextRun {
  text: string;
  x: number;
  /** Of the baseline. */
  y: number;
  size: number;
  width: number;
}

const TAGS = /<g([^>]*)>|<\/g>|<text ([^>]*)>([^<]*)<\/text>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];

/** The text of a picture that drawSvg made, where it stands: what makes a page searchable. */
export function textRuns(svg: string): TextRun[] {
  const runs: TextRun[] = [];
  const stack = [{ x: 0, y: 0, k: 1 }];
  for (const [tag, group, attributes, content] of svg.matchAll(TAGS)) {
    const at = stack.at(-1) ?? { x: 0, y: 0, k: 1 };
    if (tag === '</g>') stack.pop();
    else if (group !== undefined) {
      const transform = attribute(group, 'transform') ?? '';
      const [, dx, dy] = /translate\((\S+) (\S+)\)/.exec(transform) ?? [];
      const [, k] = /scale\((\S+)\)/.exec(transform) ?? [];
      stack.push({
        x: at.x + at.k * Number(dx ?? 0),
        y: at.y + at.k * Number(dy ?? 0),
        k: at.k * Number(k ?? 1),
      });
    } else if (attributes !== undefined && content) {
      const text = content.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
      const value = (name: string) => Number(attribute(attributes, name) ?? 0);
      const weight = attribute(attributes, 'font-weight') === '600' ? 600 : 400;
      const width = measure(text, { size: value('font-size'), weight });
      const x = attribute(attributes, 'text-anchor') === 'middle' ? value('x') - width / 2 : value('x');
      const place = { x: at.x + at.k * x, y: at.y + at.k * value('y') };
      runs.push({ text, ...place, size: at.k * value('font-size'), width: at.k * width });
    }
  }
  return runs;
}

const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('');

/** PDF operators that lay the runs invisibly over a picture whose top left is at (x, y), `k` points per pixel. */
export function invisibleText(runs: readonly TextRun[], x: number, y: number, k: number): string {
  const lines = runs.map((run) => {
    // Each code of TEXT_FONT is half an em wide; the line is stretched to the width it has in the picture.
    const stretch = (run.width / (run.text.length * 0.5 * run.size)) * 100;
    const place = `${num(x + run.x * k)} ${num(y - run.y * k)}`;
    return `/T ${num(run.size * k)} Tf ${num(stretch)} Tz 1 0 0 1 ${place} Tm <${utf16(run.text)}> Tj`;
  });
  return lines.length > 0 ? `BT 3 Tr ${lines.join('\n')} ET` : '';
}

/** Says that a code of the text font is the UTF-16 unit it stands for. */
export const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapType 2 def /CMapName /Identity-UTF16 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap end end`;

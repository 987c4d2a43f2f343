import { num } from './geometry.js';
import { measure } from './text.js';

/** Line of text in a picture, in the picture's pixels. */
export interface TextRun {
  text: string;
  x: number;
  /** Position of the baseline. */
  y: number;
  size: number;
  width: number;
}

const TAGS = /<g([^>]*)>|<\/g>|<text ([^>]*)>([^<]*)<\/text>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];

/** Extracts the text of a picture created by drawSvg, with positions, to make a PDF page searchable. */
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

/** PDF operators for invisible text over a picture whose top left corner is at (x, y), `k` points per pixel. */
export function invisibleText(runs: readonly TextRun[], x: number, y: number, k: number): string {
  const lines = runs.map((run) => {
    // Each character of TEXT_FONT is half an em wide, so the line is stretched to its width in the picture.
    const stretch = (run.width / (run.text.length * 0.5 * run.size)) * 100;
    const place = `${num(x + run.x * k)} ${num(y - run.y * k)}`;
    return `/T ${num(run.size * k)} Tf ${num(stretch)} Tz 1 0 0 1 ${place} Tm <${utf16(run.text)}> Tj`;
  });
  return lines.length > 0 ? `BT 3 Tr ${lines.join('\n')} ET` : '';
}

/** CMap that maps each code of the text font to the same UTF-16 unit. */
export const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapType 2 def /CMapName /Identity-UTF16 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap end end`;

import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { num } from './geometry.js';
import { invisibleText, TO_UNICODE, textRuns } from './pdf-text.js';
import { PdfWriter, pdfDate, pdfString } from './pdf-writer.js';
import { type Pixels, pixelRows } from './pixel-rows.js';
import { rasterize, svgSize } from './png.js';
import { clean } from './text.js';

/** One diagram of the document. */
export interface PdfPage {
  /** Title of the page in the outline. */
  title: string;
  svg: string;
}

export interface PdfOptions {
  /** Directory of the bundled fonts. */
  fontDir: string;
  /** Title of the document. Default: the title of the first page. */
  title?: string;
  /** Creation time. Default: none, so that equal input gives equal bytes. */
  createdAt?: Date;
  /** Pixels per SVG pixel. Default: 2, less for very large pictures. */
  scale?: number;
  systemFonts?: boolean;
  /** Orientation of the A4 pages. Default: landscape. */
  orientation?: 'portrait' | 'landscape';
  /** Stops between two pages. */
  signal?: AbortSignal;
}

const A4 = {
  landscape: { width: 841.89, height: 595.28 },
  portrait: { width: 595.28, height: 841.89 },
};
const MARGIN = 18;
/** Points per pixel of a picture at its natural size. */
const NATURAL_SCALE = 0.75;
/** Minimum readable scale on A4; smaller pictures get a page of their own size. */
const MIN_SCALE = 0.42;
const LARGEST_PAGE = 14_400;
const MAX_PIXELS = 24_000_000;

const pack = promisify<Uint8Array, Buffer>(deflate);

/**
 * Writes a PDF with one page per picture, in order: A4 if the picture is readable on it, otherwise a page of the
 * picture's size. Pages are images with invisible text on top, so they can be searched. Throws without pages.
 */
export async function toPdf(pages: readonly PdfPage[], options: PdfOptions): Promise<Uint8Array> {
  const [first] = pages;
  if (!first) throw new Error('A PDF needs at least one page.');
  const pdf = new PdfWriter();
  const [tree, outline] = [pdf.reserve(), pdf.reserve()];
  const font = addTextFont(pdf);
  const numbers: number[] = [];
  for (const page of pages) {
    options.signal?.throwIfAborted();
    numbers.push(await addPage(pdf, page, { tree, font }, options));
  }
  pdf.add(
    `<< /Type /Pages /Kids [${numbers.map((n) => `${n} 0 R`).join(' ')}] /Count ${numbers.length} >>`,
    tree,
  );
  addOutline(pdf, pages, numbers, outline);
  const title = pdfString(clean(options.title ?? first.title));
  const created = options.createdAt ? ` /CreationDate ${pdfDate(options.createdAt)}` : '';
  const info = pdf.add(`<< /Title ${title} /Producer (archctl)${created} >>`);
  const view = '/ViewerPreferences << /DisplayDocTitle true >>';
  const catalog = pdf.add(`<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${outline} 0 R ${view} >>`);
  return pdf.finish(catalog, info);
}

async function addPage(
  pdf: PdfWriter,
  { svg }: PdfPage,
  shared: { tree: number; font: number },
  { fontDir, scale = 2, systemFonts = false, orientation = 'landscape' }: PdfOptions,
): Promise<number> {
  const size = svgSize(svg);
  const most = size ? Math.sqrt(MAX_PIXELS / (size.width * size.height)) : scale;
  const raster = await rasterize(svg, { fontDir, scale: Math.min(scale, most), systemFonts });
  const { width, height } = size ?? raster;
  const paper = A4[orientation];
  const fit = Math.min(
    (paper.width - 2 * MARGIN) / width,
    (paper.height - 2 * MARGIN) / height,
    NATURAL_SCALE,
  );
  const own = Math.min(NATURAL_SCALE, LARGEST_PAGE / Math.max(width, height));
  const k = fit >= MIN_SCALE ? fit : own;
  const page = fit >= MIN_SCALE ? paper : { width: width * k, height: height * k };
  const [x, y] = [(page.width - width * k) / 2, (page.height - height * k) / 2];

  const image = await addImage(pdf, raster);
  const [red, green, blue] = Array.from(raster.pixels.subarray(0, 3), (channel) =>
    (channel / 255).toFixed(4),
  );
  const content = [
    `${red} ${green} ${blue} rg 0 0 ${num(page.width)} ${num(page.height)} re f`,
    `q ${num(width * k)} 0 0 ${num(height * k)} ${num(x)} ${num(y)} cm /I Do Q`,
    invisibleText(textRuns(svg), x, y + height * k, k),
  ].join('\n');
  const body = pdf.addStream('/Filter /FlateDecode', await pack(Buffer.from(content, 'latin1')));
  const resources = `<< /XObject << /I ${image} 0 R >> /Font << /T ${shared.font} 0 R >> >>`;
  const box = `[0 0 ${num(page.width)} ${num(page.height)}]`;
  return pdf.add(
    `<< /Type /Page /Parent ${shared.tree} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${body} 0 R >>`,
  );
}

async function addImage(pdf: PdfWriter, picture: Pixels): Promise<number> {
  const { width, height } = picture;
  const decode = `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /Columns ${width} >>`;
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
  return pdf.addStream(`${entries} ${decode}`, await pack(pixelRows(picture)));
}

/** Invisible font that only maps positions to characters. */
function addTextFont(pdf: PdfWriter): number {
  const unicode = pdf.addStream('', TO_UNICODE);
  const descriptor = pdf.add(
    '<< /Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontBBox [0 -200 500 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  );
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  const cid = pdf.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica ${system} /FontDescriptor ${descriptor} 0 R /DW 500 >>`,
  );
  return pdf.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H /DescendantFonts [${cid} 0 R] /ToUnicode ${unicode} 0 R >>`,
  );
}

function addOutline(
  pdf: PdfWriter,
  pages: readonly PdfPage[],
  numbers: readonly number[],
  outline: number,
): void {
  const items = pages.map(() => pdf.reserve());
  for (const [i, page] of pages.entries()) {
    const [previous, next] = [items[i - 1], items[i + 1]];
    const links = `${previous ? ` /Prev ${previous} 0 R` : ''}${next ? ` /Next ${next} 0 R` : ''}`;
    const target = `/Dest [${numbers[i]} 0 R /Fit]`;
    pdf.add(
      `<< /Title ${pdfString(clean(page.title))} /Parent ${outline} 0 R ${target}${links} >>`,
      items[i],
    );
  }
  pdf.add(
    `<< /Type /Outlines /First ${items[0]} 0 R /Last ${items.at(-1)} 0 R /Count ${items.length} >>`,
    outline,
  );
}

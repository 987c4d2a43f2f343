import { Buffer } from 'node:buffer';

/** Writes the objects of a PDF file and its cross-reference table (ISO 32000-1, 7.5). */
export class PdfWriter {
  readonly #chunks: Buffer[] = [];
  readonly #offsets: number[] = [];
  #length = 0;

  constructor() {
    this.#push('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n');
  }

  /** Reserves a number for an object that is written later. */
  reserve(): number {
    return this.#offsets.push(0);
  }

  /** Writes an object, under a reserved number if given; returns its number. */
  add(body: string, number = this.reserve()): number {
    this.#offsets[number - 1] = this.#length;
    this.#push(`${number} 0 obj\n${body}\nendobj\n`);
    return number;
  }

  /** Writes a stream; `entries` are its dictionary entries other than the length. */
  addStream(entries: string, data: Uint8Array | string): number {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    const number = this.reserve();
    this.#offsets[number - 1] = this.#length;
    this.#push(`${number} 0 obj\n<< ${entries} /Length ${bytes.length} >>\nstream\n`);
    this.#push(bytes);
    this.#push('\nendstream\nendobj\n');
    return number;
  }

  /** Returns the complete file. */
  finish(catalog: number, info: number): Uint8Array {
    const start = this.#length;
    const rows = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    const size = this.#offsets.length + 1;
    this.#push(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`);
    this.#push(
      `trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    );
    return Buffer.concat(this.#chunks);
  }

  #push(data: string | Uint8Array): void {
    const chunk = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data);
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }
}

/** Formats text as a PDF string: UTF-16 with a byte order mark, in hexadecimal. */
export function pdfString(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/** Formats a time as a PDF date, in UTC. */
export function pdfDate(time: Date): string {
  return `(D:${time.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z)`;
}

const ROW_BYTES = 16;

/** Bytes as rows of offset, hexadecimal and ASCII. */
export function hexDump(bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += ROW_BYTES) {
    const part = [...bytes.subarray(at, at + ROW_BYTES)];
    const hex = part.map((it) => it.toString(16).padStart(2, '0')).join(' ');
    const ascii = part.map((it) => (it >= 0x20 && it < 0x7f ? String.fromCharCode(it) : '.')).join('');
    rows.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(ROW_BYTES * 3 - 1)}  ${ascii}`);
  }
  return rows.join('\n');
}

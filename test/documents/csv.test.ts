import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible } from '../../src/base/text/escape.js';
import { connectionsCsv, objectsCsv } from '../../src/documents/index.js';
import { hostileText, modelOf } from './document-fixture.js';

/** Independent reader of RFC 4180 that accounts for every character. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, quoted, at]: [string[], string, boolean, number] = [[], '', false, 0];
  for (; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      row.push(cell);
      cell = '';
    } else if (sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      [row, cell] = [[], ''];
      at += 1;
    } else cell += sign;
  }
  expect({ row, cell, quoted }).toEqual({ row: [], cell: '', quoted: false });
  return rows;
}

/** Removes the apostrophe that protects a formula. */
const unguarded = (cell: string): string =>
  /^''*[\s"]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20\u2212]/.test(cell) ? cell.slice(1) : cell;
/** Text with control and invisible characters as visible escapes; line ends stay. */
const shown = (text: string): string =>
  text
    .split('\r\n')
    .map((line) => visible(line, { newline: 'keep' }))
    .join('\r\n');
/** Matches values that a spreadsheet would evaluate. */
const isFormula = (cell: string): boolean => /^[\s"]*[=+\-@]/.test(cell);

describe('CSV', () => {
  it('parses back to the same data, and contains no formula', () => {
    const some = fc.record({ name: hostileText, caption: hostileText, description: hostileText });
    fc.assert(
      fc.property(fc.array(some, { minLength: 1 }), (made) => {
        const objects = made.map((it, at) => ({ id: `o${at}`, ...it }));
        const [header = [], root, ...rows] = readCsv(objectsCsv(modelOf({ objects })));
        expect(root?.[0]).toBe('root');
        const cells = rows.map((row) =>
          Object.fromEntries(header.map((key, at) => [key, unguarded(row[at] ?? '')])),
        );
        expect(
          cells.map(({ id, name, caption, description }) => ({ id, name, caption, description })),
        ).toEqual(
          objects.map((it) =>
            Object.fromEntries(Object.entries(it).map(([key, text]) => [key, shown(text)])),
          ),
        );
        for (const row of rows) expect(row.filter(isFormula)).toEqual([]);
      }),
    );
  });

  it('has names beside the ids', () => {
    const objects = [
      { id: 'a', name: 'Shop', technologyIds: ['t'], tagIds: ['g', 'gone'], external: true },
      { id: 'b', name: 'Bank', links: { l: { id: 'l', index: 0, url: 'https://bank.test' } } },
    ];
    const connections = [
      { id: 'c', name: 'Pays', originId: 'a', targetId: 'b', viaId: null, direction: null, status: 'live' },
    ];
    const model = modelOf({
      objects,
      connections,
      tags: [{ id: 'g', name: 'Core' }],
      technologies: [{ id: 't', name: 'Rust' }],
    });
    const [, , shop] = readCsv(objectsCsv(model));
    expect(shop).toEqual([
      'a',
      'Shop',
      'system',
      'live',
      'true',
      '',
      '',
      'Domain',
      'root',
      '',
      '',
      'Rust',
      'Core; gone',
      '',
      '',
    ]);
    const [header, pays] = readCsv(connectionsCsv(model));
    expect(header?.slice(0, 8)).toEqual([
      'id',
      'name',
      'direction',
      'status',
      'originId',
      'origin',
      'targetId',
      'target',
    ]);
    expect(pays?.slice(0, 8)).toEqual(['c', 'Pays', '', 'live', 'a', 'Shop', 'b', 'Bank']);
  });
});

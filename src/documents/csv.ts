import { visible } from '../base/text/escape.js';
import { entriesOf, type Fields } from '../contract/doc.js';
import { exportedTexts, type FactsTable } from '../contract/fields/facts.js';
import { modelConnections } from '../contract/resources/model-connection.js';
import { modelObjects } from '../contract/resources/model-object.js';
import { type DocumentModel, namesOf, textOf } from './model.js';

/** Cells that a spreadsheet would evaluate, after any apostrophes: `=`, `+`, `-`, `@`, tabs and carriage returns. */
const FORMULA = /^'*[\s"]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20\u2212]/;

/** Escapes control and invisible characters; line feeds are kept. */
const line = (text: string): string => visible(text, { newline: 'keep' });

/**
 * Formats an RFC 4180 cell. Text that a spreadsheet would evaluate is prefixed with an apostrophe (OWASP, CSV
 * Injection). Text that already has such a prefix gets another one, so that no information is lost.
 */
function cell(value: string): string {
  const shown = value.split('\r\n').map(line).join('\r\n');
  const text = FORMULA.test(shown) ? `'${shown}` : shown;
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Columns of a table, by heading. */
export type Table<T> = Readonly<Record<string, (row: T) => string | readonly string[]>>;

/** Formats a table with a header; lists are joined by `;`. Lines end in CRLF, as in RFC 4180. */
export function toCsv<T>(columns: Table<T>, rows: readonly T[]): string {
  const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`;
  const cellText = (value: string | readonly string[]) =>
    typeof value === 'string' ? value : value.join('; ');
  const header = line(Object.keys(columns));
  return header + rows.map((row) => line(Object.values(columns).map((of) => cellText(of(row))))).join('');
}

const urlsOf = (links: unknown): string[] => entriesOf(links).map(([, { url }]) => textOf(url));

/** Columns of the text fields. */
const textColumns = (fields: FactsTable): Table<Fields> =>
  Object.fromEntries(exportedTexts(fields).map((name) => [name, (row) => textOf(row[name])]));

/** Model objects of a version, one per line. */
export function objectsCsv(model: DocumentModel): string {
  const names = namesOf(model.domains, model.objects, model.tags, model.teams, model.technologies);
  return toCsv<DocumentModel['objects'][number]>(
    {
      id: ({ id }) => id,
      name: ({ name }) => name,
      type: ({ type }) => type,
      status: ({ status }) => status,
      external: ({ external }) => String(external === true),
      ...textColumns(modelObjects.shape.fields),
      domain: ({ domainId }) => names.one(domainId),
      parentId: ({ parentId }) => textOf(parentId),
      parent: ({ parentId }) => names.one(parentId),
      groups: ({ groupIds }) => names.many(groupIds),
      technologies: ({ technologyIds }) => names.many(technologyIds),
      tags: ({ tagIds }) => names.many(tagIds),
      teams: ({ teamIds }) => names.many(teamIds),
      links: ({ links }) => urlsOf(links),
    },
    model.objects,
  );
}

/** Model connections of a version, one per line. */
export function connectionsCsv(model: DocumentModel): string {
  const names = namesOf(model.objects, model.tags, model.technologies);
  return toCsv<DocumentModel['connections'][number]>(
    {
      id: ({ id }) => id,
      name: ({ name }) => name,
      direction: ({ direction }) => direction ?? '',
      status: ({ status }) => status,
      originId: ({ originId }) => originId,
      origin: ({ originId }) => names.one(originId),
      targetId: ({ targetId }) => targetId,
      target: ({ targetId }) => names.one(targetId),
      viaId: ({ viaId }) => textOf(viaId),
      via: ({ viaId }) => names.one(viaId),
      ...textColumns(modelConnections.shape.fields),
      technologies: ({ technologyIds }) => names.many(technologyIds),
      tags: ({ tagIds }) => names.many(tagIds),
      links: ({ links }) => urlsOf(links),
    },
    model.connections,
  );
}

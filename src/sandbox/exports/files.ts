import type { Doc } from '../../contract/doc.js';
import { drawThumbnail } from '../../drawing/index.js';
import { FileResponse } from '../message.js';
import { notFound, Refusal } from '../refusal.js';
import type { Services } from '../services.js';
import { FILE_TYPES, type FileType } from '../store/exports.js';
import { sceneOf } from './picture.js';
import { type Pictured, thumbnailClaim } from './thumbnails.js';
import { readToken, sameText } from './tokens.js';

const TYPES: Readonly<Record<FileType, string>> = {
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  pdf: 'application/pdf',
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
};

/** Blocks scripts and content-type sniffing. */
export const UNTRUSTED_FILE_HEADERS = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
  'X-Content-Type-Options': 'nosniff',
};

const expired = () => new Refusal('gone', 'The file has expired.');

/** Serves `{token}.{type}` of an export without a key; the token cannot be guessed. */
export function exportFile(services: Services, id: string, file: string): FileResponse {
  const { store, now } = services;
  const [, token = '', extension = ''] = /^([0-9a-f]{64})\.(\w+)$/.exec(file) ?? [];
  const type = FILE_TYPES.find((it) => it === extension);
  const row = store.exports.get(id);
  if (!type || !row || !sameText(row.token, token)) throw notFound('The file');
  if (row.deleteAt <= now().toISOString()) throw expired();
  const data = store.exports.file(id, type);
  if (!data) throw notFound('The file');
  const filename = row.record.filename;
  const disposition =
    typeof filename === 'string' ? { 'Content-Disposition': attachment(filename, type) } : {};
  return new FileResponse(data, { ...UNTRUSTED_FILE_HEADERS, ...disposition, 'Content-Type': TYPES[type] });
}

function attachment(name: string, type: FileType): string {
  const plain = name.replace(/[^\w .-]/g, '_');
  const end = `.${type}`;
  return `attachment; filename="${plain.toLowerCase().endsWith(end) ? plain.slice(0, -end.length) : plain}${end}"`;
}

/** Thumbnail of a flow or diagram, rendered on request (docs/service.md#thumbnails). */
export async function thumbnailFile(services: Services, id: string, file: string): Promise<FileResponse> {
  const { records, settings } = services.store;
  const secret = settings.get('fileSecret') ?? '';
  const token = file.replace(/\.png$/, '');
  const until = (of: Pictured) => readToken(secret, thumbnailClaim(of, id), token);
  const of = PICTURED.find((it) => until(it) !== undefined);
  const doc: Doc | undefined = of && records.get(of, id);
  if (!of || !doc) throw notFound('The file');
  if (Number(until(of)) <= services.now().getTime()) throw expired();
  const found = sceneOf(records, {
    versionId: String(doc.versionId),
    organizationId: String(records.get('landscape', String(doc.landscapeId))?.organizationId),
    diagramId: of === 'diagram' ? id : String(doc.diagramId),
    options: of === 'flow' ? { flowId: id } : {},
  });
  if (!found) throw notFound('The file');
  const png = await drawThumbnail(found.scene, { fontDir: services.fontDir });
  return new FileResponse(png, { ...UNTRUSTED_FILE_HEADERS, 'Content-Type': TYPES.png });
}

const PICTURED: readonly Pictured[] = ['flow', 'diagram'];

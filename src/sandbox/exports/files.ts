import { drawFlowThumbnail } from '../../drawing/index.js';
import { notFound, Refusal } from '../refusal.js';
import type { Services } from '../services.js';
import { FILE_TYPES, type FileType } from '../store/exports.js';
import { sceneOf } from './picture.js';
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

/** Files are remote text too: no script in them may run, and nobody may guess another type. */
const HEADERS = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
};

const gone = () => new Refusal('gone', 'The file is past its time.');

/** `{token}.{type}` of an export, without a key: the token is what nobody can guess. */
export function exportFile(services: Services, id: string, file: string): Response {
  const { store, now } = services;
  const [, token = '', extension = ''] = /^([0-9a-f]{64})\.(\w+)$/.exec(file) ?? [];
  const type = FILE_TYPES.find((it) => it === extension);
  const row = store.exports.get(id);
  if (!type || !row || !sameText(row.token, token)) throw notFound('The file');
  if (row.deleteAt <= now().toISOString()) throw gone();
  const data = store.exports.file(id, type);
  if (!data) throw notFound('The file');
  const filename = row.record.filename;
  const disposition =
    typeof filename === 'string' ? { 'Content-Disposition': attachment(filename, type) } : {};
  return new Response(new Uint8Array(data), {
    headers: { ...HEADERS, ...disposition, 'Content-Type': TYPES[type] },
  });
}

function attachment(name: string, type: FileType): string {
  const plain = name.replace(/[^\w .-]/g, '_');
  const end = `.${type}`;
  return `attachment; filename="${plain.toLowerCase().endsWith(end) ? plain.slice(0, -end.length) : plain}${end}"`;
}

/** The thumbnail of a flow, drawn when it is asked for (docs/service.md#endpoints, endpoint 17). */
export async function thumbnailFile(services: Services, id: string, file: string): Promise<Response> {
  const { records, settings } = services.store;
  const secret = settings.get('fileSecret') ?? '';
  const expires = readToken(secret, `thumbnail ${id}`, file.replace(/\.png$/, ''));
  const flow = expires === undefined ? undefined : records.get('flow', id);
  if (expires === undefined || !flow) throw notFound('The file');
  if (expires <= services.now().getTime()) throw gone();
  const found = sceneOf(records, {
    versionId: String(flow.versionId),
    organizationId: String(records.get('landscape', String(flow.landscapeId))?.organizationId),
    diagramId: String(flow.diagramId),
    options: { flowId: id },
  });
  if (!found) throw notFound('The file');
  const png = await drawFlowThumbnail(found.scene, { fontDir: services.fontDir });
  return new Response(new Uint8Array(png), { headers: { ...HEADERS, 'Content-Type': TYPES.png } });
}

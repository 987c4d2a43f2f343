import type { Call } from '../call.js';
import { readUpload } from '../exports/read-upload.js';
import { LIFETIME, readToken, signToken } from '../exports/tokens.js';
import { FileResponse, type SandboxRequest } from '../message.js';
import { invalid, notFound, Refusal } from '../refusal.js';
import type { Services } from '../services.js';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

const secretOf = ({ store }: Services): string => store.settings.get('fileSecret') ?? '';

/** Returns an upload URL for one icon, valid for an hour. Without its query string it is the icon's own URL. */
export function signedIconUrl({ services, key, now, origin }: Call): string {
  const id = services.newId();
  services.store.records.put('catalogIcon', { id, organizationId: key.organizationId, data: null });
  const token = signToken(secretOf(services), `icon ${id}`, Date.parse(now) + LIFETIME);
  return `${origin}/files/icons/${id}.png?token=${token}`;
}

const idOf = (file: string): string => /^(\w+)\.png$/.exec(file)?.[1] ?? '';

/**
 * Stores an icon uploaded to a signed URL.
 *
 * @throws Refusal `not-found`; `gone` after the URL has expired; `invalid` if the body is not a PNG or is too large.
 */
export async function storeIcon(services: Services, file: string, request: SandboxRequest): Promise<object> {
  const id = idOf(file);
  const { records } = services.store;
  const token = request.url.searchParams.get('token') ?? '';
  const expires = readToken(secretOf(services), `icon ${id}`, token);
  const icon = expires === undefined ? undefined : records.get('catalogIcon', id);
  if (expires === undefined || !icon) throw notFound('The upload URL');
  if (expires <= services.now().getTime()) throw new Refusal('gone', 'The URL has expired.');
  const data = await readUpload(request);
  if (!data.subarray(0, PNG.length).equals(PNG)) throw invalid(['body: must be a PNG']);
  services.store.transaction(() => records.put('catalogIcon', { ...icon, data: data.toString('base64') }));
  return {};
}

/** An uploaded icon. It is public. */
export function iconFile({ store }: Services, file: string): FileResponse {
  const data = store.records.get('catalogIcon', idOf(file))?.data;
  if (!data) throw notFound('The icon');
  return new FileResponse(Buffer.from(data, 'base64'), {
    'Content-Type': 'image/png',
    'X-Content-Type-Options': 'nosniff',
  });
}

import type { Call } from '../call.js';
import { FileResponse, type SandboxRequest } from '../message.js';
import { invalid, notFound, Refusal } from '../refusal.js';
import type { Services } from '../services.js';
import { UNTRUSTED_FILE_HEADERS } from './files.js';
import { readUpload } from './read-upload.js';
import { LIFETIME, readToken, signToken } from './tokens.js';

/** Signed, expiring URLs of an organization's icons (docs/service.md#choices-of-the-sandbox). */

type Parameters = Readonly<Record<string, string>>;

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml; charset=utf-8',
};

const secretOf = ({ store }: Services): string => store.settings.get('fileSecret') ?? '';

/** Returns the signed base URL of an organization's icons: `{address}/{variant}/{icon}.{type}`. */
export function signedIconsUrl({ services, now, origin }: Call, organizationId: string): string {
  const token = signToken(secretOf(services), `icons ${organizationId}`, Date.parse(now) + LIFETIME);
  return `${origin}/files/icons/${organizationId}/${token}`;
}

/**
 * Returns a signed upload URL for one icon.
 *
 * @throws Refusal `invalid` for a type that is not an image type.
 */
export function signedUploadUrl({ services, now, origin }: Call, path: readonly string[]): string {
  const type = path.at(-1) ?? '';
  if (!Object.hasOwn(TYPES, type))
    throw invalid([`iconType: must be one of ${Object.keys(TYPES).join(', ')}`]);
  const token = signToken(secretOf(services), `icon ${path.join('/')}`, Date.parse(now) + LIFETIME);
  return `${origin}/files/icons/${path.map(encodeURIComponent).join('/')}/${token}`;
}

/** @throws Refusal `not-found` if the URL is not signed by this sandbox, `gone` if it has expired. */
function checkToken(services: Services, what: string, token = ''): void {
  const expires = readToken(secretOf(services), what, token);
  if (expires === undefined) throw notFound('The icon URL');
  if (expires <= services.now().getTime()) throw new Refusal('gone', 'The URL has expired.');
}

/** Stores an icon uploaded to a signed URL. */
export async function storeOrganizationIcon(
  services: Services,
  at: Parameters,
  request: SandboxRequest,
): Promise<object> {
  const { organization = '', variant = '', icon = '', type = '' } = at;
  checkToken(services, `icon ${[organization, variant, icon, type].join('/')}`, at.token);
  const data = await readUpload(request);
  const id = [organization, variant, `${icon}.${type}`].join('/');
  const { records } = services.store;
  const doc = { id, organizationId: organization, data: data.toString('base64') };
  services.store.transaction(() => records.put('organizationIcon', doc));
  return {};
}

/** An uploaded icon. */
export function organizationIconFile(services: Services, at: Parameters): FileResponse {
  const { organization = '', variant = '', file = '' } = at;
  checkToken(services, `icons ${organization}`, at.token);
  const icon = services.store.records.get('organizationIcon', [organization, variant, file].join('/'));
  if (!icon) throw notFound('The icon');
  const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return new FileResponse(Buffer.from(icon.data, 'base64'), {
    ...UNTRUSTED_FILE_HEADERS,
    'Content-Type': type,
  });
}

import type { RecordOf } from '../../contract/records.js';
import type { Call } from '../call.js';
import { membershipOf } from '../records/members.js';
import { notFound, Refusal } from '../refusal.js';
import { linkByShortId, type StoredLink } from './links.js';
import { basicPassword, isPassword } from './password.js';

/** The organization that shares. */
export function organizationOf({ services }: Call, link: StoredLink): RecordOf<'organization'> {
  const { records } = services.store;
  const landscape = records.get('landscape', link.landscapeId);
  const organization = landscape && records.get('organization', landscape.organizationId);
  if (!organization) throw notFound('The organization of the share link');
  return organization;
}

const unauthorized = (message: string, code: string): Refusal =>
  new Refusal('unauthorized', message, { code });

/**
 * The link that somebody visits, where they may (docs/service.md#share-link).
 * @throws Refusal `not-found` for an address that leads nowhere, `unauthorized` without the password of a protected
 *   link, or where the organization lets in only people it knows and they are not signed in as one.
 */
export function visited(call: Call, shortId: string): StoredLink {
  const link = linkByShortId(call.services, shortId);
  if (!link) throw notFound(`The share link ${shortId}`);
  if (!isKnown(call, link)) {
    throw unauthorized(
      'This share link is for members and certain e-mail domains only: sign in.',
      'share-link/sign-in',
    );
  }
  if (!link.protected || link.digest === undefined) return link;
  const password = basicPassword(call.headers);
  if (password === undefined) {
    throw unauthorized('This share link needs its password.', 'share-link/password-required');
  }
  if (!isPassword(password, link.digest)) {
    throw unauthorized('This is not the password of the share link.', 'share-link/wrong-password');
  }
  return link;
}

/** Members, and users whose address is of a domain that the organization names; everybody where it names none. */
function isKnown(call: Call, link: StoredLink): boolean {
  const { id, shareLinkAuthDomains } = organizationOf(call, link);
  if (!shareLinkAuthDomains) return true;
  const { store } = call.services;
  if (membershipOf(store, id, call.key.userId)) return true;
  const [, domain = ''] = String(store.records.get('user', call.key.userId)?.email ?? '').split('@');
  return shareLinkAuthDomains.some((it) => it.toLowerCase() === domain.toLowerCase());
}

import type { RecordOf } from '../../contract/records.js';
import type { Call } from '../call.js';
import { membershipOf } from '../records/members.js';
import { notFound, Refusal } from '../refusal.js';
import { linkByShortId, type StoredLink } from './links.js';
import { basicPassword, isPassword } from './password.js';

/** The organization that shares the landscape. */
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
 * The link that a visitor opens, after access checks (docs/service.md#share-link).
 * @throws Refusal `not-found` for an unknown address; `unauthorized` if the password of a protected link is missing or
 * wrong, or if the organization restricts its links and the caller is not signed in as an allowed user.
 */
export function visitedLink(call: Call, shortId: string): StoredLink {
  const link = linkByShortId(call.services, shortId);
  if (!link) throw notFound(`The share link ${shortId}`);
  if (!isAllowedVisitor(call, link)) {
    throw unauthorized(
      'This share link is restricted to members and allowed e-mail domains: sign in.',
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

/**
 * Whether the user is a member or has an e-mail address of an allowed domain. Without a list of domains, access is
 * unrestricted.
 */
function isAllowedVisitor(call: Call, link: StoredLink): boolean {
  const { id, shareLinkAuthDomains } = organizationOf(call, link);
  if (!shareLinkAuthDomains) return true;
  const { store } = call.services;
  if (membershipOf(store, id, call.key.userId)) return true;
  const [, domain = ''] = String(store.records.get('user', call.key.userId)?.email ?? '').split('@');
  return shareLinkAuthDomains.some((it) => it.toLowerCase() === domain.toLowerCase());
}

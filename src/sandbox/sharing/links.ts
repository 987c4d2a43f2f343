import type { RecordOf } from '../../contract/records.js';
import type { Call } from '../call.js';
import { notFound } from '../refusal.js';
import type { Services } from '../services.js';
import type { Digest } from './password.js';

type PublicLink = RecordOf<'shareLink'>;

/** A share link as stored, including private fields. */
export type StoredLink = PublicLink & {
  digest?: Digest;
  visits?: number;
  visitedAt?: string;
};

/** A share link as returned by the service. */
export function publicLinkOf({
  digest: _digest,
  visits: _visits,
  visitedAt: _visitedAt,
  ...link
}: StoredLink): PublicLink {
  return link;
}

export const statsOf = ({ visits = 0, visitedAt }: StoredLink) => ({
  totalVisitorCount: visits,
  ...(visitedAt !== undefined && { viewedAt: visitedAt }),
});

/** URL of the link. In the sandbox, it is an API endpoint. */
export const urlOf = ({ origin }: Call, { shortId }: StoredLink): string =>
  `${origin}/v1/share-links/${shortId}`;

/** The share link of the version in the path. */
export const linkOfVersion = ({ services, version }: Call): StoredLink | undefined =>
  services.store.records.ofVersion('shareLink', version?.id ?? '')[0]?.doc as StoredLink | undefined;

/** @throws Refusal `not-found` if the version has no share link. */
export function requireLink(call: Call): StoredLink {
  const link = linkOfVersion(call);
  if (!link) throw notFound('A share link of this version');
  return link;
}

/** The link with this short id; undefined if there is none or its organization has disabled sharing. */
export function linkByShortId({ store }: Services, shortId: string): StoredLink | undefined {
  const found = store.records.all('shareLink').find(({ doc }) => doc.shortId === shortId);
  const landscape = found && store.records.get('landscape', found.doc.landscapeId);
  const organization = landscape && store.records.get('organization', landscape.organizationId);
  return organization?.shareLinksEnabled === false ? undefined : (found?.doc as StoredLink | undefined);
}

import type { RecordOf } from '../../contract/records.js';
import type { Call } from '../call.js';
import { notFound } from '../refusal.js';
import type { Services } from '../services.js';
import type { Digest } from './password.js';

type Answered = RecordOf<'shareLink'>;

/** A share link as the store has it: with what nobody is told. */
export type StoredLink = Answered & {
  /** Of a password. */
  digest?: Digest;
  visits?: number;
  visitedAt?: string;
};

/** A share link as it is answered. */
export function shown({
  digest: _digest,
  visits: _visits,
  visitedAt: _visitedAt,
  ...link
}: StoredLink): Answered {
  return link;
}

/** Who used it. */
export const statsOf = ({ visits = 0, visitedAt }: StoredLink) => ({
  totalVisitorCount: visits,
  ...(visitedAt !== undefined && { viewedAt: visitedAt }),
});

/** Where the link leads: of the sandbox, its own answer. */
export const urlOf = ({ origin }: Call, { shortId }: StoredLink): string =>
  `${origin}/v1/share-links/${shortId}`;

/** The link of the version in the path. */
export const linkOfVersion = ({ services, version }: Call): StoredLink | undefined =>
  services.store.records.ofVersion('shareLink', version?.id ?? '')[0]?.doc as StoredLink | undefined;

/** @throws Refusal `not-found` where the version has none. */
export function mustHaveLink(call: Call): StoredLink {
  const link = linkOfVersion(call);
  if (!link) throw notFound('A share link of this version');
  return link;
}

/** The link whose address ends so; undefined where there is none, or its organization shares nothing any more. */
export function linkByShortId({ store }: Services, shortId: string): StoredLink | undefined {
  const found = store.records.all('shareLink').find(({ doc }) => doc.shortId === shortId);
  const landscape = found && store.records.get('landscape', found.doc.landscapeId);
  const organization = landscape && store.records.get('organization', landscape.organizationId);
  return organization?.shareLinksEnabled === false ? undefined : (found?.doc as StoredLink | undefined);
}

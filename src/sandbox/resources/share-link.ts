import type { Doc } from '../../contract/doc.js';
import {
  createShareLink,
  deleteShareLink,
  getShareLink,
  getShareLinkOptions,
  updateShareLink,
  upsertShareLinkOptions,
} from '../../contract/resources/share-link.js';
import {
  getPublicLandscape,
  getPublicOptions,
  getPublicShareLink,
  viewPublicDiagram,
  viewPublicFlow,
} from '../../contract/resources/share-link-public.js';
import { danglingReferences } from '../../contract/rules/references.js';
import { type Call, on } from '../call.js';
import { randomShortId } from '../ids.js';
import { scopeOf } from '../records/scope.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { conflict, forbidden, invalid, notFound } from '../refusal.js';
import { organizationOf, visitedLink } from '../sharing/admit.js';
import {
  linkByShortId,
  linkOfVersion,
  publicLinkOf,
  requireLink,
  type StoredLink,
  statsOf,
  urlOf,
} from '../sharing/links.js';
import { digestOf } from '../sharing/password.js';
import { sharedLandscape } from '../sharing/shared-landscape.js';

const shortIdOf = ({ parameters }: Call): string => parameters.shortId ?? '';

function getPublic(call: Call<typeof getPublicShareLink>) {
  const link = linkByShortId(call.services, shortIdOf(call));
  if (!link) throw notFound(`The share link ${shortIdOf(call)}`);
  const { shareLinkAuthDomains = null } = organizationOf(call, link);
  return { shareLink: publicLinkOf(link), shareLinkOrganizationAuth: shareLinkAuthDomains !== null };
}

function optionsOfLink(call: Call<typeof getPublicOptions>) {
  const link = visitedLink(call, shortIdOf(call));
  const id = call.parameters.optionsShortId ?? '';
  const found = call.services.store.records
    .ofVersion('shareLinkOptions', link.versionId)
    .find(({ doc }) => doc.shortId === id);
  if (!found) throw notFound(`The share link options ${id}`);
  return { shareLinkOptions: found.doc };
}

/** Reading the landscape counts as a visit, which the link's statistics show to admins. */
function landscapeOfLink(call: Call<typeof getPublicLandscape>) {
  const link = visitedLink(call, shortIdOf(call));
  const { store } = call.services;
  const seen = { ...link, visits: (link.visits ?? 0) + 1, visitedAt: call.now };
  store.transaction(() => store.records.put('shareLink', seen));
  return sharedLandscape(call, link);
}

/** Checks that the viewed diagram or flow exists, and records the visit for the link's statistics. */
function viewPublic(call: Call, kind: 'diagram' | 'flow', id = '') {
  const link = visitedLink(call, shortIdOf(call));
  const { records } = call.services.store;
  if (records.get(kind, id)?.versionId !== link.versionId) throw notFound(`The ${kind} ${id}`);
  records.put('shareLink', { ...link, visitedAt: call.now });
  return {};
}

/** Request body for logs, without the password. */
const withoutPassword = ({ password: _password, ...body }: { password?: string | undefined }) => body;

function checkSharing({ services, key }: Call): void {
  const organization = services.store.records.get('organization', key.organizationId);
  if (organization?.shareLinksEnabled === false) {
    throw forbidden('The organization does not allow share links.', 'share-links/disabled');
  }
}

/** Rejects protection without a password. */
function checkPassword(isProtected: boolean, hasPassword: boolean): void {
  if (isProtected && !hasPassword) throw invalid(['password: is required for a protected link']);
}

function create(call: Call<typeof createShareLink>) {
  const { services, landscape, version, body } = call;
  checkSharing(call);
  if (linkOfVersion(call)) throw conflict('The version already has a share link.', 'share-link/exists');
  checkPassword(body.protected, body.password !== undefined);
  const link: StoredLink = {
    id: services.newId(),
    landscapeId: landscape?.id ?? '',
    versionId: version?.id ?? '',
    shortId: randomShortId(),
    protected: body.protected,
    draftId: body.draftId ?? null,
    ...createdBy(call),
    ...(body.password !== undefined && { digest: digestOf(body.password) }),
  };
  const problems = danglingReferences('shareLink', link, scopeOf(call));
  if (problems.length > 0) throw invalid(problems);
  recordWriter(call).create('shareLink', link, withoutPassword(body));
  return { shareLink: publicLinkOf(link), url: urlOf(call, link) };
}

function update(call: Call<typeof updateShareLink>) {
  const { body, query } = call;
  checkSharing(call);
  const before = requireLink(call);
  const digest = body.password === undefined ? before.digest : digestOf(body.password);
  const isProtected = body.protected ?? before.protected;
  checkPassword(isProtected, digest !== undefined);
  if (Object.keys(body).length === 0 && query.resetShortId !== true)
    return { shareLink: publicLinkOf(before) };
  const link: StoredLink = {
    ...before,
    protected: isProtected,
    ...(digest && { digest }),
    ...(query.resetShortId === true && { shortId: randomShortId() }),
    ...updatedBy(call),
  };
  const props = { ...withoutPassword(body), resetShortId: query.resetShortId === true };
  recordWriter(call).update('shareLink', before, link, props);
  return { shareLink: publicLinkOf(link) };
}

function remove(call: Call<typeof deleteShareLink>) {
  recordWriter(call).remove('shareLink', requireLink(call));
  return {};
}

/** Returns the existing options for an equal request, so that equal options share one short id. */
function upsertOptions(call: Call<typeof upsertShareLinkOptions>) {
  const { landscapeId, versionId } = requireLink(call);
  const { records } = call.services.store;
  const problems = danglingReferences('shareLinkOptions', call.body, scopeOf(call));
  if (problems.length > 0) throw invalid(problems);
  const wanted = JSON.stringify(Object.entries(call.body).sort());
  const isSame = (doc: Doc): boolean =>
    JSON.stringify(
      Object.keys(call.body)
        .map((name) => [name, doc[name]])
        .sort(),
    ) === wanted;
  const known = records.ofVersion('shareLinkOptions', versionId).find(({ doc }) => isSame(doc));
  if (known) return { shareLinkOptions: known.doc };
  const options = {
    ...call.body,
    id: call.services.newId(),
    shortId: randomShortId(),
    landscapeId,
    versionId,
    ...createdBy(call),
  };
  recordWriter(call).save('shareLinkOptions', options);
  return { shareLinkOptions: options };
}

function getOptions(call: Call<typeof getShareLinkOptions>) {
  const { versionId } = requireLink(call);
  const shortId = call.parameters.optionsShortId ?? '';
  const found = call.services.store.records
    .ofVersion('shareLinkOptions', versionId)
    .find(({ doc }) => doc.shortId === shortId);
  if (!found) throw notFound(`The share link options ${shortId}`);
  return { shareLinkOptions: found.doc };
}

export const handlers = [
  on(getShareLink, (call) => {
    const link = requireLink(call);
    return { shareLink: publicLinkOf(link), stats: statsOf(link), url: urlOf(call, link) };
  }),
  on(createShareLink, create),
  on(updateShareLink, update),
  on(deleteShareLink, remove),
  on(upsertShareLinkOptions, upsertOptions),
  on(getShareLinkOptions, getOptions),
  on(getPublicShareLink, getPublic),
  on(getPublicOptions, optionsOfLink),
  on(getPublicLandscape, landscapeOfLink),
  on(viewPublicDiagram, (call) => viewPublic(call, 'diagram', call.parameters.diagramId)),
  on(viewPublicFlow, (call) => viewPublic(call, 'flow', call.parameters.flowId)),
];

import {
  getPublicLandscape,
  getPublicOptions,
  getPublicShareLink,
  viewPublicDiagram,
  viewPublicFlow,
} from '../../contract/resources/share-link-public.js';
import { type Call, on } from '../call.js';
import { notFound } from '../refusal.js';
import { organizationOf, visitedLink } from '../sharing/admit.js';
import { linkByShortId, shown } from '../sharing/links.js';
import { sharedLandscape } from '../sharing/shared-landscape.js';

const shortIdOf = ({ parameters }: Call): string => parameters.shortId ?? '';

function get(call: Call<typeof getPublicShareLink>) {
  const link = linkByShortId(call.services, shortIdOf(call));
  if (!link) throw notFound(`The share link ${shortIdOf(call)}`);
  const { shareLinkAuthDomains = null } = organizationOf(call, link);
  return { shareLink: shown(link), shareLinkOrganizationAuth: shareLinkAuthDomains !== null };
}

function getOptions(call: Call<typeof getPublicOptions>) {
  const link = visitedLink(call, shortIdOf(call));
  const id = call.parameters.optionsShortId ?? '';
  const found = call.services.store.records
    .ofVersion('shareLinkOptions', link.versionId)
    .find(({ doc }) => doc.shortId === id);
  if (!found) throw notFound(`The share link options ${id}`);
  return { shareLinkOptions: found.doc };
}

/** Reading the landscape counts as a visit, which the link's statistics show to admins. */
function getLandscape(call: Call<typeof getPublicLandscape>) {
  const link = visitedLink(call, shortIdOf(call));
  const { store } = call.services;
  const seen = { ...link, visits: (link.visits ?? 0) + 1, visitedAt: call.now };
  store.transaction(() => store.records.put('shareLink', seen));
  return sharedLandscape(call, link);
}

/** Checks that the viewed diagram or flow exists, and records the visit for the link's statistics. */
function view(call: Call, kind: 'diagram' | 'flow', id = '') {
  const link = visitedLink(call, shortIdOf(call));
  const { records } = call.services.store;
  if (records.get(kind, id)?.versionId !== link.versionId) throw notFound(`The ${kind} ${id}`);
  records.put('shareLink', { ...link, visitedAt: call.now });
  return {};
}

export const handlers = [
  on(getPublicShareLink, get),
  on(getPublicOptions, getOptions),
  on(getPublicLandscape, getLandscape),
  on(viewPublicDiagram, (call) => view(call, 'diagram', call.parameters.diagramId)),
  on(viewPublicFlow, (call) => view(call, 'flow', call.parameters.flowId)),
];

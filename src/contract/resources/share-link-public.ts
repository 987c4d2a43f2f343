import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { choice, loose, queryBoolean, strict, text } from '../schema.js';
import { comment } from './comment.js';
import { diagram } from './diagram.js';
import { diagramContent } from './diagram-content.js';
import { diagramGroup } from './diagram-group.js';
import { domain } from './domain.js';
import { flow } from './flow.js';
import { landscape } from './landscape.js';
import { modelConnection } from './model-connection.js';
import { modelObject } from './model-object.js';
import { shareLink, shareLinkOptions } from './share-link.js';
import { tag, tagGroup } from './tag.js';
import { technology } from './technology.js';
import { version } from './version.js';

/**
 * Operations on a share link that visitors call without a key. If the link is protected, all but the first require its
 * password as HTTP Basic credentials (docs/service.md#choices-of-the-sandbox).
 */

/** Applications that embed shared pages. */
export const FRAME_LOCATIONS = ['notion', 'miro', 'confluence', 'sharepoint', 'powerpoint'] as const;

const query = strict({
  inFrame: z.optional(queryBoolean()),
  frameLocation: z.optional(choice(FRAME_LOCATIONS)),
});

const open = { meter: 'read', access: 'public' } as const;
const thumbnails = () => z.record(z.string(), loose({ id: text() }));

/**
 * `shareLinkOrganizationAuth`: whether visitors must sign in with an address of a domain that the organization allows.
 */
export const getPublicShareLink = operation({
  id: 'shareLink.public.get',
  method: 'GET',
  path: '/share-links/{shortId}',
  response: loose({ shareLink, shareLinkOrganizationAuth: z.boolean() }),
  envelope: 'shareLink',
  answers: 'one',
  ...open,
  summary: 'Get a share link by its short id',
});

export const getPublicOptions = operation({
  id: 'shareLink.public.options.get',
  method: 'GET',
  path: '/share-links/{shortId}/options/{optionsShortId}',
  query,
  response: loose({ shareLinkOptions }),
  envelope: 'shareLinkOptions',
  answers: 'one',
  ...open,
  summary: 'Get share link options, as a visitor',
});

/** A read counts as a visit. */
export const getPublicLandscape = operation({
  id: 'shareLink.public.landscape.get',
  method: 'GET',
  path: '/share-links/{shortId}/landscape',
  query,
  response: loose({
    landscape,
    version,
    domains: z.array(domain),
    modelObjects: z.array(modelObject),
    modelConnections: z.array(modelConnection),
    diagramGroups: z.array(diagramGroup),
    diagrams: z.array(diagram),
    diagramContents: z.array(diagramContent),
    diagramThumbnails: thumbnails(),
    flows: z.array(flow),
    flowThumbnails: thumbnails(),
    tagGroups: z.array(tagGroup),
    tags: z.array(tag),
    comments: z.array(comment),
    organizationTechnologies: z.array(technology),
    publicTechnologies: z.array(technology),
    organizationBrand: z.optional(loose({})),
    organizationIconsSignedUrl: z.optional(text()),
    landscapeThumbnailsSignedUrl: z.optional(text()),
  }),
  envelope: null,
  answers: 'one',
  ...open,
  summary: 'Get the shared landscape of a share link',
});

const viewing = {
  query,
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  ...open,
  meter: 'write',
} as const;

export const viewPublicDiagram = operation({
  id: 'shareLink.public.diagrams.view',
  method: 'POST',
  path: '/share-links/{shortId}/landscape/diagrams/{diagramId}/view',
  ...viewing,
  summary: "Record a visitor's view of a diagram",
});

export const viewPublicFlow = operation({
  id: 'shareLink.public.flows.view',
  method: 'POST',
  path: '/share-links/{shortId}/landscape/flows/{flowId}/view',
  ...viewing,
  summary: "Record a visitor's view of a flow",
});

import { editDistance } from '../../base/text/suggest.js';
import { allows } from '../../contract/access.js';
import { type Doc, type Fields, textsOf } from '../../contract/doc.js';
import * as contract from '../../contract/resources/technology.js';
import { type Call, on } from '../call.js';
import { namesOf, type Technology, visible, visibleTechnology } from '../catalog/visible.js';
import { matchesFilter } from '../records/filter.js';
import { page, pageSize, startAt } from '../records/page.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { forbidden, invalid, notFound } from '../refusal.js';

/** docs/service.md#endpoints, endpoint 11. */
function list(call: Call<typeof contract.listTechnologies>) {
  const { filter = {}, cursor, limit } = call.query;
  const rows = visible(call, filter, startAt(contract.listTechnologies.id, cursor));
  const { docs, nextCursor } = page(contract.listTechnologies.id, rows, pageSize(limit));
  return { catalogTechnologies: docs, ...(nextCursor !== undefined && { nextCursor }) };
}

/** docs/service.md#catalog: results are sorted by relevance, so the cursor is a position instead of a record. */
function select(call: Call<typeof contract.selectTechnologies>) {
  const { fields, search: text, filter = {}, cursor, limit } = call.query;
  const list = `${contract.selectTechnologies.id} ${text ?? ''}`;
  const start = startAt(list, cursor);
  const found = search(visible(call, filter), text).map(({ doc }, at) => ({ seq: at + 1, doc }));
  const { docs, nextCursor } = page(list, found.slice(start), pageSize(limit));
  const wanted = new Set<string>(['id', ...[fields].flat()]);
  const picked = (doc: Doc): Fields =>
    Object.fromEntries(Object.entries(doc).filter(([field]) => wanted.has(field)));
  return { catalogTechnologies: docs.map(picked), ...(nextCursor !== undefined && { nextCursor }) };
}

function bySlug(call: Call<typeof contract.getTechnologyBySlug>) {
  const slug = call.parameters.catalogTechnologySlug ?? '';
  const [found] = visible(call, {}).filter(({ doc }) => textsOf(doc.slugs).includes(slug));
  if (!found) throw notFound(`The technology ${slug}`);
  return { catalogTechnology: found.doc };
}

const ownOf = ({ services, key }: Call): Technology[] =>
  services.store.records.ofOwner('catalogTechnology', key.organizationId);

/** @throws Refusal `not-found` also for technologies of the general catalog, which no organization owns. */
function mustOwn(call: Call): Technology {
  const id = call.parameters.catalogTechnologyId ?? '';
  const doc = call.services.store.records.get('catalogTechnology', id);
  if (!doc || doc.organizationId !== call.key.organizationId) throw notFound(`The technology ${id}`);
  return doc;
}

const REVIEW = ['status', 'rejectionReason', 'rejectionMessage'] as const;

/**
 * Only admins may review, and only rejections have a reason (docs/service.md#organization-technologies).
 * @throws Refusal `forbidden`, `invalid`.
 */
function reviewed(call: Call, body: Readonly<Fields>, doc: Doc): Doc {
  const proposes = body.status === 'pending-review' && doc.status === 'pending-review';
  const isReview = REVIEW.some((field) => body[field] !== undefined) && !proposes;
  if (isReview && !allows(call.key.permission, 'admin')) {
    throw forbidden('Reviewing a technology needs a key with admin permission.', 'permission');
  }
  if (doc.status === 'rejected') return doc;
  const stray = REVIEW.slice(1).filter((field) => body[field] !== undefined);
  if (stray.length > 0)
    throw invalid(stray.map((field) => `${field}: is only allowed with the status rejected`));
  const { rejectionReason: _reason, rejectionMessage: _message, ...rest } = doc;
  return rest;
}

/** Converts a name to a slug that no visible technology uses. */
function freeSlug(call: Call, name: string): string {
  const taken = new Set(visible(call, {}).flatMap(({ doc }) => textsOf(doc.slugs)));
  const plain =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'technology';
  let slug = plain;
  for (let count = 2; taken.has(slug); count += 1) slug = `${plain}-${count}`;
  return slug;
}

/** Adds the single icon for clients without theme support. */
const withIcon = (doc: Doc): Doc => ({ ...doc, iconUrl: doc.iconUrlLight ?? doc.iconUrlDark ?? null });

function create(call: Call<typeof contract.createTechnology>) {
  const { body } = call;
  const slug = freeSlug(call, body.name);
  const doc = withIcon({
    id: call.services.newId(),
    organizationId: call.key.organizationId,
    status: 'pending-review',
    disabled: false,
    iconUrlDark: null,
    iconUrlLight: null,
    defaultSlug: slug,
    slugs: [slug],
    ...body,
    ...createdBy(call),
  });
  const catalogTechnology = reviewed(call, body, doc);
  call.services.store.records.put('catalogTechnology', catalogTechnology);
  return { catalogTechnology };
}

function update(call: Call<typeof contract.updateTechnology>) {
  const before = mustOwn(call);
  if (Object.keys(call.body).length === 0) return { catalogTechnology: before };
  const doc = withIcon({ ...before, ...call.body, ...updatedBy(call) });
  const catalogTechnology = reviewed(call, call.body, doc);
  call.services.store.records.put('catalogTechnology', catalogTechnology);
  return { catalogTechnology };
}

/** Deletes a technology and clears references to it in every version. */
function remove(call: Call<typeof contract.deleteTechnology>) {
  const writer = recordWriter(call);
  writer.remove('catalogTechnology', mustOwn(call));
  writer.finish();
  return {};
}

export const handlers = [
  on(contract.listTechnologies, list),
  on(contract.selectTechnologies, select),
  on(contract.getTechnology, (call) => ({
    catalogTechnology: visibleTechnology(call, call.parameters.catalogTechnologyId ?? ''),
  })),
  on(contract.getTechnologyBySlug, bySlug),
  on(contract.listOrganizationTechnologies, (call) => ({
    catalogTechnologies: ownOf(call).filter((doc) => matchesFilter(doc, call.query.filter ?? {})),
  })),
  on(contract.getOrganizationTechnology, (call) => ({ catalogTechnology: mustOwn(call) })),
  on(contract.createTechnology, create),
  on(contract.updateTechnology, update),
  on(contract.deleteTechnology, remove),
];

/** Edit distance of a technology from a search text; 0 is an exact name. Undefined if it does not match. */
function distance(technology: Technology, wanted: string): number | undefined {
  const names = namesOf(technology);
  if (names.includes(wanted)) return 0;
  if (names.some((name) => name.startsWith(wanted))) return 1;
  const words = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u));
  if (words.some((word) => word.startsWith(wanted))) return 2;
  if (names.some((name) => name.includes(wanted))) return 3;
  // Tolerates typos in at most a third of the letters of the name or of one of its words.
  const most = Math.floor(wanted.length / 3);
  const nearest = Math.min(...[...names, ...words].map((it) => editDistance(wanted, it)));
  if (nearest <= most) return 3 + nearest;
  const description = String(technology.description ?? '').toLowerCase();
  return wanted.length > 2 && description.includes(wanted) ? 100 : undefined;
}

/** Technologies that match a search text, nearest first (docs/service.md#catalog); all of them if the text is blank. */
function search<T extends { doc: Technology }>(rows: readonly T[], text: string | undefined): T[] {
  const wanted = text?.trim().toLowerCase() ?? '';
  if (wanted === '') return [...rows];
  return rows
    .flatMap((row) => {
      const far = distance(row.doc, wanted);
      return far === undefined ? [] : [{ row, far }];
    })
    .sort((a, b) => a.far - b.far)
    .map(({ row }) => row);
}

import { EXCLUDED_OPERATIONS } from '../../contract/excluded-operations.js';
import { OPERATIONS } from '../../contract/index.js';
import type { Services } from '../services.js';
import { DELIVERY_LIMITS } from '../webhooks/delivery.js';

/** Behaviour that no public source documents (docs/service.md#choices-of-the-sandbox). */
const OWN_CHOICES = [
  'Filters match names exactly and case-sensitively. Catalog filters ignore case and also match short names and slugs.',
  'A list filter such as tagIds finds records with at least one of the requested ids.',
  'Lists are in order of creation. The default page size (limit) is 1,000 records, the maximum 10,000.',
  'Logs are listed newest first. Id bounds follow the order of the list; date bounds are a time span.',
  'The first log entry of a request is the parent of its other entries. Statistics count by UTC days, weeks (starting on Monday), months and years; periods without actions are omitted.',
  'A technology of an organization is pending until an admin reviews it; its status may change to any other. Deleting it removes it from objects and connections, in snapshots too.',
  'News and suggestions come from the catalog alone; the sandbox does not access web sites.',
  'A used-up monthly quota returns 429 with code quota/<meter> and a Retry-After that lasts to the end of the UTC month.',
  'The Free plan returns 403. A request counts once it is authenticated and permitted, whether or not it succeeds.',
  'Rate limits per minute apply per key, and only if enabled.',
  'A write into a snapshot returns 422.',
  'A commit that is not current returns 409; on create it is ignored.',
  'In a map update, $replace replaces the named entries, not the whole map.',
  'Deleting a model object also deletes its descendants, its connections, diagrams, diagram groups and their flows.',
  'The password of a share link is sent as HTTP Basic credentials; every read of the shared landscape counts as a visit.',
  'A key can access the organizations that its user is a member of, with the permissions that key and user share.',
  "With updateDiagrams, a connection's lines are reattached to the drawn objects of its new ends, or removed from diagrams that do not draw them. originConnector and targetConnector apply to these lines.",
  'Creating a domain also creates its root object. A revert does not change comments and drafts.',
  'Adding a task does not change the commit of its draft.',
  'Export files and thumbnails expire after one hour and then return 410. Exports and imports can be polled for one hour.',
  'The code of a flow is a PlantUML sequence diagram. JSON schema v2 is v1 plus the diagrams and their content.',
  'An import applies each entry separately, in the order tag groups, tags, domains, groups, actors and systems, apps and stores, components, connections. PUT /sandbox/imports can make imports atomic: one rejected entry then rolls back the import.',
  'Fields that an import omits stay unchanged, except the icon. Ids in groupIds, tagIds and connection ends refer to the document, or to earlier imports under the same namespace.',
  'Pruning without a namespace deletes all imported records that are missing from the document, under any namespace. The log entry of an import has its changes as children.',
  "Generated descriptions are built from names. An object's link is valid if it has an http(s) URL; nothing is fetched.",
  'A key belongs to the user who created it.',
  'Merging a draft applies its tasks in order and atomically. A field that a task changes and that has changed since the task was drafted is a conflict: 409, with one line per conflict in errors.',
  'Webhook subscriptions are created at /sandbox/webhooks. Endpoints are https URLs; http is allowed on this machine.',
  'A request sends at most one event per record of the seven collections, with its state before and after. A change of derived fields, commit or version alone sends none.',
  'Events of one record are sent to a subscription one at a time; events of different records up to 8 at a time.',
  'A delivery times out after 10 seconds; any 2xx is success, redirects are not followed. It is attempted 5 times, 1, 4, 16 and 64 seconds apart, each time with a new timestamp and signature, and then fails.',
  'An event may arrive twice if the sandbox stops after delivering it and before recording that.',
  `A subscription is disabled after ${DELIVERY_LIMITS.failures} consecutive failed deliveries. An event that is pending for ${DELIVERY_LIMITS.pendingHours} hours is dropped; an endpoint whose last delivery failed keeps the newest ${DELIVERY_LIMITS.pendingEvents} pending events, up to 16 MiB. The list of subscriptions shows both.`,
  'Disabling a subscription drops its pending deliveries; removing it deletes its deliveries; a reset also deletes subscriptions. The newest 1,000 finished deliveries of a subscription stay listed.',
];

const CONTROL = [
  'GET /sandbox/instance?challenge={hex}',
  'PUT /sandbox/faults',
  'PUT /sandbox/switches',
  'POST /sandbox/tokens',
  'PUT /sandbox/imports',
  'GET /sandbox/state',
  'POST /sandbox/reset',
  'GET /sandbox/snapshots',
  'POST /sandbox/snapshots',
  'POST /sandbox/snapshots/{name}/load',
  'DELETE /sandbox/snapshots/{name}',
  'GET /sandbox/webhooks',
  'POST /sandbox/webhooks',
  'GET /sandbox/webhooks/{id}',
  'PATCH /sandbox/webhooks/{id}',
  'DELETE /sandbox/webhooks/{id}',
  'GET /sandbox/webhooks/{id}/deliveries',
  'GET /sandbox/webhooks/deliveries',
  'GET /sandbox/webhooks/deliveries/{id}',
];

const NOT_IMPLEMENTED = ['Webhook events of records other than model objects and model connections.'];

/** Describes this server: settings, sandbox-specific behaviour and unsupported features. */
export function about({ limits, faults, switches }: Services): Record<string, unknown> {
  return {
    service: 'archctl sandbox',
    about:
      'A local implementation of the Architecture Modelling Service. It stores your data; it is not the service.',
    health: '/v1/health',
    switches: { ...switches, limits, faults },
    control: CONTROL,
    operations: OPERATIONS.map(({ id, method, path, otherPaths, endpoint, summary }) => ({
      id,
      method,
      path: `/v1${path}`,
      ...(otherPaths && { otherPaths: otherPaths.map((it) => `/v1${it}`) }),
      ...(endpoint !== undefined && { endpoint }),
      summary,
    })),
    ownChoices: OWN_CHOICES,
    leftOut: EXCLUDED_OPERATIONS.map(({ name, reason, operations }) => ({
      name,
      reason,
      operations: operations.map((it) => it.replace(' ', ' /v1')),
    })),
    notImplemented: NOT_IMPLEMENTED,
  };
}

import { OPERATIONS } from '../../contract/index.js';
import { LEFT_OUT } from '../../contract/left-out.js';
import type { Services } from '../services.js';
import { DELIVERY_LIMITS } from '../webhooks/delivery.js';

/** Behaviour that no public source documents (docs/service.md#choices-of-the-sandbox). */
const OWN_CHOICES = [
  'Names in filters are compared whole and with case; those of the catalog in any case, short names and slugs included.',
  'A list filter such as tagIds finds records that hold at least one of the wanted ids.',
  'Lists come in the order of creation; pages hold 1,000 records unless limit says otherwise, 10,000 at most.',
  'Logs come newest first. Bounds by id follow the order of the list; bounds by date are a span of time.',
  'Every log entry of a request but the first is a child of the first. Statistics count by UTC days, weeks that begin on Monday, months and years; periods without actions are left out.',
  'A technology of an organization waits for the review of an admin; its status may change to any other. Deleting it takes it off objects and connections, in snapshots too.',
  'News and suggestions are made of what the catalog knows; no web site is asked.',
  'A spent monthly quota answers 429 with Retry-After to the end of the UTC month, and code quota/<meter>.',
  'The Free plan answers 403. Requests count once they are signed in and permitted, whatever becomes of them.',
  'Rates a minute are enforced for each key, and only when asked for.',
  'A write into a snapshot answers 422.',
  'A commit that is not the current one answers 409; on create it is ignored.',
  'In an update of a map, $replace stands for the entries it names, not for the whole map.',
  'Deleting a model object takes along what is below it, its connections, diagrams, diagram groups and their flows.',
  'The password of a share link is sent as HTTP Basic credentials; every read of the shared landscape is a visit.',
  'A key reaches the organizations its user is a member of, with what both key and user may.',
  'With updateDiagrams the lines of a connection go to the drawn objects of its new ends, and leave a diagram that draws none; originConnector and targetConnector are for these lines.',
  'A new domain gets its root object. A revert leaves comments and drafts alone.',
  'Adding a task does not change the commit of its draft.',
  'Files of exports and thumbnails are there for one hour, then answer 410. Exports and imports can be polled as long.',
  'The code of a flow is that of a PlantUML sequence diagram. JSON of schema v2 is v1 with the diagrams and what stands on them.',
  'An import takes each entry for itself, in the order tag groups, tags, domains, groups, actors and systems, apps and stores, components, connections; PUT /sandbox/imports lets one refusal undo all.',
  'Fields that an import leaves out stay as they are, but for the icon. Ids in groupIds, tagIds and of the ends of connections are those of the document, or of earlier imports under the same namespace.',
  'Pruning without a namespace deletes whatever was imported, under any namespace, and is not in the document. An import is no entry of the log; each change it makes is one.',
  'Generated descriptions are put together from names. Links of an object are valid where they have an http(s) address; nothing is fetched.',
  'A key signs in as the user whose key created it.',
  'Merging a draft plays its tasks in order, all or none. A field that a task changes and that was changed since, by somebody else, is a conflict: 409, one line in errors for each.',
  'Webhook subscriptions are made at /sandbox/webhooks. Endpoints are https addresses, and http on this machine.',
  'A request makes one event at most for a model object or connection: what it was before, and what it is after. Where nothing but derived fields, commit or version changed there is no event.',
  'Events are sent one after the other for each subscription and record, and up to 8 at a time for a subscription otherwise.',
  'A delivery has 10 seconds to be answered in full; any 2xx is success, redirects are not followed. It is tried 5 times, 1, 4, 16 and 64 seconds apart, each with a timestamp and signature of its own, then given up.',
  "An event may arrive twice, where the sandbox ended between its arrival and its record. The machine's time stamps it, also while the clock of the sandbox stands still.",
  `A subscription is disabled after ${DELIVERY_LIMITS.failures} deliveries that failed in a row. An event that is pending for ${DELIVERY_LIMITS.pendingHours} hours is dropped; an endpoint whose last delivery failed keeps the newest ${DELIVERY_LIMITS.pendingEvents} pending events, up to 16 MiB. The list of subscriptions shows both.`,
  'Disabling a subscription drops what is on its way; removing one forgets its deliveries; a reset forgets subscriptions as well. The newest 1,000 deliveries of a subscription that ended stay listed.',
];

const CONTROL = [
  'GET /sandbox/instance?challenge={hex}',
  'PUT /sandbox/clock',
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

const NOT_IMPLEMENTED = ['Webhook events of other records than model objects and model connections.'];

/** Describes this server: settings, sandbox-specific behaviour and unsupported features. */
export function about({ limits, faults, switches }: Services): Record<string, unknown> {
  return {
    service: 'archctl sandbox',
    about:
      'A local implementation of the Architecture Modelling Service. It keeps what it is told; it is not the service.',
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
    leftOut: LEFT_OUT.map(({ name, reason, operations }) => ({
      name,
      reason,
      operations: operations.map((it) => it.replace(' ', ' /v1')),
    })),
    notImplemented: NOT_IMPLEMENTED,
  };
}

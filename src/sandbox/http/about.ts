import { OPERATIONS } from '../../contract/index.js';

/** Where the service document is silent and no public source helps, the sandbox does this. */
const OWN_CHOICES = [
  'Names in filters are compared whole and with case; those of the catalog in any case, short names and slugs included.',
  'A list filter such as tagIds finds records that hold at least one of the wanted ids.',
  'Lists come in the order of creation; pages hold 1,000 records unless limit says otherwise, 10,000 at most.',
  'Logs come newest first. Bounds by id follow the order of the list; bounds by date are a span of time.',
  'Every log entry of a request but the first is a child of the first.',
  'A spent monthly quota answers 429 with Retry-After to the end of the UTC month, and code quota/<meter>.',
  'The Free plan answers 403. Requests count once they are signed in and permitted, whatever becomes of them.',
  'Rates a minute are enforced for each key, and only when asked for.',
  'A write into a snapshot answers 422.',
  'A commit that is not the current one answers 409; on create it is ignored.',
  'In an update of a map, $replace stands for the entries it names, not for the whole map.',
  'Deleting a model object takes along what is below it, its connections, diagrams, diagram groups and their flows.',
  'A new domain gets its root object. A revert leaves comments and drafts alone.',
  'Adding a task does not change the commit of its draft.',
  'Files of exports and thumbnails are there for one hour, then answer 410.',
  'A key signs in as the user whose key created it.',
];

const NOT_IMPLEMENTED = [
  'Operations that are not in the list above: imports, the general landscape export, search, share links, teams, invites, merging drafts, creating versions.',
  'Webhooks: nothing is delivered.',
  'Bearer tokens: every request needs an API key.',
  'Team-only editing: keys belong to no team.',
  'The parameter expand of lists.',
];

/** What this server is, does and does not do. */
export function about(): Record<string, unknown> {
  return {
    service: 'archctl sandbox',
    about:
      'A local implementation of the Architecture Modelling Service. It keeps what it is told; it is not the service.',
    health: '/v1/health',
    control: ['PUT /sandbox/clock', 'PUT /sandbox/faults', 'GET /sandbox/state', 'POST /sandbox/reset'],
    operations: OPERATIONS.map(({ id, method, path, otherPaths, endpoint, summary }) => ({
      id,
      method,
      path: `/v1${path}`,
      ...(otherPaths && { otherPaths: otherPaths.map((it) => `/v1${it}`) }),
      ...(endpoint !== undefined && { endpoint }),
      summary,
    })),
    ownChoices: OWN_CHOICES,
    notImplemented: NOT_IMPLEMENTED,
  };
}

import { OPERATIONS } from '../../contract/index.js';
import { getHealth } from '../../contract/resources/health.js';
import { iconFile, takeIcon } from '../catalog/icons.js';
import { exportFile, thumbnailFile } from '../exports/files.js';
import { organizationIconFile, takeOrganizationIcon } from '../exports/icons.js';
import type { Asked } from '../message.js';
import { HANDLERS } from '../resources/index.js';
import type { Services } from '../services.js';
import { about } from './about.js';
import { type Answerer, answerOf, type Respond, type RouteTable } from './answer.js';
import { type Control, controlRoutes } from './control.js';
import type { FaultPlayer } from './faults.js';
import { checkLocal } from './guard.js';
import { HttpError } from './http-error.js';
import { perform } from './pipeline.js';
import { rateLimiter } from './quota.js';
import { router, segmentsOf } from './router.js';
import { parametersOf, type Route, routesOf } from './routes.js';

export interface AppSettings {
  services: Services;
  faults: FaultPlayer;
  control: Control;
}

/** Creates the request handler of the whole sandbox. Routes below `/v1` come from the contract. */
export function createApp(settings: AppSettings): Answerer {
  const { services, control } = settings;
  const routes = router<Respond>();
  const operations = operationRoutes(settings);
  for (const route of routesOf(OPERATIONS)) routes.add(route.path, operations(route));
  const others: RouteTable = {
    '/': { GET: () => about(services) },
    ...fileRoutes(services),
    ...controlRoutes(services, control),
  };
  for (const [path, methods] of Object.entries(others)) routes.add(path, byMethod(methods));

  const respond = (asked: Asked): unknown => {
    const segments = segmentsOf(asked.url.pathname);
    // Applies to every encoding of the path.
    if (segments[0] === 'sandbox') checkLocal(asked);
    const found = routes.find(segments);
    if (!found) throw noSuchRoute(asked);
    return found.value(asked, found.values);
  };
  return async (asked) => {
    const requestId = services.newId();
    const answer = await answerOf(() => respond(asked));
    answer.headers['X-Request-Id'] = requestId;
    answer.headers.Date = services.now().toUTCString();
    return answer;
  };
}

/** Handlers of a route by method: fault injection, then the operation. */
function operationRoutes({ services, faults }: AppSettings): (route: Route) => Respond {
  const surroundings = {
    services,
    limiter: rateLimiter(),
    handlers: HANDLERS,
    live: new Map<string, string>(),
  };
  return ({ places }) =>
    async (asked, values) => {
      const place = places.get(asked.method);
      // Health checks are exempt from faults, because starting a sandbox waits for one.
      if (place?.operation.id !== getHealth.id) await playFaults(services, faults);
      const registered = place && HANDLERS.get(place.operation.id);
      if (!registered) throw methodNotAllowed(asked.method, [...places.keys()]);
      return perform(asked, registered, parametersOf(place, values), surroundings);
    };
}

/** Files at signed URLs. */
const fileRoutes = (services: Services): RouteTable => ({
  '/files/exports/{}/{}': { GET: (_asked, [id = '', file = '']) => exportFile(services, id, file) },
  '/files/thumbnails/{}/{}': { GET: (_asked, [id = '', file = '']) => thumbnailFile(services, id, file) },
  '/files/icons/{}/{}/{}/{}/{}': {
    PUT: (asked, [organization = '', variant = '', icon = '', type = '', token = '']) =>
      takeOrganizationIcon(services, { organization, variant, icon, type, token }, asked),
  },
  '/files/icons/{}/{}/{}/{}': {
    GET: (_asked, [organization = '', token = '', variant = '', file = '']) =>
      organizationIconFile(services, { organization, token, variant, file }),
  },
  '/files/icons/{}': {
    GET: (_asked, [file = '']) => iconFile(services, file),
    PUT: (asked, [file = '']) => takeIcon(services, file, asked),
  },
});

const byMethod =
  (methods: RouteTable[string]): Respond =>
  (asked, values) => {
    const method = asked.method === 'HEAD' ? 'GET' : asked.method;
    const respond = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!respond) throw noSuchRoute(asked);
    return respond(asked, values);
  };

const noSuchRoute = ({ method, url }: Asked): HttpError =>
  new HttpError(404, `${method} ${url.pathname} was not found.`, { code: 'no-such-route' });

async function playFaults(services: Services, player: FaultPlayer): Promise<void> {
  const { faults, schedule } = services;
  if (faults.latencyMs > 0) await new Promise<void>((resolve) => schedule(resolve, faults.latencyMs));
  player.play(faults);
}

function methodNotAllowed(method: string, allowed: readonly string[]): HttpError {
  return new HttpError(405, `${method} is not allowed here.`, {
    code: 'method-not-allowed',
    headers: { Allow: allowed.join(', ') },
  });
}

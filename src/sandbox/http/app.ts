import { DATA_HEADER } from '../../contract/headers.js';
import { OPERATIONS } from '../../contract/index.js';
import { getHealth } from '../../contract/resources/health.js';
import { iconFile, storeIcon } from '../catalog/icons.js';
import { exportFile, thumbnailFile } from '../exports/files.js';
import { organizationIconFile, storeOrganizationIcon } from '../exports/icons.js';
import { wait } from '../lifetime.js';
import type { SandboxRequest } from '../message.js';
import { HANDLERS } from '../resources/index.js';
import type { Services } from '../services.js';
import { about } from './about.js';
import { type Control, controlRoutes } from './control.js';
import type { FaultPlayer } from './faults.js';
import { checkLocal } from './guard.js';
import { HttpError } from './http-error.js';
import { type PageProvider, pageRoutes, redirectToPage } from './page-routes.js';
import { perform } from './pipeline.js';
import { rateLimiter } from './quota.js';
import { answerOf, type RequestHandler, type Respond, type RouteTable } from './response.js';
import { router, segmentsOf } from './router.js';
import { parametersOf, type Route, routesOf } from './routes.js';

export interface AppSettings {
  services: Services;
  faults: FaultPlayer;
  control: Control;
  /** Pages for browsers, if the sandbox serves any. */
  page: PageProvider | undefined;
}

/** Creates the request handler of the whole sandbox. Routes below `/v1` come from the contract. */
export function createApp(settings: AppSettings): RequestHandler {
  const { services, control, page } = settings;
  const routes = router<Respond>();
  const operations = operationRoutes(settings);
  for (const route of routesOf(OPERATIONS)) routes.add(route.path, operations(route));
  const others: RouteTable = {
    '/': { GET: () => about(services) },
    ...fileRoutes(services),
    ...controlRoutes(services, control),
    ...(page && pageRoutes(services, page)),
  };
  for (const [path, methods] of Object.entries(others)) routes.add(path, byMethod(methods));

  const respond = (request: SandboxRequest): unknown => {
    const segments = segmentsOf(request.url.pathname);
    // Applies to every encoding of the path.
    if (segments[0] === 'sandbox') checkLocal(request);
    if (page) redirectToPage(request);
    const found = routes.find(segments);
    if (!found) throw noSuchRoute(request);
    return found.value(request, found.values);
  };
  return async (request) => {
    const requestId = services.newId();
    const answer = await answerOf(() => respond(request));
    answer.headers['X-Request-Id'] = requestId;
    answer.headers[DATA_HEADER] = services.store.settings.get('dataId') ?? '';
    answer.headers.Date = services.now().toUTCString();
    return answer;
  };
}

/** Handlers of a route by method: fault injection, then the operation. */
function operationRoutes({ services, faults }: AppSettings): (route: Route) => Respond {
  const context = {
    services,
    limiter: rateLimiter(),
    handlers: HANDLERS,
    liveVersionIds: new Map<string, string>(),
  };
  return ({ targets }) =>
    async (request, values) => {
      const target = targets.get(request.method);
      // Health checks are exempt from faults, because starting a sandbox waits for one.
      if (target?.operation.id !== getHealth.id) await playFaults(services, faults);
      const registered = target && HANDLERS.get(target.operation.id);
      if (!registered) throw methodNotAllowed(request.method, [...targets.keys()]);
      return perform(request, registered, parametersOf(target, values), context);
    };
}

/** Files at signed URLs. */
const fileRoutes = (services: Services): RouteTable => ({
  '/files/exports/{}/{}': { GET: (_request, [id = '', file = '']) => exportFile(services, id, file) },
  '/files/thumbnails/{}/{}': { GET: (_request, [id = '', file = '']) => thumbnailFile(services, id, file) },
  '/files/icons/{}/{}/{}/{}/{}': {
    PUT: (request, [organization = '', variant = '', icon = '', type = '', token = '']) =>
      storeOrganizationIcon(services, { organization, variant, icon, type, token }, request),
  },
  '/files/icons/{}/{}/{}/{}': {
    GET: (_request, [organization = '', token = '', variant = '', file = '']) =>
      organizationIconFile(services, { organization, token, variant, file }),
  },
  '/files/icons/{}': {
    GET: (_request, [file = '']) => iconFile(services, file),
    PUT: (request, [file = '']) => storeIcon(services, file, request),
  },
});

const byMethod =
  (methods: RouteTable[string]): Respond =>
  (request, values) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const respond = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!respond) throw noSuchRoute(request);
    return respond(request, values);
  };

const noSuchRoute = ({ method, url }: SandboxRequest): HttpError =>
  new HttpError(404, `There is no operation ${method} ${url.pathname}.`, { code: 'no-such-route' });

async function playFaults(services: Services, player: FaultPlayer): Promise<void> {
  const { faults, schedule, lifetime } = services;
  if (faults.latencyMs > 0) await wait(schedule, faults.latencyMs, lifetime);
  player.play(faults);
}

function methodNotAllowed(method: string, allowed: readonly string[]): HttpError {
  return new HttpError(405, `${method} is not allowed for this path; use ${allowed.join(', ')}.`, {
    code: 'method-not-allowed',
    headers: { Allow: allowed.join(', ') },
  });
}

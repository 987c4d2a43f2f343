import { Hono } from 'hono';
import { OPERATIONS } from '../../contract/index.js';
import { getHealth } from '../../contract/resources/health.js';
import { iconFile, takeIcon } from '../catalog/icons.js';
import { exportFile, thumbnailFile } from '../exports/files.js';
import { organizationIconFile, takeOrganizationIcon } from '../exports/icons.js';
import { Refusal } from '../refusal.js';
import { HANDLERS } from '../resources/index.js';
import type { Services } from '../services.js';
import { about } from './about.js';
import { type Control, controlRoutes } from './control.js';
import { DroppedConnection, type FaultPlayer } from './faults.js';
import type { Surroundings } from './guard.js';
import { HttpError, refused, storeAnswer } from './http-error.js';
import { perform } from './pipeline.js';
import { rateLimiter } from './quota.js';
import { parametersOf, routesOf } from './routes.js';

export interface AppSettings {
  services: Services;
  faults: FaultPlayer;
  control: Control;
}

/** Routes of the whole sandbox; those below `/v1` are read off the contract. */
export function createApp({ services, faults, control }: AppSettings) {
  const app = new Hono<Surroundings>();
  const limiter = rateLimiter();

  /** Every answer but success is made here, and every answer gets its request id. */
  const answer = async (make: () => Promise<unknown> | unknown): Promise<Response> => {
    const requestId = services.newId();
    const response = await outcome(make);
    response.headers.set('X-Request-Id', requestId);
    return response;
  };

  app.get('/', () => answer(() => about(services)));
  app.route('/sandbox', controlRoutes(answer, services, control));
  app.get('/files/exports/:id/:file', (c) =>
    answer(() => exportFile(services, c.req.param('id'), c.req.param('file'))),
  );
  app.get('/files/thumbnails/:id/:file', (c) =>
    answer(() => thumbnailFile(services, c.req.param('id'), c.req.param('file'))),
  );
  app.put('/files/icons/:organization/:variant/:icon/:type/:token', (c) =>
    answer(() => takeOrganizationIcon(services, c.req.param(), c.req.raw)),
  );
  app.get('/files/icons/:organization/:token/:variant/:file', (c) =>
    answer(() => organizationIconFile(services, c.req.param())),
  );
  app.get('/files/icons/:file', (c) => answer(() => iconFile(services, c.req.param('file'))));
  app.put('/files/icons/:file', (c) => answer(() => takeIcon(services, c.req.param('file'), c.req.raw)));

  for (const { path, places } of routesOf(OPERATIONS)) {
    app.all(path, (c) =>
      answer(async () => {
        const { raw } = c.req;
        const place = places.get(raw.method);
        // Whoever starts a sandbox asks for its health first, whatever faults it is to have.
        if (place?.operation.id !== getHealth.id) await playFaults(services, faults);
        const registered = place && HANDLERS.get(place.operation.id);
        if (!registered) throw methodNotAllowed(raw.method, [...places.keys()]);
        const parameters = parametersOf(place, c.req.param());
        return perform(raw, registered, parameters, { services, limiter, handlers: HANDLERS });
      }),
    );
  }
  app.notFound((c) =>
    answer(() => {
      throw new HttpError(404, `There is no ${c.req.method} ${c.req.path} here.`, { code: 'no-such-route' });
    }),
  );
  app.onError((error) => {
    throw error;
  });
  return app;
}

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

async function outcome(make: () => Promise<unknown> | unknown): Promise<Response> {
  try {
    const result = await make();
    return result instanceof Response ? result : json(200, result);
  } catch (error) {
    if (error instanceof DroppedConnection) throw error;
    if (error instanceof Refusal) return failed(refused(error));
    const known = error instanceof HttpError ? error : storeAnswer(error);
    if (known) return failed(known);
    const message = error instanceof Error ? error.message : String(error);
    return json(500, { message: `The sandbox failed: ${message}`, code: 'internal' });
  }
}

const failed = ({ status, body, headers }: HttpError): Response => json(status, body, headers);

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

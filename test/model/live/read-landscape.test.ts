import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Send } from '../../../src/client/send/wire.js';
import { identify } from '../../../src/model/compare/identity.js';
import { ELEMENT_KINDS, type Model } from '../../../src/model/document/element.js';
import { type LiveLandscape, recordsOf } from '../../../src/model/live/landscape.js';
import { modelOfLandscape } from '../../../src/model/live/model-of-landscape.js';
import { readLandscape } from '../../../src/model/live/read-landscape.js';
import { openService, type Service } from '../../support/sandbox.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const read = (transport: Send = service.transport): Promise<LiveLandscape> =>
  readLandscape(service.client({ transport }), {
    landscapeId: service.sandbox.landscapeId,
    versionId: 'latest',
  });

const isContent = (url: URL | string): boolean => String(url).endsWith('/content');

test('sends one request for each list and each diagram, and requests all lists concurrently', async () => {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const reading = read(async (request) => {
    asked.push(String(request.url));
    // The lists and the landscape are requested before the first response.
    if (asked.length < 10) await new Promise<void>((resolve) => void waiting.push(resolve));
    else for (const go of waiting.splice(0)) go();
    return service.transport(request);
  });
  const live = await reading;
  const diagrams = recordsOf(live, 'diagram').length;
  expect(diagrams).toBeGreaterThan(3);
  expect(asked.filter(isContent)).toHaveLength(diagrams);
  // Eight lists, the landscape, its technologies and teams.
  expect(asked).toHaveLength(diagrams + 12);
  expect(new Set(asked).size).toBe(asked.length);
});

const shown = (live: LiveLandscape): unknown[] => {
  const model: Model = modelOfLandscape(live, identify(live).ids);
  return ELEMENT_KINDS.map((kind) => [...(model.elements.get(kind) ?? [])]);
};

test('ignores the order of lists and maps', async () => {
  const live = await read();
  const turned = {
    ...live,
    records: new Map([...live.records].map(([kind, docs]) => [kind, docs.toReversed()])),
    contents: new Map([...live.contents].reverse()),
  };
  expect(shown(turned)).toEqual(shown(live));
});

test('contains slugs of technologies, names of teams, and the domain of each object', async () => {
  const live = await read();
  const model = modelOfLandscape(live, identify(live).ids);
  expect(model.elements.get('object')?.get('booking')?.fields).toMatchObject({
    domain: 'passenger-travel',
    teams: ['Travel Experience'],
  });
  expect(
    model.elements.get('connection')?.get('booking-payment-provider-takes-payments')?.fields,
  ).toMatchObject({
    technologies: ['https'],
  });
});

test('omits a diagram that is deleted during the read, and its flows', async () => {
  const whole = await read();
  const [flow] = recordsOf(whole, 'flow');
  const gone = String(flow?.diagramId);
  const live = await read(async (request) =>
    isContent(request.url) && String(request.url).includes(gone)
      ? service.transport({
          ...request,
          url: new URL(String(request.url).replace(gone, 'NobodyHasThisId00000')),
        })
      : service.transport(request),
  );
  expect(recordsOf(live, 'diagram').map(({ id }) => id)).not.toContain(gone);
  expect(recordsOf(live, 'flow').map(({ id }) => id)).not.toContain(flow?.id);
  expect(recordsOf(live, 'diagram')).toHaveLength(recordsOf(whole, 'diagram').length - 1);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.js';
import { nodeTransport } from '../../src/client/transport/transport.js';
import type { Model } from '../../src/model/document/element.js';
import { readLandscape } from '../../src/model/live/read-landscape.js';
import { planChanges } from '../../src/model/plan/plan.js';
import { type Home, home } from '../support/binary.js';
import { modelIn } from '../support/plan-landscape.js';
import { textOf } from '../support/sandbox.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

let user: Home;
let sandbox: ServedSandbox;
beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user);
});
afterAll(async () => {
  await user.remove();
  await sandbox.stop();
});

const SYSTEMS = 200;
const APPS = 9;
const LINES = 100;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

interface Change {
  /** Changes the text of every nth app. */
  caption?: number;
  /** Removes systems from the end. */
  without?: number;
  /** Adds systems. */
  more?: number;
}

/**
 * 200 systems with nine apps each, connections between apps, and three drawn systems with a flow, as JSON,
 * which is YAML.
 */
function documentOf({ caption = 0, without = 0, more = 0 }: Change = {}): string {
  const app = (system: number, at: number) => ({
    id: `a${system}-${at}`,
    type: 'app',
    name: `App ${system}.${at}`,
    ...(caption > 0 && (system * APPS + at) % caption === 0 && { caption: 'Changed' }),
  });
  const system = (at: number) => ({
    id: `s${at}`,
    type: 'system',
    name: `System ${at}`,
    objects: numbers(APPS).map((it) => app(at, it)),
  });
  const added = numbers(more).map((at) => ({ id: `m${at}`, type: 'system', name: `More ${at}` }));
  const layout = {
    objects: Object.fromEntries(numbers(APPS).map((at) => [`a0-${at}`, { x: at * 400, y: 0 }])),
  };
  const drawn = numbers(3).map((at) => ({
    id: `d${at}`,
    type: 'app-diagram',
    of: 's0',
    name: `Drawn ${at}`,
    objects: numbers(APPS).map((it) => `a0-${it}`),
    layout,
  }));
  return JSON.stringify({
    namespace: 'large',
    domains: [
      { id: 'd', name: 'Everything', objects: [...numbers(SYSTEMS - without).map(system), ...added] },
    ],
    connections: numbers(LINES).map((at) => ({
      id: `c${at}`,
      origin: `a${at % 20}-${at % APPS}`,
      target: `a${(at % 20) + 1}-${(at + 1) % APPS}`,
      name: `Calls ${at}`,
    })),
    diagrams: drawn,
    flows: drawn.map(({ id }) => ({
      id: `f${id}`,
      diagram: id,
      name: `Flow ${id}`,
      steps: [{ origin: 'a0-0', description: 'Begins' }],
    })),
  });
}

it('2,000 objects are applied, changed, pruned and reverted, and match the document each time', async () => {
  const path = `/v1/organizations/${sandbox.organizationId}/landscapes`;
  const made = (await sandbox.request('POST', path, { name: 'Large' })) as Record<string, unknown>;
  const landscapeId = textOf(made.landscape, 'id');
  const client = createClient({
    baseUrl: `${sandbox.url}/v1/`,
    credentials: sandbox.adminKey,
    transport: nodeTransport({ proxyEnv: {}, longLived: true }),
    paced: false,
  });
  const isAsWritten = async (wanted: Model): Promise<void> => {
    const live = await readLandscape(client, { landscapeId, versionId: 'latest' });
    const { steps, problems } = await planChanges(wanted, live, { prune: 'namespace' });
    expect([steps, problems]).toEqual([[], []]);
  };
  const run = async (...args: string[]): Promise<Record<string, unknown>> => {
    const ran = await user.start([...args, '--landscape', landscapeId, '--yes', '-o', 'json']).ended;
    expect(ran.code, ran.stderr).toBe(0);
    return JSON.parse(ran.stdout) as Record<string, unknown>;
  };
  const apply = (text: string) => {
    writeFileSync(join(user.directory, 'large.json'), text);
    return run('model', 'apply', 'large.json', '--prune');
  };
  const first = documentOf();
  const asFirst = modelIn(first);
  expect(await apply(first)).toMatchObject({ created: 1 + SYSTEMS * (APPS + 1) + LINES + 6, remaining: 0 });
  await isAsWritten(asFirst);
  const kept = await run('version', 'create', '--name', 'First', '--notes', 'As it was at first.');

  const second = documentOf({ caption: 30, without: 4, more: 10 });
  expect(await apply(second)).toMatchObject({ created: 10, deleted: 4 * (APPS + 1), remaining: 0 });
  await isAsWritten(modelIn(second));

  await run('version', 'revert', textOf(kept, 'id'));
  await isAsWritten(asFirst);
}, 120_000);

import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home, type RunningProcess } from '../support/binary.js';
import { attach, deliveryOf, eventsOf, listen, newIds, post, readyOf } from '../support/broker-load.js';
import { isNatsMissing, type NatsServer, natsServer } from '../support/nats.js';

const EVENTS = Number(process.env.ARCHCTL_TEST_BROKER_EVENTS ?? 600);
const CONSUMERS = 3;
const CONSUMER_KILLS = 3;
const SENDERS = 16;

let user: Home;
let server: NatsServer;
beforeAll(async () => {
  if (isNatsMissing()) return;
  user = home();
  server = await natsServer('-js');
});
afterAll(async () => {
  await user?.remove();
  await server?.remove();
});

/** A process that is killed and started again, with the output of all runs. */
class Restarting {
  readonly runs: RunningProcess[] = [];
  /** Address of the current run, once it is ready. */
  url: Promise<string> = Promise.resolve('');
  constructor(private readonly begin: () => RunningProcess) {}

  async start(): Promise<void> {
    const run = this.begin();
    this.runs.push(run);
    this.url = readyOf(run).then(({ url }) => url);
    await this.url;
  }

  async restart(): Promise<void> {
    const killed = this.kill();
    this.url = killed.then(() => this.start()).then(() => this.url);
    await this.url;
  }

  async kill(): Promise<void> {
    const child = this.runs.at(-1)?.child;
    child?.kill('SIGKILL');
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** Sends an event again with the same signature, also to another listener, until it is accepted. */
async function deliver(id: string, listeners: readonly Restarting[], first: number): Promise<void> {
  const delivery = deliveryOf(id);
  for (let attempt = first; ; attempt++) {
    const listener = listeners[attempt % listeners.length] as Restarting;
    if ((await post(await listener.url, delivery)) === 200) return;
  }
}

describe.skipIf(isNatsMissing())('two listeners, a broker and three consumers of a group', () => {
  it('lose no acknowledged event, and mark each that is shown again: at most one per kill of a consumer', async () => {
    const url = server.url('CHAOS');
    const listeners = ['local', 'stream'].map(
      (ack) => new Restarting(() => listen(user, url, '--port', '0', '--ack', ack)),
    );
    const consumers = Array.from(
      { length: CONSUMERS },
      () => new Restarting(() => attach(user, url, '--group', 'workers')),
    );
    for (const it of [...listeners, ...consumers]) await it.start();

    const ids = newIds(EVENTS);
    let sent = 0;
    const kills = [
      () => listeners[0]?.restart(),
      () => server.restart(),
      () => consumers[0]?.restart(),
      () => listeners[1]?.restart(),
      () => consumers[1]?.kill(),
      () => consumers[2]?.restart(),
    ];
    // At random moments, but each after another part of the events.
    const moments = kills.map((kill, at) => ({
      after: Math.floor(((at + Math.random()) * EVENTS) / kills.length),
      kill,
    }));
    const killed: unknown[] = [];
    const sender = async (first: number) => {
      for (let id = ids[sent++]; id !== undefined; id = ids[sent++]) {
        while (moments[0] && sent >= moments[0].after) killed.push(moments.shift()?.kill());
        await deliver(id, listeners, first);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, (_, at) => sender(at)));
    await Promise.all(killed);

    const shown = () => eventsOf(...consumers.flatMap(({ runs }) => runs));
    const missing = () => {
      const seen = new Set(shown().map(({ resourceId }) => resourceId));
      return ids.filter((id) => !seen.has(id)).length;
    };
    await expect.poll(missing, { interval: 250 }).toBe(0);
    const counts = new Map<string, number>();
    for (const { resourceId, duplicate } of shown())
      if (!duplicate) counts.set(resourceId, (counts.get(resourceId) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
    // An event that was being printed when its consumer was killed.
    const marked = shown().filter(({ duplicate }) => duplicate);
    expect(marked.length).toBeLessThanOrEqual(CONSUMER_KILLS);
  });
});

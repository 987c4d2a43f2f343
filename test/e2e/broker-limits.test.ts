import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home, type RunningProcess } from '../support/binary.js';
import { attach, deliveryOf, eventsOf, listen, newIds, post, readyOf } from '../support/broker-load.js';
import { isNatsMissing, type NatsServer, natsServer } from '../support/nats.js';

const MAX_PAYLOAD = 200_000;

let user: Home;
let server: NatsServer;
let connection: NatsConnection;
let manager: JetStreamManager;
beforeAll(async () => {
  if (isNatsMissing()) return;
  user = home();
  const configuration = join(user.directory, 'server.conf');
  writeFileSync(configuration, `max_payload: ${MAX_PAYLOAD}\n`);
  server = await natsServer('-js', '-c', configuration);
  connection = await connect({ port: server.port });
  manager = await jetstreamManager(connection);
});
afterAll(async () => {
  await user?.remove();
  await connection?.close();
  await server?.remove();
});

const idsOf = (process: RunningProcess): string[] => eventsOf(process).map(({ resourceId }) => resourceId);
const padded = (id: string, length: number) => deliveryOf(id, { before: { note: 'x'.repeat(length) } });

/** Peak resident memory in MB. */
const peakOf = ({ child }: RunningProcess): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;

describe.skipIf(isNatsMissing())('a stream that is full', () => {
  it('gets the waiting events in order when room is made', async () => {
    await manager.streams.add({
      ...{ name: 'ROOM', subjects: ['room.>'], max_msgs: 2, discard: 'new' as const },
    });
    const url = server.url('ROOM');
    const listener = listen(user, url, '--port', '0', '--subject', 'room.{resource}');
    const address = (await readyOf(listener)).url;
    const ids = newIds(20);
    for (const id of ids) expect(await post(address, deliveryOf(id))).toBe(200);
    await listener.until(/The stream is full/, 'stderr');
    expect((await manager.streams.info('ROOM')).state.messages).toBe(2);
    await manager.streams.update('ROOM', { max_msgs: 100 });
    const consumer = attach(user, url, '--durable', 'room', '--count', String(ids.length));
    expect(await consumer.ended).toMatchObject({ code: 0 });
    expect(idsOf(consumer)).toEqual(ids);
    listener.child.kill('SIGINT');
    await listener.ended;
  });
});

describe.skipIf(isNatsMissing())('an event larger than max_payload', () => {
  it.each([
    ['local', 200],
    ['stream', 503],
  ])('is reported and does not stop others, with --ack %s', async (ack, status) => {
    const url = server.url(`LARGE-${ack}`);
    const subject = ['--subject', `large.${ack}.{resource}`];
    const listener = listen(user, url, '--port', '0', '--ack', ack, ...subject);
    const address = (await readyOf(listener)).url;
    const [before = '', large = '', after = ''] = newIds(3);
    expect(await post(address, deliveryOf(before))).toBe(200);
    expect(await post(address, padded(large, MAX_PAYLOAD))).toBe(status);
    expect(await post(address, deliveryOf(after))).toBe(200);
    await listener.until(/is not published: the server does not accept it \(limit 200000 bytes\)/, 'stderr');
    const consumer = attach(user, url, '--durable', 'large', '--count', '2');
    expect(await consumer.ended).toMatchObject({ code: 0 });
    expect(idsOf(consumer)).toEqual([before, after]);
    expect((await manager.streams.info(`LARGE-${ack}`)).state.messages).toBe(2);
    listener.child.kill('SIGINT');
    await listener.ended;
  });
});

describe.skipIf(isNatsMissing())('a consumer whose output is blocked', () => {
  const SIZE = 180_000;
  const COUNT = 330;
  const MAX_PENDING = 50;

  it('takes no more than --max-pending events, and repeats nothing that its group printed while it slept', async () => {
    const url = server.url('SLOW');
    const listener = listen(user, url, '--port', '0', '--ack', 'stream', '--subject', 'slow.{resource}');
    const address = (await readyOf(listener)).url;
    const group = ['--group', 'slow', '--max-pending', String(MAX_PENDING)];
    const blocked = attach(user, url, ...group);
    await readyOf(blocked);
    const before = peakOf(blocked);
    blocked.child.stdout?.pause();
    const ids = newIds(COUNT);
    for (let at = 0; at < COUNT; at += 10)
      await Promise.all(ids.slice(at, at + 10).map((id) => post(address, padded(id, SIZE))));
    const consumer = () => manager.consumers.info('SLOW', 'slow');
    await expect.poll(async () => (await consumer()).num_ack_pending).toBe(MAX_PENDING);
    // All events together have 59 MB.
    expect(peakOf(blocked) - before).toBeLessThan(50);

    // Like a computer that sleeps: the server delivers its events to the other member.
    blocked.child.kill('SIGSTOP');
    const other = attach(user, url, ...group);
    await expect
      .poll(async () => {
        const { num_ack_pending, num_pending } = await consumer();
        return num_ack_pending + num_pending;
      })
      .toBe(0);
    blocked.child.kill('SIGCONT');
    blocked.child.stdout?.resume();
    await blocked.until(/\n/);
    await post(address, deliveryOf('last'));
    await expect.poll(() => [...idsOf(blocked), ...idsOf(other)]).toContain('last');
    for (const { child } of [blocked, other]) child.kill('SIGINT');
    for (const process of [blocked, other]) expect(await process.ended).toMatchObject({ code: 130 });

    const shown = eventsOf(blocked, other);
    expect(new Set(shown.map(({ resourceId }) => resourceId))).toEqual(new Set([...ids, 'last']));
    const unmarked = shown.filter(({ duplicate }) => !duplicate).map(({ resourceId }) => resourceId);
    expect(unmarked.length).toBe(new Set(unmarked).size);
    // The one that was being printed.
    expect(shown.length - unmarked.length).toBeLessThanOrEqual(1);
    listener.child.kill('SIGINT');
    await listener.ended;
  });
});

describe.skipIf(isNatsMissing())('logs tail --publish', () => {
  it('publishes each entry once and in order, also after it was killed or has lost its position', async () => {
    const { baseUrl, landscapeId, request, profile } = await user.sandbox();
    expect(baseUrl).toContain('127.0.0.1');
    const url = server.url('LOGS');
    const tail = ['logs', 'tail', '--publish', url, '--create-stream', '-o', 'ndjson', '--profile', profile];
    const change = async (count: number) => {
      for (let at = 0; at < count; at++)
        await request('POST', `/v1/landscapes/${landscapeId}/versions/latest/tag-groups`, {
          ...{ name: `Group ${at}`, icon: 'globe', index: at },
        });
    };
    const entries = (stdout: string) =>
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { id: string }).id);
    const published = async () => {
      const { state } = await manager.streams.info('LOGS');
      const ids: string[] = [];
      for (let seq = state.first_seq; seq <= state.last_seq; seq++)
        ids.push((await manager.streams.getMessage('LOGS', { seq }))?.json<{ id: string }>().id ?? '');
      return ids;
    };

    await change(3);
    const first = await user.run([...tail, '--no-follow', '--since', '1h']);
    expect(first).toMatchObject({ code: 0 });
    const ids = entries(first.stdout);
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(await published()).toEqual(ids);

    const following = user.start([...tail, '--interval', '0.1']);
    await change(4);
    await following.until(/(?:.*\n){2}/);
    following.child.kill('SIGKILL');
    await following.ended;
    await change(2);
    const next = await user.run([...tail, '--no-follow']);
    expect(next).toMatchObject({ code: 0 });
    const all = await published();
    expect(all.slice(0, ids.length)).toEqual(ids);
    expect(all.length).toBe(ids.length + 6);
    expect(new Set(all).size).toBe(all.length);
    expect(entries(next.stdout).at(-1)).toBe(all.at(-1));

    rmSync(join(user.state, 'cursors'), { recursive: true });
    const again = await user.run([...tail, '--no-follow', '--since', '1h']);
    expect(entries(again.stdout)).toEqual(all);
    expect(await published()).toEqual(all);
  });
});

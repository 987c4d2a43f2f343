import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import {
  attach,
  deliveryOf,
  eventsOf,
  listen,
  newIds,
  post,
  readyOf,
  records,
} from '../support/broker-load.js';
import { isNatsMissing, type NatsServer, natsServer } from '../support/nats.js';

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

describe.skipIf(isNatsMissing())('a stream', () => {
  it('is created, and its events can be listed, shown, replayed and checked', async () => {
    const url = server.url('TOUR');
    const [id = ''] = newIds(1);
    const listener = listen(
      user,
      url,
      '--port',
      '0',
      '--ack',
      'stream',
      '--max-age',
      '1d',
      '--max-size',
      '1MB',
    );
    const address = (await readyOf(listener)).url;
    const delivery = deliveryOf(id);
    expect(await post(address, delivery)).toBe(200);
    await listener.until(/"type":"event".*\n/);
    const [event] = eventsOf(listener);

    const list = await user.run(['webhook', 'events', 'list', '--from', url, '-o', 'json']);
    expect(JSON.parse(list.stdout)).toMatchObject([{ id: event?.id, resourceId: id, verified: true }]);
    const show = await user.run(['webhook', 'events', 'show', event?.id ?? '', '--from', url, '-o', 'json']);
    const shown = JSON.parse(show.stdout) as { body: string; headers: [string, string][] };
    expect(shown.body).toBe(Buffer.from(delivery.body).toString('utf8'));
    for (const [name, value] of delivery.headers)
      expect(shown.headers.map(([key, its]) => [key.toLowerCase(), its])).toContainEqual([
        name.toLowerCase(),
        value,
      ]);
    const replay = await user.run([
      'webhook',
      'replay',
      '--from',
      url,
      '--last',
      '1',
      '--to',
      address,
      '--as-received',
      '-o',
      'json',
    ]);
    expect(replay).toMatchObject({ code: 0 });
    await listener.until(/"duplicate":true/);
    const doctor = await user.run(['doctor', '--broker', url, '-o', 'json']);
    const checks = JSON.parse(doctor.stdout) as { check: string; status: string; message: string }[];
    expect(checks.filter(({ check }) => check === 'Broker' || check === 'Limits')).toMatchObject([
      { status: 'ok', message: expect.stringContaining('TOUR: 1 message,') },
      { status: 'ok', message: expect.stringContaining('Maximum age 1 day, size 1000000 bytes') },
    ]);
  });

  it('gets events that waited while the broker was away, in order and once', async () => {
    const url = server.url('AWAY');
    const ids = newIds(300);
    const subject = ['--subject', 'away.{resource}'];
    const listener = listen(user, url, '--port', '0', ...subject);
    const address = (await readyOf(listener)).url;
    await server.kill();
    for (const id of ids) expect(await post(address, deliveryOf(id))).toBe(200);
    await listener.until(/Events wait in the local event store/, 'stderr');
    // The next listener publishes the events of one that was killed.
    listener.child.kill('SIGKILL');
    await listener.ended;
    await server.restart();
    const next = listen(user, url, '--port', '0', ...subject);
    await readyOf(next);
    const consumer = attach(user, url, '--count', String(ids.length));
    expect(await consumer.ended).toMatchObject({ code: 0 });
    expect(eventsOf(consumer).map(({ resourceId }) => resourceId)).toEqual(ids);
  });

  it('delivers an event again until the program succeeds, and waits for a slow reader', async () => {
    const url = server.url('RETRY');
    const listener = listen(user, url, '--port', '0', '--ack', 'stream', '--subject', 'retry.{resource}');
    const address = (await readyOf(listener)).url;
    const script = join(user.directory, 'fail-once.sh');
    writeFileSync(
      script,
      '#!/bin/sh\n[ -e "$0.$ARCHCTL_EVENT_ID" ] || { touch "$0.$ARCHCTL_EVENT_ID"; exit 1; }\n',
      {
        mode: 0o755,
      },
    );
    const consumer = attach(user, url, '--exec', script, '--max-pending', '2');
    await readyOf(consumer);
    const ids = newIds(4);
    await Promise.all(ids.map((id) => post(address, deliveryOf(id))));
    await consumer.until(/(?:"exitCode":0[\s\S]*){4}/);
    consumer.child.kill('SIGINT');
    expect(await consumer.ended).toMatchObject({ code: 130 });
    expect(
      eventsOf(consumer)
        .map(({ resourceId }) => resourceId)
        .sort(),
    ).toEqual([...ids].sort());
    const executed = records(consumer.stdout).filter((it) => it.type === 'executed');
    expect(executed.map(({ exitCode }) => exitCode).sort()).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });

  it('that is full delays events, and reports it', async () => {
    const connection = await connect({ port: server.port });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({
      ...{ name: 'FULL', subjects: ['full.>'], max_msgs: 1, discard: 'new' as const },
    });
    const url = server.url('FULL');
    const listener = listen(user, url, '--port', '0', '--subject', 'full.{resource}');
    const address = (await readyOf(listener)).url;
    for (const id of newIds(2)) expect(await post(address, deliveryOf(id))).toBe(200);
    await listener.until(/The stream is full/, 'stderr');
    await manager.streams.purge('FULL');
    await listener.until(/publishing again/, 'stderr');
    expect((await manager.streams.info('FULL')).state.messages).toBe(1);
    await connection.close();
  });

  it.each([
    [4, 'there is no stream \\"NONE\\"', () => ['webhook', 'attach', server.url('NONE')]],
    [2, 'contains a user name', () => ['webhook', 'attach', 'nats://me:geheim@127.0.0.1/EVENTS']],
    [5, 'does not accept other.*', () => [...listenTo('TOUR'), '--subject', 'other.{operation}']],
    [7, 'cannot connect', () => ['webhook', 'events', 'list', '--from', 'nats://127.0.0.1:1/EVENTS']],
  ])('gives exit code %i: %s', async (code, message, args) => {
    const ended = await user.run([...args(), '-o', 'json'], {
      env: { ARCHCTL_WEBHOOK_SECRET: 'x'.repeat(32) },
    });
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) });
    expect(ended.stderr).not.toContain('geheim');
  });
});

const listenTo = (stream: string) => ['webhook', 'listen', '--port', '0', '--publish', server.url(stream)];

describe.skipIf(isNatsMissing())('a server with a password and without JetStream', () => {
  it('is reported as such', async () => {
    const locked = await natsServer('--user', 'me', '--pass', 'right');
    const args = ['webhook', 'attach', locked.url('EVENTS'), '--nats-user', 'me', '-o', 'json'];
    const wrong = await user.run(args, { env: { NATS_PASSWORD: 'wrong' } });
    expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('rejected the credentials') });
    expect(wrong.stderr).not.toContain('wrong"');
    const right = await user.run(args, { env: { NATS_PASSWORD: 'right' } });
    expect(right).toMatchObject({ code: 5, stderr: expect.stringContaining('JetStream is not enabled') });
    await locked.remove();
  });
});

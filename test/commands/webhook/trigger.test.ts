import { describe, expect, it } from 'vitest';
import { WEBHOOK_COLLECTIONS, WEBHOOK_OPERATIONS } from '../../../src/contract/webhook.js';
import { verify } from '../../../src/webhooks/web-signature.js';
import { clock, EVENT, NOW, SECRET, webhookCommandSuite } from './webhook-suite.js';

const suite = webhookCommandSuite();
/** A closed port. */
const NOWHERE = 'http://127.0.0.1:9/';
const { webhook } = suite;

describe('webhook trigger', () => {
  const trigger = (...more: string[]) => webhook('trigger -o json', ['--to', suite.target, ...more]);

  it('sends one realistic event that verifies', async () => {
    const ran = await trigger('--set', 'after.name=Shop', '--set', 'before.labels.env="x"');
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.json()).toEqual([{ status: 200, ms: expect.any(Number), answer: 'thanks' }]);
    expect(suite.server.received).toHaveLength(1);
    expect(suite.server.received[0]).toMatchObject({ method: 'POST', url: '/hooks?a=1' });
    expect(suite.server.received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      host: new URL(suite.target).host,
    });
    expect(JSON.parse(String(suite.server.received[0]?.body))).toMatchObject({
      ...{ collection: 'model-object', operation: 'updated' },
      after: { name: 'Shop' },
      before: { labels: { env: 'x' } },
    });
    expect(JSON.stringify(suite.server.received)).not.toContain(SECRET);
  });

  it.each(
    WEBHOOK_COLLECTIONS.flatMap((collection) =>
      WEBHOOK_OPERATIONS.map((operation) => [collection, operation] as const),
    ),
  )('sends a %s that was %s', async (collection, operation) => {
    expect((await trigger('--collection', collection, '--operation', operation)).code).toBe(0);
    expect(JSON.parse(String(suite.server.received[0]?.body))).toMatchObject({ collection, operation });
  });

  it('sends the given event', async () => {
    const event = { ...EVENT, collection: 'flow', extra: [1] };
    suite.here.write('event.yaml', JSON.stringify(event));
    expect((await trigger('--data', '@event.yaml', '--set', 'resourceId=R2')).code).toBe(0);
    expect(JSON.parse(String(suite.server.received[0]?.body))).toEqual({ ...event, resourceId: 'R2' });
  });

  it('sends many, at a rate', async () => {
    const waited = clock.waits.length;
    const ran = await trigger('--count', '5', '--rate', '10');
    expect((ran.json() as unknown[]).length).toBe(5);
    expect(await Promise.all(suite.server.received.map(suite.server.reasonOf))).toEqual(
      Array.from({ length: 5 }, () => 'ok'),
    );
    expect(clock.waits.slice(waited)).toEqual([100, 100, 100, 100]);
  });

  it.each([
    ['signature', 'mismatch'],
    ['timestamp', 'stale'],
    ['body', 'mismatch'],
    ['json', 'not-json'],
    ['headers', 'missing-signature'],
  ])('with --break %s is rejected for %s, which is a success', async (broken, reason) => {
    expect((await trigger('--break', broken)).code).toBe(0);
    expect(await Promise.all(suite.server.received.map(suite.server.reasonOf))).toEqual([reason]);
  });

  it('with --break is a finding if it is accepted', async () => {
    suite.server.answers.push(401, 200);
    const ran = await trigger('--break', 'signature', '--count', '2');
    expect(ran.code).toBe(8);
    expect(ran.error().message).toContain('1 of 2');
    expect((ran.json() as { status: number }[]).map(({ status }) => status)).toEqual([401, 200]);
  });

  it('explains the usual cause of a 401', async () => {
    suite.server.answers.push(401, 500);
    const unsigned = await trigger();
    expect([unsigned.code, unsigned.error().message]).toEqual([5, 'The event was refused.']);
    expect(unsigned.error().hint).toContain('the server has another secret');
    expect((await trigger()).error().hint).toBeUndefined();
  });

  it('has an exit code for each result', async () => {
    suite.server.answers.push(200, 500);
    const refused = await trigger('--count', '2');
    expect(refused.code).toBe(5);
    expect(refused.error().message).toContain('1 of 2');
    const silent = await webhook('trigger -o json --to', [NOWHERE]);
    expect(silent.code).toBe(7);
    expect(silent.error().message).toContain('is your server running on http://127.0.0.1:9?');
    const broken = await webhook('trigger -o json --break body --to', [NOWHERE]);
    expect(broken.code).toBe(7);
  });

  it.each([
    ['an address of another kind', ['--to', 'ftp://x/'], '--to'],
    ['a path through a text', ['--set', 'resourceId.x=1'], 'resourceId.x'],
    ['another way to break it', ['--break', 'all'], 'signature'],
    ['no number', ['--count', '0'], '--count'],
  ])('rejects %s', async (_, more, told) => {
    const ran = await trigger(...more);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
    expect(suite.server.received).toEqual([]);
  });

  it('sends nothing with --dry-run', async () => {
    const ran = await trigger('--dry-run');
    expect(ran.code).toBe(0);
    expect(suite.server.received).toEqual([]);
    const { headers, body } = ran.json() as { headers: Record<string, string>; body: string };
    const [signature, timestamp] = [headers['X-Service-Signature'], headers['X-Service-Timestamp']];
    expect((await verify({ secrets: SECRET, signature, timestamp, body, now: NOW })).ok).toBe(true);
    expect(ran.stdout).not.toContain(SECRET);
  });
});

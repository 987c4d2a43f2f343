import { describe, expect, it } from 'vitest';
import { sign } from '../../../src/webhooks/node-signature.js';
import { BODY, NOW, SECRET, webhookCommandSuite } from './webhook-suite.js';

const suite = webhookCommandSuite();
const { keep, webhook } = suite;

describe('webhook events', () => {
  it('list: newest first, filtered, limited, with pruned events', async () => {
    const ids = [3000, 2000, 1000].map((ago, at) => keep(ago, at === 1 ? { operation: 'deleted' } : {}));
    const newest = [...ids].reverse();
    const listed = async (...more: string[]) =>
      ((await webhook('events list -o json', more)).json() as { id: string }[]).map(({ id }) => id);
    expect(await listed()).toEqual(newest);
    expect(await listed('--operation', 'deleted')).toEqual([ids[1]]);
    expect(await listed('--collection', 'flow')).toEqual([]);
    expect(await listed('--since', '2500s')).toEqual(newest.slice(0, 2));
    const limited = await webhook('events list --limit 2 -o json');
    expect((limited.json() as unknown[]).length).toBe(2);
    expect((await webhook('events list --limit 2 -o table')).stderr).toContain('--limit');
    await webhook('events prune --keep 2 --yes');
    expect((await webhook('events list -o table')).stderr).toContain('1 older events were removed');
  });

  it('show: original headers and body', async () => {
    const id = keep(1000);
    const ran = await webhook('events show -o json', [id]);
    expect(ran.json()).toMatchObject({ id, method: 'POST', body: BODY, secretName: 'old' });
    expect((ran.json() as { headers: unknown }).headers).toContainEqual(['X-SERVICE-signature', 'old']);
    const table = await webhook('events show', [id, '-o', 'table']);
    expect(table.stdout).toContain('"name": "Größe"');
    expect((await webhook('events show evt_none')).code).toBe(4);
  });

  it('export: oldest first, byte for byte; each line is a saved request', async () => {
    const signature = sign({ secret: SECRET, timestamp: NOW, body: BODY });
    const rawHeaders = ['X-Service-Signature', signature, 'X-Service-Timestamp', String(NOW)];
    const odd = Buffer.from('00ff0d0a80', 'hex');
    const ids = [keep(2000, { rawHeaders }), keep(1000, { body: odd })];
    const ran = await webhook('events export --out out.ndjson -o json');
    expect(ran.json()).toMatchObject({ events: 2 });
    const lines = suite.here.read('out.ndjson').trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { id: string; bodyBase64: string });
    expect(records.map(({ id }) => id)).toEqual(ids);
    expect(Buffer.from(records[1]?.bodyBase64 ?? '', 'base64')).toEqual(odd);
    suite.here.write('one.json', lines[0] ?? '');
    const back = await webhook('verify --request one.json -o json');
    expect(back.json()).toMatchObject({ valid: true, secret: 'old' });
  });

  it('prune: asks, then removes by age or number', async () => {
    const ids = [4000, 3000, 2000, 1000].map((ago) => keep(ago));
    const left = async () =>
      ((await webhook('events list -o json')).json() as { id: string }[]).map(({ id }) => id).reverse();
    expect((await webhook('events prune')).code).toBe(2);
    expect((await webhook('events prune --keep 0')).code).toBe(2);
    const no = await webhook('events prune --keep 0', [], {
      tty: true,
      answers: [{ ask: 'confirm', answer: false }],
    });
    expect(no.code).toBe(130);
    expect((await webhook('events prune --keep 0 --dry-run')).code).toBe(0);
    expect(await left()).toEqual(ids);
    expect((await webhook('events prune --before 3500s --yes -o json')).json()).toEqual({ removed: 1 });
    expect(await left()).toEqual(ids.slice(1));
    const yes = await webhook('events prune --keep 1', [], {
      tty: true,
      answers: [{ ask: 'confirm', answer: true }],
    });
    expect(yes.code).toBe(0);
    expect(await left()).toEqual(ids.slice(3));
  });
});

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sign } from '../../../src/webhooks/node-signature.js';
import type { RunResult } from '../../support/world.js';
import { BODY, EVENT, NOW, OTHER, SECRET, webhookCommandSuite } from './webhook-suite.js';

const suite = webhookCommandSuite();
const { keep, webhook } = suite;

describe('webhook replay', () => {
  const replay = (...more: string[]) => webhook('replay -o json', ['--to', suite.target, ...more]);
  const ODD = Buffer.from('00ff0d0a80', 'hex');

  it('--as-received sends the exact bytes and headers', async () => {
    const id = keep(1000, { body: ODD, method: 'PUT' });
    suite.server.answers.push(204);
    const ran = await replay(id, '--as-received');
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.json()).toMatchObject([{ id, status: 204 }]);
    expect(suite.server.received[0]).toMatchObject({ method: 'PUT', body: ODD });
    expect(suite.server.received[0]?.rawHeaders.join()).toContain(
      'X-SERVICE-signature,old,x-service-timestamp,1,X-Kept,a',
    );
    expect(suite.server.received[0]?.headers.host).toBe(new URL(suite.target).host);
  });

  it('signs again with a fresh timestamp', async () => {
    const id = keep(1000);
    const ran = await replay(id.slice(0, -1));
    expect(ran).toMatchObject({ code: 0 });
    expect(suite.server.received[0]?.headers).toMatchObject({
      'x-service-timestamp': String(NOW),
      'x-kept': 'a',
    });
    expect(suite.server.received[0]?.body.equals(Buffer.from(BODY))).toBe(true);
    expect(await Promise.all(suite.server.received.map(suite.server.reasonOf))).toEqual(['ok']);
  });

  it('signs with the secret of the subscription', async () => {
    suite.here.signIn({
      webhookSecrets: [
        { name: 'first', secret: SECRET },
        { name: 'bound', secret: OTHER, subscriptionId: 'SUB1' },
      ],
    });
    await replay(keep(1000));
    const body = suite.server.received[0]?.body ?? ODD;
    expect(suite.server.received[0]?.headers['x-service-signature']).toBe(
      sign({ secret: OTHER, timestamp: NOW, body }),
    );
  });

  it('without a secret sends the original, and reports that', async () => {
    suite.here.signIn({});
    keep(1000);
    const ran = await replay('--last', '1');
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain('No secret is available');
    expect(suite.server.received[0]?.headers['x-service-signature']).toBe('old');
    expect((await replay('--last', '1', '--re-sign')).code).toBe(2);
  });

  it('--last and --since send from old to new', async () => {
    const ids = [4000, 3000, 2000, 1000].map((ago) => keep(ago));
    const sent = async (...more: string[]) =>
      ((await replay(...more)).json() as { id: string }[]).map(({ id }) => id);
    expect(await sent('--last', '2')).toEqual(ids.slice(2));
    expect(await sent('--since', '3500s')).toEqual(ids.slice(1));
    expect(await sent('--since', '1h', '--last', '1')).toEqual(ids.slice(3));
    const deleted = keep(2500, { operation: 'deleted' });
    expect(await sent('--last', '9', '--operation', 'deleted')).toEqual([deleted]);
    // Given ids keep their order.
    expect(await sent(ids[3] ?? '', ids[0] ?? '')).toEqual([ids[3], ids[0]]);
  });

  describe('--edit', () => {
    const edit = async (script: string, ...more: string[]): Promise<RunResult> => {
      suite.here.write(
        'editor.mjs',
        `#!${process.execPath}\nimport * as fs from 'node:fs';\nconst file = process.argv.at(-1);\n${script}`,
      );
      chmodSync(join(suite.here.cwd, 'editor.mjs'), 0o700);
      const env = { VISUAL: join(suite.here.cwd, 'editor.mjs') };
      return suite.here.run(['webhook', 'replay', '--to', suite.target, '--edit', ...more], {
        tty: true,
        env,
      });
    };

    it('sends the edited events, signed again, one after the other', async () => {
      const ids = [keep(2000), keep(1000)];
      // Fails while another editor is open.
      const lock = JSON.stringify(join(suite.here.cwd, 'lock'));
      const ran = await edit(
        `fs.mkdirSync(${lock});
        if ((fs.statSync(file).mode & 0o777) !== 0o600) process.exit(3);
        fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"R"', '"R-edited"'));
        fs.rmdirSync(${lock});`,
        ...ids,
      );
      expect(ran.stderr).not.toContain('failed; nothing was sent');
      expect(ran.code).toBe(0);
      expect(await Promise.all(suite.server.received.map(suite.server.reasonOf))).toEqual(['ok', 'ok']);
      for (const { body } of suite.server.received)
        expect(JSON.parse(String(body))).toEqual({ ...EVENT, resourceId: 'R-edited' });
    });

    it.each([
      ['no JSON', 'fs.writeFileSync(file, "{")', 'not valid JSON'],
      ['an editor that failed', 'process.exit(1)', 'failed; nothing was sent'],
    ])('sends nothing after %s', async (_, script, told) => {
      const ran = await edit(script, keep(1000));
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain(told);
      expect(suite.server.received).toEqual([]);
    });

    it('reports a missing editor', async () => {
      const id = keep(1000);
      const env = { VISUAL: join(suite.here.cwd, 'none'), EDITOR: 'true' };
      const ran = await suite.here.run(['webhook', 'replay', id, '--edit', '--to', suite.target], {
        tty: true,
        env,
      });
      expect(ran.code).toBe(2);
      expect(suite.server.received).toEqual([]);
    });
  });

  it('rejects unknown and contradictory arguments', async () => {
    const id = keep(1000);
    const unknown = await replay('evt_none');
    expect(unknown.code).toBe(4);
    expect(unknown.error()).toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('evt_none'),
    });
    keep(900);
    for (const more of [
      [],
      [id, '--last', '1'],
      [id, '--re-sign', '--as-received'],
      [id, '--edit', '--as-received'],
      [id, '--edit'],
      ['evt_'],
      ['--since', '1s'],
    ]) {
      const ran = await replay(...more);
      expect(ran.code, more.join(' ')).toBe(2);
    }
    expect(suite.server.received).toEqual([]);
  });
});

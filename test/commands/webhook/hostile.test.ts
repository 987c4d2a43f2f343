import { describe, expect, it } from 'vitest';
import { controlCharacterIn, HOSTILE } from '../../support/hostile-service.js';
import { webhookCommandSuite } from './webhook-suite.js';

const suite = webhookCommandSuite();
const { keep, webhook } = suite;

describe('hostile text in stored events', () => {
  const FORMATS = [['-o', 'json'], ['-o', 'ndjson'], ['-o', 'yaml'], ['-o', 'csv'], ['-o', 'table'], []];
  const states = { before: { [HOSTILE]: HOSTILE, name: 'x' }, after: { name: HOSTILE } };
  const fields = { collection: HOSTILE, operation: HOSTILE, resourceId: HOSTILE, organizationId: HOSTILE };
  const event = { ...fields, subscriptionId: HOSTILE, ...states };
  const hostile = (body: Uint8Array): string =>
    keep(1000, {
      ...fields,
      ...{
        subscriptionId: HOSTILE,
        landscapeId: HOSTILE,
        secretName: HOSTILE,
        method: 'POST',
        path: HOSTILE,
      },
      rawHeaders: [HOSTILE, HOSTILE, 'X-B', HOSTILE],
      body,
    });

  it.each([
    ['as JSON', Buffer.from(JSON.stringify(event))],
    ['raw', Buffer.from(HOSTILE)],
    ['as JSON with raw C1 and bidi', Buffer.from(JSON.stringify({ a: '\u009b2J\u202e' }))],
  ])('%s reaches no output unescaped, in any format', async (_, body) => {
    const id = hostile(body);
    for (const argv of [
      ['events', 'list'],
      ['events', 'show', id],
      ['events', 'export', '--out', 'o'],
    ]) {
      for (const format of FORMATS) {
        for (const options of [{}, { tty: true, width: 200 }]) {
          const more = 'tty' in options ? ['--no-color'] : [];
          const ran = await suite.here.run(['webhook', ...argv, ...format, ...more], options);
          const what = [...argv, ...format, JSON.stringify(options)].join(' ');
          expect(ran.code, what).toBe(0);
          expect(controlCharacterIn(ran.stdout), `stdout of ${what}`).toBeUndefined();
          expect(controlCharacterIn(ran.stderr), `stderr of ${what}`).toBeUndefined();
        }
      }
    }
    const json = await webhook('events show -o json', [id]);
    expect(json.json()).toMatchObject({ collection: HOSTILE, path: HOSTILE, body: body.toString('utf8') });
  });

  it('nor from ids, options, files and responses', async () => {
    const text = HOSTILE.replaceAll('\u0000', '');
    suite.here.write('saved.txt', HOSTILE);
    for (const argv of [
      ['events', 'show', text],
      ['replay', text],
      ['events', 'list', '--since', text],
      ['events', 'list', '--operation', text],
      ['secret', 'remove', text, '--yes'],
      ['secret', 'set', text, '--secret-stdin'],
      ['verify', '--request', 'saved.txt'],
      ['verify', '--at', text, '--file', 'saved.txt'],
      ['trigger', '--to', text],
      ['trigger', '--set', `after.name.${text}=1`],
      ['trigger', '--to', suite.target, '--dry-run', '--set', `${text.replaceAll('.', '')}=${text}`],
      ['sign', '--file', 'saved.txt', '--curl'],
    ]) {
      for (const format of FORMATS) {
        const ran = await suite.here.run(['webhook', ...argv, ...format]);
        expect(controlCharacterIn(ran.stdout), `stdout of ${argv.join(' ')}`).toBeUndefined();
        expect(controlCharacterIn(ran.stderr), `stderr of ${argv.join(' ')}`).toBeUndefined();
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import { openReceiver } from '../../src/webhooks/listen/receiver.js';
import type { Secret } from '../../src/webhooks/signature.js';
import { SECRET, stillMachine } from './receiver-suite.js';

const open = (secrets: unknown, more: object = {}) =>
  openReceiver({
    port: 0,
    host: '127.0.0.1',
    path: '/',
    secrets: secrets as Secret[],
    machine: stillMachine(),
    ...more,
  });

describe('a receiver does not start with a blank secret', () => {
  it.each([
    ['an empty one', [{ name: 'old', secret: '' }], '"old"'],
    ['white space', [{ name: 'old', secret: ' \n\t' }], '"old"'],
    ['a missing one', [{ name: 'old' }], '"old"'],
    ['one that is not a text', [{ name: 'old', secret: 7 }], '"old"'],
    ['no entry', [null], 'number 1'],
    [
      'one beside a good one',
      [
        { name: 'good', secret: SECRET },
        { name: 'bad', secret: '' },
      ],
      '"bad"',
    ],
  ])('%s', async (_, secrets, named) => {
    for (const more of [{}, { allowUnverified: true }])
      await expect(open(secrets, more)).rejects.toMatchObject({
        kind: 'usage',
        message: `The signing secret ${named} is empty or missing.`,
      });
  });

  it('nor with anything but a list of secrets', async () => {
    await expect(open({ name: 'main', secret: SECRET })).rejects.toMatchObject({ kind: 'usage' });
  });
});

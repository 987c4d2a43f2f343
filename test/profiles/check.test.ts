import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import {
  assertFree,
  putProfile,
  removeProfile,
  renameProfile,
  setWebhookSecret,
  useProfile,
} from '../../src/profiles/changes.js';
import type { Profile, ProfileFile } from '../../src/profiles/profile.js';
import { resolveSettings } from '../../src/profiles/settings.js';
import { type ProfileStore, profileStore } from '../../src/profiles/store.js';
import { temporaryDirectory } from '../cli/world.js';
import { runs } from '../support/property-runs.js';

const HIDDEN = 'hidden-value';
const WHOLE: Profile = { baseUrl: 'https://api.example.com/v1', keyId: 'kid', secret: `${HIDDEN}-key` };
const SECRET = { name: 'main', secret: `${HIDDEN}-signing` };

const thrownBy = (work: () => unknown): ArchctlError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ArchctlError) return error;
    throw error;
  }
  throw new Error('It did not throw.');
};

function storeWith(file: unknown): { store: ProfileStore; content: string } {
  const store = profileStore(temporaryDirectory());
  const content = JSON.stringify(file);
  writeFileSync(store.path, content, { mode: 0o600 });
  return { store, content };
}

const settingsOf = (store: ProfileStore, profile?: string, env: Record<string, string> = {}) =>
  resolveSettings({ given: { profile }, env, cwd: '/', store });

/** Damaged profiles, and the reported problems. */
const DAMAGED: [string, unknown, string][] = [
  ['no object', null, 'it is not an object'],
  ['a list', [WHOLE], 'it is not an object'],
  ['no address', { ...WHOLE, baseUrl: undefined }, 'baseUrl is missing'],
  ['a number for an address', { ...WHOLE, baseUrl: 1 }, 'baseUrl is not a string'],
  ['a blank address', { ...WHOLE, baseUrl: ' ' }, 'baseUrl is blank'],
  ['an address that is none', { ...WHOLE, baseUrl: HIDDEN }, 'baseUrl is not an http(s) address'],
  ['an address of a file', { ...WHOLE, baseUrl: `file:///${HIDDEN}` }, 'baseUrl is not an http(s) address'],
  [
    'a password in the address',
    { ...WHOLE, baseUrl: `https://u:${HIDDEN}@x.example` },
    'baseUrl is not an http(s) address',
  ],
  ['no key', { ...WHOLE, keyId: undefined }, 'keyId is missing'],
  ['a colon in the id', { ...WHOLE, keyId: `a:${HIDDEN}` }, 'keyId contains a colon'],
  ['no secret', { ...WHOLE, secret: undefined }, 'secret is missing'],
  ['an empty secret', { ...WHOLE, secret: '' }, 'secret is blank'],
  [
    'a line feed in the secret',
    { ...WHOLE, secret: `${HIDDEN}\r\nX: y` },
    'secret contains a character that is invalid in keys',
  ],
  ['null for an organization', { ...WHOLE, org: null }, 'org is not a string'],
  ['a list of landscapes', { ...WHOLE, landscape: [HIDDEN] }, 'landscape is not a string'],
  ['a number of a version', { ...WHOLE, landscapeVersion: 3 }, 'landscapeVersion is not a string'],
  ['an unknown plan', { ...WHOLE, plan: HIDDEN }, 'plan is not one of free, growth, scale, enterprise'],
  ['a plan that is a property of objects', { ...WHOLE, plan: 'constructor' }, 'plan is not one of'],
  [
    'no list of webhook secrets',
    { ...WHOLE, webhookSecrets: { main: HIDDEN } },
    'webhookSecrets is not a list',
  ],
  [
    'a webhook secret that is a text',
    { ...WHOLE, webhookSecrets: [HIDDEN] },
    'webhookSecrets[0] is not an object',
  ],
  [
    'an empty webhook secret',
    { ...WHOLE, webhookSecrets: [{ ...SECRET, secret: '' }] },
    'webhookSecrets[0].secret is blank',
  ],
  [
    'a blank webhook secret',
    { ...WHOLE, webhookSecrets: [SECRET, { ...SECRET, secret: ' \t' }] },
    'webhookSecrets[1].secret is blank',
  ],
  [
    'a missing webhook secret',
    { ...WHOLE, webhookSecrets: [{ name: 'main' }] },
    'webhookSecrets[0].secret is missing',
  ],
  [
    'a webhook secret that is a number',
    { ...WHOLE, webhookSecrets: [{ ...SECRET, secret: 7 }] },
    'webhookSecrets[0].secret is not a string',
  ],
  [
    'a webhook secret without a name',
    { ...WHOLE, webhookSecrets: [{ ...SECRET, name: ' ' }] },
    'webhookSecrets[0].name is blank',
  ],
  [
    'a webhook secret for no subscription',
    { ...WHOLE, webhookSecrets: [{ ...SECRET, subscriptionId: '' }] },
    'webhookSecrets[0].subscriptionId is blank',
  ],
];

describe('a damaged profile', () => {
  test.each(DAMAGED)(
    '%s: is reported when it is used, by field and without a value',
    async (_, profile, problem) => {
      const { store, content } = storeWith({ current: 'bad', profiles: { bad: profile, good: WHOLE } });
      const error = thrownBy(() => settingsOf(store).account());
      expect(error.kind).toBe('usage');
      expect(error.message).toContain(`Profile "bad" in ${store.path} is damaged: ${problem}`);
      expect(error.facts.hint).toContain('archctl profile remove bad');
      expect(`${error.message}${error.facts.hint}${String(error.cause)}`).not.toContain(HIDDEN);
      // It does not affect other profiles, and is not repaired by guesses.
      expect(settingsOf(store, 'good').account().credentials.id).toBe('kid');
      expect(readFileSync(store.path, 'utf8')).toBe(content);
      await store.update((file) => useProfile(file, 'good'));
      const { profiles } = JSON.parse(readFileSync(store.path, 'utf8')) as ProfileFile;
      expect(profiles).toEqual(JSON.parse(JSON.stringify({ good: WHOLE, bad: profile })));
    },
  );

  test('is not needed with key and address from the environment', () => {
    const { store } = storeWith({ current: 'bad', profiles: { bad: {} } });
    const env = { ARCHCTL_API_KEY: 'id:secret', ARCHCTL_BASE_URL: 'https://api.example.com/v1' };
    expect(settingsOf(store, undefined, env).account().baseUrl).toBe('https://api.example.com/v1');
    expect(
      thrownBy(() => settingsOf(store, undefined, { ARCHCTL_API_KEY: 'id:secret' }).account()).message,
    ).toContain('damaged');
  });

  test('is never overwritten, renamed or picked; it can only be removed', () => {
    const { store } = storeWith({ current: 'bad', profiles: { bad: { ...WHOLE, secret: '' }, good: WHOLE } });
    const file = store.read();
    const refused = [
      () => putProfile(file, 'bad', WHOLE, true),
      () => useProfile(file, 'bad'),
      () => renameProfile(file, 'bad', 'other'),
      () => renameProfile(file, 'good', 'bad'),
      () => assertFree(file, 'bad'),
      () => setWebhookSecret(file, 'bad', SECRET),
    ];
    for (const change of refused) expect(thrownBy(change).message).toMatch(/is damaged|already/);
    expect(removeProfile(file, 'bad')).toEqual({ profiles: { good: WHOLE }, damaged: {} });
  });

  test.each(['my profile', '../x', '-p', '', '__proto__'])('of the name %j can be removed', async (name) => {
    const { store } = storeWith({});
    const profiles = `{${JSON.stringify(name)}: ${JSON.stringify(WHOLE)}}`;
    writeFileSync(store.path, `{"profiles": ${profiles}}`);
    expect(store.read().profiles).toEqual({});
    if (name !== '')
      expect(thrownBy(() => settingsOf(store, name).account()).message).toContain('is damaged: its name');
    await store.update((file) => removeProfile(file, name));
    expect(JSON.parse(readFileSync(store.path, 'utf8'))).toEqual({ profiles: {} });
  });
});

test('unknown fields are kept, at every level', async () => {
  const known = { ...WHOLE, later: { a: 1 }, webhookSecrets: [{ ...SECRET, since: '2026' }] };
  const { store } = storeWith({
    version: 2,
    current: 'a',
    profiles: { a: known, b: known, c: known },
    more: [],
  });
  expect(settingsOf(store).account().credentials.id).toBe('kid');
  await store.update((file) => useProfile(file, 'b'));
  await store.update((file) => removeProfile(file, 'a'));
  await store.update((file) => renameProfile(file, 'b', 'd'));
  await store.update((file) => setWebhookSecret(file, 'c', { name: 'new', secret: 'x' }));
  await store.update((file) => putProfile(file, 'e', WHOLE, false));
  expect(JSON.parse(readFileSync(store.path, 'utf8'))).toEqual({
    version: 2,
    current: 'd',
    profiles: {
      d: known,
      c: { ...known, webhookSecrets: [...known.webhookSecrets, { name: 'new', secret: 'x' }] },
      e: WHOLE,
    },
    more: [],
  });
});

test('any JSON is read, or rejected with one of our own errors', () => {
  const store = profileStore(temporaryDirectory());
  const profile = fc.record(
    Object.fromEntries(
      ['baseUrl', 'keyId', 'secret', 'org', 'plan', 'webhookSecrets'].map((key) => [
        key,
        fc.oneof(fc.jsonValue(), fc.constant('https://a.example')),
      ]),
    ),
    { requiredKeys: [] },
  );
  const file = fc.oneof(fc.jsonValue(), fc.record({ profiles: fc.dictionary(fc.string(), profile) }));
  fc.assert(
    fc.property(file, (value) => {
      writeFileSync(store.path, JSON.stringify(value));
      try {
        for (const found of Object.values(store.read().profiles)) {
          expect(found.secret.trim()).not.toBe('');
          for (const { secret } of found.webhookSecrets ?? []) expect(secret.trim()).not.toBe('');
        }
      } catch (error) {
        if (!(error instanceof ArchctlError)) throw error;
      }
    }),
    { numRuns: runs(100) },
  );
});

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  clientFromEnv,
  clientFromProfile,
  createClient,
  isArchctlError,
  landscapes,
} from '../../src/index.js';
import { temporaryDirectory } from '../cli/world.js';
import { stubTransport } from '../support/stub-transport.js';

const HOME = 'https://api.example.com';
const PATH = { path: { landscapeId: 'l1' } };
const answering = () => stubTransport().on('GET', `${HOME}/v1/landscapes/l1`, { json: { landscape: {} } });

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('createClient', () => {
  it('accepts a key as text or as an object', async () => {
    for (const apiKey of ['key-id:sec:ret', { id: 'key-id', secret: 'sec:ret' }]) {
      const stub = answering();
      await createClient({ apiKey, baseUrl: HOME, transport: stub.transport }).call(landscapes.get, PATH);
      expect(stub.requests[0]?.headers.authorization).toBe('ApiKey key-id:sec:ret');
    }
  });

  it('takes the address from the environment, and has a transport', async () => {
    vi.stubEnv('ARCHCTL_BASE_URL', HOME);
    const client = createClient({ apiKey: 'key-id:secret' });
    expect(client.baseUrl.origin).toBe(HOME);
    await client.close();
  });

  it.each([
    ['no address', {}, /address of the service is missing/],
    ['a key that is undefined', { baseUrl: HOME, apiKey: undefined }, /apiKey is empty or missing/],
    ['a key without a secret', { baseUrl: HOME, apiKey: 'key-id' }, /apiKey does not contain a key/],
    ['no object', 'https://x.test', /must be an object/],
  ])('rejects %s', (_, options, message) => {
    vi.stubEnv('ARCHCTL_BASE_URL', '');
    const make = () => createClient(options as never);
    expect(make).toThrow(expect.objectContaining({ kind: 'usage', message: expect.stringMatching(message) }));
  });
});

describe('clientFromEnv', () => {
  it('uses the key and the address of the environment', async () => {
    const stub = answering();
    const env = { ARCHCTL_API_KEY: 'key-id:secret', ARCHCTL_BASE_URL: HOME };
    await clientFromEnv({ transport: stub.transport }, env).call(landscapes.get, PATH);
    expect(stub.requests[0]?.headers.authorization).toBe('ApiKey key-id:secret');
  });

  it('names a variable that is missing', () => {
    expect(() => clientFromEnv({}, { ARCHCTL_BASE_URL: HOME })).toThrow('ARCHCTL_API_KEY is not set.');
    expect(() => clientFromEnv({}, { ARCHCTL_API_KEY: 'a:b' })).toThrow('ARCHCTL_BASE_URL is not set.');
  });
});

describe('clientFromProfile', () => {
  const saved = () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'profiles.json');
    const profile = (keyId: string) => ({ baseUrl: `${HOME}/v1`, keyId, secret: 'secret' });
    writeFileSync(
      file,
      JSON.stringify({ current: 'work', profiles: { work: profile('w'), home: profile('h') } }),
    );
    chmodSync(file, 0o600);
    return { ARCHCTL_CONFIG_DIR: directory };
  };

  it('uses the current profile, or the one with the name', async () => {
    const env = saved();
    for (const [name, id] of [
      [undefined, 'w'],
      ['home', 'h'],
    ]) {
      const stub = answering();
      await clientFromProfile(name, { transport: stub.transport }, env).call(landscapes.get, PATH);
      expect(stub.requests[0]?.headers.authorization).toBe(`ApiKey ${id}:secret`);
    }
  });

  it('ignores key and address of the environment', async () => {
    const env = { ...saved(), ARCHCTL_API_KEY: 'x:y', ARCHCTL_BASE_URL: 'https://other.test' };
    const stub = answering();
    await clientFromProfile('work', { transport: stub.transport }, env).call(landscapes.get, PATH);
    expect(stub.requests[0]?.headers.authorization).toBe('ApiKey w:secret');
  });

  it('rejects an unknown profile, and a file without profiles', () => {
    expect(() => clientFromProfile('away', {}, saved())).toThrow('There is no profile "away".');
    expect(() => clientFromProfile(undefined, {}, { ARCHCTL_CONFIG_DIR: temporaryDirectory() })).toThrow(
      expect.objectContaining({ kind: 'auth' }),
    );
  });

  it.each([
    ['without profiles', undefined, '{}'],
    ['with an unknown name among none', 'away', '{}'],
    [
      'with an unknown name',
      'hom',
      '{"profiles":{"home":{"baseUrl":"https://a.test","keyId":"k","secret":"s"}}}',
    ],
    ['with a damaged profile', 'home', '{"profiles":{"home":{"baseUrl":"https://a.test"}}}'],
    ['with a damaged file', undefined, '{'],
  ])('%s, its error has a hint without options of the command line', (_, name, content) => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'profiles.json'), content, { mode: 0o600 });
    let error: unknown;
    try {
      clientFromProfile(name, {}, { ARCHCTL_CONFIG_DIR: directory });
    } catch (thrown) {
      error = thrown;
    }
    if (!isArchctlError(error)) throw new Error('No error of archctl was thrown.', { cause: error });
    expect(error.facts.hint).toMatch(/\S/);
    expect(`${error.message} ${error.facts.hint}`).not.toMatch(/(^|\s)--?[a-z]/);
  });
});

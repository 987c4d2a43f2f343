import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { answer } from '../../src/completion/answer.js';
import { FRESH_MS } from '../../src/completion/cache.js';
import { refresh } from '../../src/completion/refresh.js';
import { TREE } from '../../src/completion/tree.generated.js';
import type { Profile } from '../../src/profiles/profile.js';
import { type Reply, SECRET, temporaryDirectory, testWorld } from '../cli/world.js';
import { keepNames } from '../support/completion-cache.js';

let directory: string;
let env: Record<string, string>;
let now: number;
beforeEach(() => {
  directory = temporaryDirectory();
  env = {
    HOME: directory,
    ARCHCTL_CONFIG_DIR: join(directory, 'config'),
    ARCHCTL_STATE_DIR: join(directory, 'state'),
    ARCHCTL_API_KEY: `kid:${SECRET}`,
    ARCHCTL_BASE_URL: 'https://api.example.com/v1',
    ARCHCTL_LANDSCAPE: 'L',
  };
  now = Date.now();
});

/** Answers a Tab of zsh at the end of a line. */
function tab(line: string, more: Record<string, string> = {}) {
  const words = line.split(' ');
  const context = { env: { ...env, ...more }, cwd: directory, now: () => now, isOver: () => false };
  const { lines, stale } = answer(['zsh', words.pop() ?? '', ...words], TREE, context);
  return { lines: lines.slice(1), asks: stale?.slot.kind };
}
const signIn = (profiles: Record<string, Partial<Profile>>, current: string): void => {
  delete env.ARCHCTL_API_KEY;
  delete env.ARCHCTL_BASE_URL;
  delete env.ARCHCTL_LANDSCAPE;
  const base = { baseUrl: 'https://api.example.com/v1', keyId: 'kid', secret: SECRET };
  const full = Object.fromEntries(Object.entries(profiles).map(([name, it]) => [name, { ...base, ...it }]));
  mkdirSync(join(directory, 'config'), { recursive: true });
  writeFileSync(join(directory, 'config', 'profiles.json'), JSON.stringify({ current, profiles: full }));
};

describe('cached names', () => {
  test('are offered, or ids without names; fresh ones cause no request', () => {
    keepNames(env, 'diagram', [{ id: 'D1', name: 'Booking: "Apps"' }, { id: 'D2' }]);
    expect(tab('diagram get ')).toEqual({ lines: ['+Booking\\: "Apps"', '+D2'], asks: undefined });
    expect(tab('diagram get D1').lines).toEqual(['+D1:Booking: "Apps"']);
    expect(tab('diagram get D2').lines).toEqual(['+D2']);
  });

  test('are shown when they are old, and refreshed by one Tab in five minutes', () => {
    keepNames(env, 'diagram', [{ id: 'D1' }]);
    now += FRESH_MS + 60_000;
    expect(tab('diagram get ')).toEqual({ lines: ['+D1'], asks: 'diagram' });
    expect(tab('diagram get ')).toEqual({ lines: ['+D1'], asks: undefined });
    expect(tab('flow thumbnail ').asks).toBe('flow');
    now += FRESH_MS + 1;
    expect(tab('diagram get ').asks).toBe('diagram');
  });

  test('are requested if missing, unless words are enough', () => {
    expect(tab('diagram g').asks).toBeUndefined();
    expect(tab('diagram get ')).toEqual({ lines: [], asks: 'diagram' });
    expect(tab('diagram get ').asks).toBeUndefined();
  });

  test('are private files without secrets', () => {
    const path = keepNames(env, 'diagram', [{ id: 'D1', name: 'x' }]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(statSync(dirname(dirname(path))).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, 'utf8')).not.toContain(SECRET);
    tab('flow thumbnail ');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('belong to a scope', () => {
    keepNames(env, 'diagram', [{ id: 'D1' }]);
    keepNames(env, 'diagram', [{ id: 'M1' }], { landscape: 'M' });
    keepNames(env, 'diagram', [{ id: 'V1' }], { landscapeVersion: 'V' });
    expect(tab('diagram get --landscape M ').lines).toEqual(['+M1']);
    expect(tab('diagram get --landscape-version V ').lines).toEqual(['+V1']);
    expect(tab('diagram get ', { ARCHCTL_LANDSCAPE: 'M' }).lines).toEqual(['+M1']);
    expect(tab('diagram get ', { ARCHCTL_LANDSCAPE: '' })).toEqual({ lines: [], asks: undefined });
  });

  test('belong to an account: a profile, its address and its key', () => {
    signIn({ a: { landscape: 'L' }, b: { landscape: 'L', keyId: 'other' } }, 'a');
    keepNames(env, 'diagram', [{ id: 'D1' }]);
    expect(tab('diagram get ').lines).toEqual(['+D1']);
    expect(tab('diagram get -p b ').lines).toEqual([]);
    expect(tab('diagram get ', { ARCHCTL_PROFILE: 'b' }).lines).toEqual([]);
    signIn({ a: { landscape: 'L', keyId: 'new' } }, 'a');
    expect(tab('diagram get ').lines).toEqual([]);
    signIn({ a: { landscape: 'L', baseUrl: 'https://other.example.com/v1' } }, 'a');
    expect(tab('diagram get ').lines).toEqual([]);
  });

  test('follow the project file', () => {
    signIn({ a: { landscape: 'L' } }, 'a');
    keepNames(env, 'diagram', [{ id: 'P1' }], { landscape: 'P' });
    writeFileSync(join(directory, '.archctl.json'), '{ "landscape": "P" }');
    expect(tab('diagram get ').lines).toEqual(['+P1']);
  });

  test('are not requested from an address that is being typed', () => {
    const line = 'diagram get --base-url https://examp ';
    expect(tab(line)).toEqual({ lines: [], asks: undefined });
  });

  test('can be disabled', () => {
    keepNames(env, 'diagram', [{ id: 'D1' }]);
    const off = { ARCHCTL_NO_COMPLETION_CACHE: '1' };
    expect(tab('diagram get ', off)).toEqual({ lines: [], asks: undefined });
    expect(tab('flow thumbnail ', off)).toEqual({ lines: [], asks: undefined });
    expect(tab('-o j', off).lines).toEqual(['+json:the resource or the array itself; pretty on a terminal']);
  });

  test.each([
    ['broken', (path: string) => writeFileSync(path, '{')],
    ['of another shape', (path: string) => writeFileSync(path, '{"key":1,"items":"x"}')],
    ["another account's", (path: string) => writeFileSync(path, '{"key":"[]","items":[["D9"]]}')],
    ['too large', (path: string) => writeFileSync(path, ' '.repeat(1_000_001))],
    ['a directory', (path: string) => mkdirSync(path)],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ])('count as missing if the file is %s', (_, spoil) => {
    const path = keepNames(env, 'diagram', [{ id: 'D1' }]);
    rmSync(path);
    spoil(path);
    expect(tab('diagram get ')).toEqual({ lines: [], asks: 'diagram' });
  });

  test('that another user may have written are not offered', () => {
    const path = keepNames(env, 'diagram', [{ id: 'D1' }]);
    const loosen = [() => chmodSync(path, 0o606), () => chownSync(path, 65_533, 65_533)];
    // Only root can change the owner of a file.
    for (const change of process.getuid?.() === 0 ? loosen : loosen.slice(0, 1)) {
      expect(tab('diagram get ').lines).toEqual(['+D1']);
      change();
      expect(tab('diagram get ').lines).toEqual([]);
      chmodSync(path, 0o600);
    }
  });

  test('do not prevent completion of words if profiles or project file are broken or a pipe', () => {
    signIn({ a: { landscape: 'L' } }, 'a');
    for (const path of [join(directory, '.archctl.json'), join(directory, 'config', 'profiles.json')]) {
      rmSync(path, { force: true });
      execFileSync('mkfifo', [path]);
      expect(tab('diagram get ')).toEqual({ lines: [], asks: undefined });
      expect(tab('diagram ge').lines).toEqual(['+get:Get a diagram']);
      rmSync(path);
    }
    writeFileSync(join(directory, 'config', 'profiles.json'), '{');
    expect(tab('diagram get -p a ').lines).toEqual([]);
  });

  test('are old, not fresh forever, after the clock went back', () => {
    const path = keepNames(env, 'diagram', [{ id: 'D1' }]);
    utimesSync(path, now / 1000 + 3600, now / 1000 + 3600);
    expect(tab('diagram get ')).toEqual({ lines: ['+D1'], asks: 'diagram' });
  });
});

describe('profiles and signing secrets', () => {
  test('are listed by name, with their address only', () => {
    const webhookSecrets = [{ name: 'old', secret: 'signing' }];
    signIn({ work: { webhookSecrets }, spare: {} }, 'work');
    expect(tab('profile use ').lines).toEqual([
      '+work:https://api.example.com',
      '+spare:https://api.example.com',
    ]);
    expect(tab('webhook secret remove ').lines).toEqual(['+old']);
  });
});

describe('a refresh', () => {
  const world = (reply: () => Reply) => {
    const made = testWorld({ reply, env: { ARCHCTL_ORG: 'O', ARCHCTL_LANDSCAPE: 'L' } });
    env = made.world.env as Record<string, string>;
    return made;
  };
  const object = { id: 'A', name: 'Quay', type: 'app', labels: { team: 'Fleet', tier: '1' } };

  test('sends one request, stores ids and names, and counts towards the quota', async () => {
    const { world: it, requests } = world(() => ({
      json: { diagrams: [{ id: 'D1', name: 'Booking', secret: 'no' }] },
    }));
    await refresh(['diagram', '{}'], it, REGISTRY);
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/v1/landscapes/L/versions/latest/diagrams']);
    expect(tab('diagram get ')).toEqual({ lines: ['+Booking'], asks: undefined });
    expect(existsSync(join(env.ARCHCTL_STATE_DIR ?? '', 'usage'))).toBe(true);
  });

  test('of objects also provides labels', async () => {
    const { world: it, requests } = world(() => ({
      json: { modelObjects: [object, { ...object, id: 'B' }] },
    }));
    await refresh(['label', '{"landscape":"M"}'], it, REGISTRY);
    expect(requests).toHaveLength(1);
    expect(tab('object get --landscape M ').lines).toEqual(['+A:Quay', '+B:Quay']);
    expect(tab('object list --landscape M --label ').lines).toEqual(['-team=', '-tier=']);
    expect(tab('object list --landscape M --label team=').lines).toEqual(['+team=Fleet']);
  });

  test.each([
    ['org', 'org', 'landscape list --org ', { organizations: [{ id: 'X', name: 'x' }] }],
    ['landscape', 'landscapes', 'landscape duplicate ', { landscapes: [{ id: 'X', name: 'x' }] }],
    ['key', 'api-keys', 'keys update ', { apiKeys: [{ id: 'X', name: 'x' }] }],
    ['user', 'users', 'user update ', { organizationUsers: { X: { permission: 'x' } } }],
    ['version', 'versions', 'version revert ', { versions: [{ id: 'X', name: 'x' }] }],
    ['draft', 'drafts', 'draft merge ', { drafts: [{ id: 'X', name: 'x' }] }],
    ['flow', 'flows', 'flow thumbnail ', { flows: [{ id: 'X', name: 'x' }] }],
    ['connection', 'connections', 'connection get ', { modelConnections: [{ id: 'X', name: 'x' }] }],
    ['tag', 'tags', 'object list --tag ', { tags: [{ id: 'X', name: 'x' }] }],
    [
      'technology',
      'technologies',
      'object list --technology ',
      { catalogTechnologies: [{ id: 'X', name: 'x' }] },
    ],
  ])('supports every kind: %s', async (kind, path, line, json) => {
    const { world: it, requests } = world(() => ({ json }));
    await refresh([kind], it, REGISTRY);
    expect(requests[0]?.url.pathname).toContain(path);
    expect(tab(line).lines).toEqual([kind === 'user' ? '+X:x' : '+x']);
  });

  test('that fails keeps the existing names', async () => {
    const { world: it } = world(() => ({ status: 404, json: {} }));
    keepNames(env, 'diagram', [{ id: 'D1' }]);
    await expect(refresh(['diagram', '{}'], it, REGISTRY)).rejects.toMatchObject({ kind: 'not-found' });
    expect(tab('diagram get ').lines).toEqual(['+D1']);
  });

  test('limits what it reads', async () => {
    let page = 0;
    const { world: it, requests } = world(() => ({
      json: {
        diagrams: Array.from({ length: 600 }, (_, index) => ({ id: `${page}-${index}` })),
        nextCursor: String(++page),
      },
    }));
    await refresh(['diagram'], it, REGISTRY);
    expect(requests).toHaveLength(2);
    expect(tab('diagram get ').lines).toHaveLength(1000);
  });

  test('sends no request if it is disabled', async () => {
    const { world: it, requests } = world(() => ({ json: {} }));
    await refresh(['diagram'], { ...it, env: { ...it.env, ARCHCTL_NO_COMPLETION_CACHE: '1' } }, REGISTRY);
    expect(requests).toEqual([]);
  });
});

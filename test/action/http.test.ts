import { expect, test } from 'vitest';

// The scripts of the action are plain JavaScript without declarations.
const load = (name: string) => import(`../../action/lib/${name}.mjs`);
const [{ commentOf }, { apiClient, upsert }, { redactor }] = await Promise.all(
  ['comment', 'http', 'settings'].map(load),
);

const json = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

/** A client whose requests get these answers in order. */
function clientOf(answers: (Response | Error)[]) {
  const waits: number[] = [];
  const requests: { method: string; url: string }[] = [];
  const api = apiClient({
    baseUrl: 'https://api.test/v3/',
    token: 'token',
    hintOf: (status: number) => `hint for ${status}`,
    now: () => 1_000_000,
    wait: async (ms: number) => {
      waits.push(ms);
    },
    fetch: async (url: string, { method }: { method: string }) => {
      requests.push({ method, url });
      const answer = answers.shift();
      if (!answer) throw new Error('There are no more answers.');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { api, waits, requests };
}

test.each([
  ['an error of the network', 'GET', [new Error('reset'), json(200)], [1000]],
  ['errors of the server', 'PATCH', [json(500), json(502), json(200)], [1000, 2000]],
  ['a limit in seconds', 'POST', [json(429, {}, { 'retry-after': '7' }), json(201)], [7000]],
  ['a limit without a time', 'POST', [json(429), json(201)], [1000]],
  [
    'a limit with a time',
    'POST',
    [json(403, {}, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1030' }), json(201)],
    [30_000],
  ],
])('%s is retried', async (_, method, answers, expected) => {
  const { api, waits } = clientOf(answers);
  expect(await api.json(method, '/x', {})).toEqual({});
  expect(waits).toEqual(expected);
});

test.each([
  ['a create that may have succeeded', 'POST', [json(502)], { isUncertain: true, status: 502 }],
  ['a lost answer to a create', 'POST', [new Error('reset')], { isUncertain: true }],
  [
    'a missing permission',
    'POST',
    [json(403, { message: 'no' })],
    { hint: 'hint for 403', isUncertain: false },
  ],
  ['a wrong request', 'GET', [json(422)], { status: 422 }],
  [
    'a limit that lasts too long',
    'GET',
    [json(429, {}, { 'retry-after': '3600' })],
    { hint: expect.stringContaining('rate limit') },
  ],
])('%s is not', async (_, method, answers, expected) => {
  const { api, waits } = clientOf(answers);
  await expect(api.json(method, '/x', {})).rejects.toMatchObject(expected);
  expect(waits).toEqual([]);
});

test('retries end', async () => {
  const { api, waits } = clientOf(Array.from({ length: 5 }, () => json(503)));
  await expect(api.json('GET', '/x')).rejects.toMatchObject({ status: 503, hint: 'Run the job again.' });
  expect(waits).toEqual([1000, 2000, 4000, 8000]);
});

test('pages are followed on the same host only, so that no other one receives the token', async () => {
  const next = (url: string) => ({
    link: `<https://api.test/v3/x?page=0>; rel="prev", <${url}>; rel="next"`,
  });
  const { api, requests } = clientOf([
    json(200, [1, 2], next('https://api.test/v3/x?page=2')),
    json(200, [3], next('https://evil.test/x?page=3')),
  ]);
  const seen: number[] = [];
  const read = async () => {
    for await (const it of api.pages('/x')) seen.push(it as number);
  };
  await expect(read()).rejects.toThrow('another host: https://evil.test');
  expect(seen).toEqual([1, 2, 3]);
  expect(requests.map(({ url }) => url)).toEqual(['https://api.test/v3/x', 'https://api.test/v3/x?page=2']);
});

test('upsert looks again before it creates again', async () => {
  const steps: string[] = [];
  const uncertain = Object.assign(new Error('lost'), { isUncertain: true });
  const stored: string[] = [];
  const result = await upsert({
    find: async () => {
      steps.push('find');
      return stored[0];
    },
    create: async () => {
      steps.push('create');
      stored.push('record');
      throw uncertain;
    },
    update: async (it: string) => `updated ${it}`,
    wait: async () => {},
  });
  expect([steps, result]).toEqual([['find', 'create', 'find'], 'updated record']);
});

const partsOf = (...texts: string[]) =>
  texts.map((text, index) => ({ title: `Part ${index + 1}`, text, more: 'See the artifacts.' }));
const comment = (parts: ReturnType<typeof partsOf>, limit?: number) =>
  commentOf({ marker: '<!-- m -->', head: 'Head', foot: 'Foot', parts, ...(limit && { limit }) });

test('a comment that fits is whole', () => {
  expect(comment(partsOf('One\n', 'Two\n'))).toBe('<!-- m -->\n\nHead\n\nOne\n\nTwo\n\nFoot\n');
});

test.each([300, 500, 1000, 2000, 4000])(
  'a comment of %i characters is cut outside of code blocks',
  (limit) => {
    const block = `\`\`\`mermaid\n${'a --> b\n'.repeat(30)}\`\`\`\n`;
    const text = comment(
      partsOf(`${'line\n'.repeat(20)}${block}${'line\n'.repeat(1500)}`, block, 'Last'),
      limit,
    );
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(text.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0);
    expect(text).toMatch(
      /_Part 1: \d+ lines left out because of the size limit of comments. See the artifacts._/,
    );
    expect(text.endsWith('Foot\n')).toBe(true);
  },
);

test('secrets are replaced wherever they are', () => {
  const redact = redactor({ ARCHCTL_API_KEY: 'key-id:the-secret-part', ARCHCTL_CI_TOKEN: 'token-of-job' });
  expect(redact('a key-id:the-secret-part b the-secret-part c token-of-job')).toBe('a *** b *** c ***');
  expect(redactor({})('text')).toBe('text');
});

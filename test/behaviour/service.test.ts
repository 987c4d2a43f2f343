import { afterEach, expect, it, vi } from 'vitest';
import { tagGroups } from '../../src/contract/resources/tag.js';
import { type RunningSandbox, serveSandbox } from '../../src/sandbox/serve.js';
import { openBehaved } from './service.js';

const KEY = { id: 'AdminKeyAdminKey0000', secret: 'b'.repeat(64) };
let running: RunningSandbox | undefined;
afterEach(async () => {
  vi.unstubAllEnvs();
  await running?.stop();
});

it('talks to the service of the environment, and leaves nothing behind', async () => {
  const served = await serveSandbox({ adminKey: KEY, strict: true });
  running = served;
  vi.stubEnv('ARCHCTL_TEST_BASE_URL', `${served.url}/v1/`);
  vi.stubEnv('ARCHCTL_TEST_API_KEY', `${KEY.id}:${KEY.secret}`);
  const service = await openBehaved();
  const before = await service.list(tagGroups.list);
  const made = await service.make(tagGroups, { name: service.mark, icon: 'bug', index: 0 });
  expect(made).toMatchObject({ landscapeId: served.landscapeId, createdById: KEY.id });
  const own = { authorization: `ApiKey ${KEY.id}:${KEY.secret}` };
  const url = `${served.url}/v1/landscapes/${served.landscapeId}/versions/latest/tag-groups`;
  const there = async () => JSON.stringify(await (await fetch(url, { headers: own })).json());
  expect(await there()).toContain(service.mark);
  await service.close();
  expect(await there()).not.toContain(service.mark);
  expect(before).not.toContainEqual(made);
});

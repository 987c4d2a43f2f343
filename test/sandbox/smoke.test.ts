import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.js';
it('smoke', async () => {
  let t = performance.now();
  const sandbox = await createSandbox({ adminKey: { id: 'k', secret: 's' } });
  console.log('create', performance.now() - t);
  const get = async (path: string, init: RequestInit = {}) => {
    const r = await sandbox.fetch(new Request(`http://x${path}`, { ...init, headers: { authorization: 'ApiKey k:s', 'content-type': 'application/json' } }));
    const text = await r.text();
    console.log(init.method ?? 'GET', path, r.status, text.slice(0, 300));
    return text;
  };
  await get('/v1/health');
  await get('/v1/organizations');
  await get(`/v1/organizations/${sandbox.organizationId}/landscapes`);
  const base = `/v1/landscapes/${sandbox.landscapeId}/versions/latest`;
  for (const p of ['model/objects?limit=1', 'model/connections?limit=1', 'diagrams', 'flows', 'tags', 'domains', 'drafts', 'comments']) await get(`${base}/${p}`);
  await get(`${base}/tag-groups`, { method: 'POST', body: JSON.stringify({ icon: 'bug', index: 1, name: 'x' }) });
  await get(`${base}/tag-groups`, { method: 'POST', body: JSON.stringify({ icon: 'bugx', index: 1, nam: 'x' }) });
  await get(`/v1/organizations/${sandbox.organizationId}/landscapes/${sandbox.landscapeId}/duplicate`, { method: 'POST', body: JSON.stringify({ name: 'Copy' }) });
  await get(`/v1/landscapes/${sandbox.landscapeId}/action-logs?filter[limit]=2`);
  t = performance.now();
  for (let i = 0; i < 3000; i++) await sandbox.fetch(new Request(`http://x/v1/landscapes/${sandbox.landscapeId}`, { headers: { authorization: 'ApiKey k:s' } }));
  console.log('3000 reads', performance.now() - t);
  expect(1).toBe(1);
  await sandbox.close();
});

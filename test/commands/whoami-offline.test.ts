import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN, openService, type Service } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';

let service: Service;
let here: Machine;
beforeAll(async () => {
  service = await openService({ seed: 'empty' });
  here = machine(service);
  here.signIn({ keyId: ADMIN.id, secret: ADMIN.secret, org: 'OrganizationOfMine00' });
});
afterAll(async () => {
  await here.remove();
  await service.close();
});

const down = {
  transport: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
};

it('prints the local settings if the service is down, and then the error', async () => {
  const ran = await here.run(['whoami', '-o', 'json'], down);
  expect([ran.code, ran.error().kind]).toEqual([7, 'unavailable']);
  expect(ran.json()).toMatchObject({
    user: null,
    profile: 'default',
    baseUrlSource: expect.stringContaining('profile'),
    keyId: ADMIN.id,
    keySource: expect.stringContaining('profiles.json'),
    organization: 'OrganizationOfMine00',
    organizationSource: expect.stringContaining('profile'),
  });
  expect(ran.stdout + ran.stderr).not.toContain(ADMIN.secret);
});

it('prints them for a person, with the source of the address', async () => {
  const { code, stdout, stderr } = await here.run(['whoami', '--no-color'], { ...down, tty: true });
  expect(code).toBe(7);
  expect(stdout).toMatch(/^Profile +default$/m);
  expect(stdout).toMatch(/^Service from +\S/m);
  expect(stdout).toMatch(/^Organization +OrganizationOfMine00$/m);
  expect(stdout).not.toMatch(/^User/m);
  expect(stderr).toMatch(/^error: /m);
});

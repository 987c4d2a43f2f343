import { expect, it } from 'vitest';
import { SECRET_VARIABLES, withoutSecrets } from '../../src/base/secret-environment.js';
import { ENVIRONMENT } from '../../src/commands/help/shared/topics.js';

it('every variable of archctl with a secret is listed', () => {
  const secret = Object.keys(ENVIRONMENT).filter((name) => /KEY|SECRET|TOKEN|PASS/.test(name));
  expect(secret.sort()).toEqual([...SECRET_VARIABLES].sort());
});

it('an environment without secrets keeps all other variables and those passed on purpose', () => {
  const env = {
    PATH: '/bin',
    ARCHCTL_API_KEY: 'a:b',
    Archctl_Api_Key: 'a:b',
    ARCHCTL_WEBHOOK_SECRET: 'c',
    ARCHCTL_ORG: 'o',
  };
  expect(withoutSecrets(env)).toEqual({ PATH: '/bin', ARCHCTL_ORG: 'o' });
  expect(withoutSecrets(env, ['ARCHCTL_WEBHOOK_SECRET'])).toEqual({
    PATH: '/bin',
    ARCHCTL_WEBHOOK_SECRET: 'c',
    ARCHCTL_ORG: 'o',
  });
});

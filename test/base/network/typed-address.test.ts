import { expect, test } from 'vitest';
import { withScheme } from '../../../src/base/network/typed-address.js';

test.each([
  ['localhost:4300', 'http://localhost:4300'],
  ['localhost', 'http://localhost'],
  [' 127.0.0.1:4300/v1 ', 'http://127.0.0.1:4300/v1'],
  ['[::1]:4300', 'http://[::1]:4300'],
  ['api.localhost/v1?x#y', 'http://api.localhost/v1?x#y'],
  ['http://localhost:4300', 'http://localhost:4300'],
  ['https://localhost:4300', 'https://localhost:4300'],
  // Other machines, and texts that only start alike, are not changed.
  ['api.example.com', 'api.example.com'],
  ['localhost.example.com:80', 'localhost.example.com:80'],
  ['localhost:80@example.com', 'localhost:80@example.com'],
  ['localhost:word', 'localhost:word'],
  ['', ''],
])('%j is %j', (typed, address) => {
  expect(withScheme(typed)).toBe(address);
});

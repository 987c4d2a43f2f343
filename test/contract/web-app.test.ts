import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WebPage, webAddress, webAppBeside, webPatternProblem } from '../../src/contract/web-app.js';
import { anyCharacter } from '../support/any-character.js';
import { runs } from '../support/property-runs.js';

const PAGE: WebPage = { kind: 'object', id: 'o1', handle: 'h1', landscape: 'l1', version: 'latest' };

describe('the address of the web app', () => {
  it.each([
    ['https://api.example.com/v1', 'https://app.example.com'],
    ['https://API.example.com:8443/v1', 'https://app.example.com:8443'],
    ['https://models.example.com/v1', undefined],
    ['http://127.0.0.1:4300/v1', undefined],
    ['http://api.localhost:4300', undefined],
    ['nonsense', undefined],
  ])('beside %s is %s', (baseUrl, app) => {
    expect(webAppBeside(baseUrl)).toBe(app);
  });
});

describe('the address of a page', () => {
  it.each([
    [
      'https://app.example.com',
      'https://app.example.com/landscapes/l1/versions/latest/model/objects?object=h1',
    ],
    [
      'https://example.com/app/',
      'https://example.com/app/landscapes/l1/versions/latest/model/objects?object=h1',
    ],
    ['https://wiki.example.com/{kind}/{id}#{landscape}', 'https://wiki.example.com/object/o1#l1'],
  ])('of the pattern %s is %s', (pattern, address) => {
    expect(webPatternProblem(pattern)).toBeUndefined();
    expect(webAddress(pattern, PAGE)).toBe(address);
  });

  it('uses the id of records without a handle, and shows a flow on its diagram', () => {
    const { handle: _, ...page } = PAGE;
    expect(webAddress('https://x.example/{handle}', page)).toBe('https://x.example/o1');
    expect(webAddress('https://x.example', { ...PAGE, kind: 'flow', diagram: 'd1' })).toMatch(
      /\?diagram=d1&flow=h1$/,
    );
  });

  it('has the same host and depth, whatever the id', () => {
    const value = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1 }),
      fc.constantFrom('..', '.', '/x', '//x', '?a', '#b', '\\'),
    );
    fc.assert(
      fc.property(value, value, (handle, landscape) => {
        const address = (page: WebPage): URL => new URL(webAddress('https://app.example.com', page));
        if ([handle, landscape].some((it) => it === '.' || it === '..'))
          return void expect(() => address({ ...PAGE, handle, landscape })).toThrow(TypeError);
        const { origin, pathname, searchParams, hash, href } = address({ ...PAGE, handle, landscape });
        expect([origin, hash]).toEqual(['https://app.example.com', '']);
        expect(pathname.split('/')).toHaveLength(7);
        expect([...searchParams.keys()]).toEqual(['object']);
        expect(href).toMatch(/^[\x21-\x7e]+$/);
      }),
      { numRuns: runs(60) },
    );
  });
});

it.each([
  ['ftp://example.com', /http/],
  ['javascript:alert(1)', /http/],
  ['file:///etc/passwd', /http/],
  ['https://user:word@example.com', /http/],
  ['app.example.com', /http/],
  ['https://{id}.example.com', /host/],
  ['https://example.com{id}', /host/],
  ['https:\\\\{id}.example.com', /host|http/],
  ['https:{id}/x', /host|http/],
  ['{landscape}', /http/],
  ['https://example.com/{secret}', /\{secret\}; available: \{kind\}/],
])('%s is not a valid pattern', (pattern, problem) => {
  expect(webPatternProblem(pattern)).toMatch(problem);
});

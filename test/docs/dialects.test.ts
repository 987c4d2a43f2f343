/** The library examples of docs/dialects.md work. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as model from '../../src/model/index.js';
import { libraryExample, runWith } from './library-example.js';

const COMPOSE = `name: shop
services:
  web: { image: nginx, depends_on: [api] }
  api: { build: ., depends_on: [db] }
  db: { image: postgres:16 }
`;
const RULES = `rules:
  - id: described
    objects: { type: [app, store] }
    require: [description]
`;

test('the library example creates a document, checks it, counts it and draws it', async () => {
  const disk = new Map([
    ['compose.yaml', COMPOSE],
    ['rules.yaml', RULES],
  ]);
  const modules = {
    'node:fs/promises': {
      readFile: async (path: string) => disk.get(path),
      writeFile: async (path: string, written: string) => disk.set(path, written),
    },
    'archctl/model': model,
  };
  const printed: string[] = [];
  await runWith(libraryExample(readFileSync('docs/dialects.md', 'utf8')), modules, printed);
  expect(printed).toEqual([
    ['web', 'api', 'db']
      .map((it) => `custom/described: The model object ${it} has no description.`)
      .join(','),
    '4 lack a description',
  ]);
  expect([...disk.keys()].slice(2)).toEqual(['context.mmd', 'app-shop.mmd']);
  expect(disk.get('app-shop.mmd')).toContain('Rel(web, api, ');
});

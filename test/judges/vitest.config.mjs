import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/judges/*.judge.mjs'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // Examples of this package are TypeScript.
    server: { deps: { inline: [/structurizr-typescript[\\/](?:sample|test|src)[\\/]/] } },
  },
});

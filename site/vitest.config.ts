import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

/** Tests that drive the built site in Chromium. */
export default defineConfig({
  // As the site itself finds the library.
  resolve: {
    alias: [{ find: /^gcplan\/(.+)$/, replacement: fileURLToPath(new URL('../src/$1/index.ts', import.meta.url)) }],
  },
  test: {
    include: ['site/test/**/*.test.ts'],
    globalSetup: ['site/test/server.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})

import { defineConfig } from 'vitest/config'

/** Tests that drive the built site in Chromium. */
export default defineConfig({
  test: {
    include: ['site/test/**/*.test.ts'],
    globalSetup: ['site/test/server.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})

import { defineConfig } from 'vitest/config'

/** Measures the built site in Chromium; nothing of it fails a build. */
export default defineConfig({
  test: {
    include: ['site/bench/**/*.bench.ts'],
    globalSetup: ['site/test/server.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})

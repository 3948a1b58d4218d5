import { defineConfig } from 'vitest/config'

/** One browser for all; what a page waits for is bounded here. */
export default defineConfig({
  test: {
    include: ['test/*.test.ts'],
    root: `${import.meta.dirname}/..`,
    environment: 'node',
    globalSetup: ['test/host/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})

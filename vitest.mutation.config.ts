import { defineConfig } from 'vitest/config'

/** The fast tests of the collectors: examples and recordings, without the laws and without the guard over the host. */
export default defineConfig({
  test: {
    include: ['test/collectors/kubelet-*/**/*.test.ts'],
    exclude: ['**/*.prop.test.ts', '**/*.types.test.ts'],
    testTimeout: 120_000,
  },
})

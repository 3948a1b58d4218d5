import { defineConfig } from 'vitest/config'

/**
 * The fast tests of the collectors: examples and recordings, without the laws, the inputs of odd size and the guard over
 * the host.
 */
export default defineConfig({
  test: {
    include: ['test/{apiserver,kubelet,containerd,controllers,simulate,reclaim,guard,execute}/**/*.test.ts'],
    exclude: ['**/*.prop.test.ts', '**/*.types.test.ts', '**/scale.test.ts'],
    testTimeout: 120_000,
  },
})

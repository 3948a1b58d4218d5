import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'

import everything from './vitest.config.js'

/** What one runs after each change: examples, recordings, and laws with few runs. */
export default mergeConfig(
  everything,
  defineConfig({
    test: {
      exclude: [...configDefaults.exclude, '**/chaos/**', '**/{scale,depth}.test.ts', '**/self-check.oracle.test.ts'],
      provide: { speed: 'quick' },
      testTimeout: 300_000,
    },
  }),
)

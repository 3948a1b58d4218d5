import { defineConfig } from 'vitest/config'

/** Every test, with laws in full. Modules are loaded once per worker, so tests share no state. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    provide: { speed: 'full' },
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: '100%',
    // Tests read these, and no import says so: whoever changes one runs every test.
    forceRerunTriggers: ['**/package.json', '**/vitest*.config.ts', '**/{vectors,captures,schema}/**'],
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 90 },
    },
  },
})

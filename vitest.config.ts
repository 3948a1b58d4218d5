import { defineConfig } from 'vitest/config'

/** Every test, with laws in full. Modules are loaded once per worker, so tests share no state. */
export default defineConfig({
  // Plugins name the package, and are tested against its sources.
  resolve: {
    alias: [
      { find: /^gcplan\/(.+)$/, replacement: `${import.meta.dirname}/src/$1/index.ts` },
      { find: /^gcplan$/, replacement: `${import.meta.dirname}/src/index.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    provide: { speed: 'full' },
    isolate: false,
    // Nothing measures time: this ends what hangs, on a machine that does much else.
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    maxWorkers: '100%',
    // A worker keeps what its files have loaded, and laws meet large worlds: the default is a quarter of the machine's memory.
    execArgv: ['--max-old-space-size=6144'],
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

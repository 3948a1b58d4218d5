/**
 * Answers how mutants are made and judged: in the collectors, by the examples and the recordings. Laws run hundreds of
 * random cases per mutant, which the examples and recordings do not need; they are left out.
 */

/** @type {import('@stryker-mutator/core').PartialStrykerOptions} */
export default {
  mutate: ['src/{apiserver,kubelet,containerd,controllers,simulate,reclaim,guard,execute}/**/*.ts', '!src/**/index.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  incremental: true,
  incrementalFile: 'reports/stryker-incremental.json',
  ignorePatterns: ['dist', 'docs', 'etc', 'temp', 'coverage', 'reports', '.snippets', 'site'],
  reporters: ['clear-text', 'progress', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
  tempDirName: '.stryker-tmp',
}

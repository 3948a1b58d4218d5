/**
 * Lists every step of checking, in the order in which they start. Each is an npm script of the same name, so that a red
 * one can be run alone. To add one, add a row here and its script to package.json.
 */

/**
 * @typedef {object} Step
 * @property {string} name the npm script
 * @property {'quick' | 'full'} speed quick steps are `npm test`, full ones are `npm run verify`
 * @property {number} budget seconds that it may take on a quiet machine with two cores, beside one other step
 * @property {string} [needs] a step that must be green first
 * @property {string} [report] where a step that runs tests leaves vitest's JSON report
 * @property {ReadonlyArray<string>} [again] what runs the test files that are named after it, once more and alone
 * @property {boolean} [maySkip] green although all its tests were skipped, each by name
 * @property {{ files: RegExp, command: ReadonlyArray<string> }} [changed] what it runs on changed files that match,
 *   instead of its script on everything, and then beside the quick steps too
 */

/** @type {ReadonlyArray<Step>} */
export const steps = [
  { name: 'typecheck', speed: 'quick', budget: 30 },
  { name: 'folders', speed: 'quick', budget: 20 },
  {
    name: 'format:check',
    speed: 'quick',
    budget: 40,
    changed: { files: /./, command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern'] },
  },
  { name: 'upgrade-pages:check', speed: 'quick', budget: 20 },
  {
    name: 'tests',
    speed: 'quick',
    budget: 150,
    report: 'reports/tests.json',
    again: ['vitest', 'run', '--config', 'vitest.quick.config.ts'],
    changed: { files: /./, command: ['vitest', 'related', '--run', '--config', 'vitest.quick.config.ts'] },
  },

  { name: 'build', speed: 'full', budget: 40 },
  {
    name: 'lint',
    speed: 'full',
    budget: 120,
    changed: { files: /\.(ts|mjs|js)$/, command: ['node', 'scripts/lint.mjs'] },
  },
  {
    name: 'tests:full',
    speed: 'full',
    budget: 700,
    report: 'reports/tests-full.json',
    again: ['vitest', 'run'],
  },
  { name: 'headlamp:test', speed: 'full', budget: 240, needs: 'build', report: 'reports/headlamp.json', maySkip: true },
  { name: 'e2e', speed: 'full', budget: 600, needs: 'build', report: 'reports/e2e.json', maySkip: true },
  { name: 'site:test', speed: 'full', budget: 700, report: 'reports/site.json', maySkip: true },
  { name: 'atlas:sample', speed: 'full', budget: 240 },
  { name: 'atlas:own', speed: 'full', budget: 60 },
  { name: 'snippets', speed: 'full', budget: 120, needs: 'build' },
  { name: 'smoke', speed: 'full', budget: 60, needs: 'build' },
  { name: 'package:check', speed: 'full', budget: 60, needs: 'build' },
  { name: 'guide', speed: 'full', budget: 60, needs: 'build' },
  { name: 'stream', speed: 'full', budget: 60, needs: 'build' },
  { name: 'size', speed: 'full', budget: 30, needs: 'build' },
  { name: 'api', speed: 'full', budget: 120, needs: 'build' },
  { name: 'docs:check', speed: 'full', budget: 120 },
  { name: 'fidelity:check', speed: 'full', budget: 30 },
  { name: 'citations:check', speed: 'full', budget: 90 },
  { name: 'divergences:check', speed: 'full', budget: 10 },
  { name: 'crd:check', speed: 'full', budget: 10 },
  { name: 'notices:check', speed: 'full', budget: 30 },
  { name: 'unused', speed: 'full', budget: 40 },
  { name: 'budgets', speed: 'full', budget: 40 },
  { name: 'documented', speed: 'full', budget: 10, needs: 'tests:full' },
]

/** A step is ended, and red, after so many times its budget: a step that hangs is red, not forever. */
export const HARD_LIMIT = 5

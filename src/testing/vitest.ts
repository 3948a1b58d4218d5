/**
 * Adds the matchers of the testing kit to vitest's `expect`: import it once, in a setup file or in a test.
 *
 * @module
 */
import { expect } from 'vitest'

import { type GcMatchers, matchers } from './match/runner.js'

export type { Because } from './match/plan.js'
export type { CascadeOf } from './match/cascade.js'
export type { AnyObject, AnyTarget, Which } from './match/name.js'
export { type Asked, type GcMatchers, type Matcher, type RunnerResult, matchers } from './match/runner.js'

declare module 'vitest' {
  interface Matchers<T> extends GcMatchers<void> {}
  // Before 3.2 what `expect` gives took nothing from `Matchers`.
  interface Assertion<T> extends GcMatchers<void> {}
}

expect.extend(matchers)

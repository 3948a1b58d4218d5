/**
 * Adds the matchers of the testing kit to Jest's `expect`: name it in `setupFilesAfterEnv`, or import it in a test.
 *
 * @module
 */
// To extend a module, a source has to import it; a declaration file does not.
import type {} from 'expect'

import { type GcMatchers, matchers } from './match/runner.js'

export type { Because } from './match/plan.js'
export type { CascadeOf } from './match/cascade.js'
export type { AnyObject, AnyTarget, Which } from './match/name.js'
export { type Asked, type GcMatchers, type Matcher, type RunnerResult, matchers } from './match/runner.js'

// The types of `@jest/globals`. Where a package manager hides what Jest brings along, a project installs `expect` beside it.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> extends GcMatchers<R> {}
}

declare global {
  // The types of `@types/jest`.
  namespace jest {
    interface Matchers<R, T> extends GcMatchers<R> {}
  }
}

/** The one of the test environment. */
declare const expect: { readonly extend: (matchers: object) => void }

expect.extend(matchers)

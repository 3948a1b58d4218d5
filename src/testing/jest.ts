/**
 * Gives the `expect` of Jest the matchers of the testing kit: name it in `setupFilesAfterEnv`, or import it in a test.
 *
 * @module
 */
import type {} from 'expect'

import type { GcMatchers } from './match/runner.js'
import { matchers } from './match/runner.js'

export type { Because } from './match/plan.js'
export type { CascadeOf } from './match/cascade.js'
export type { AnyObject, AnyTarget, Which } from './match/name.js'
export type { Asked, GcMatchers, Matcher, RunnerResult } from './match/runner.js'
export { matchers } from './match/runner.js'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> extends GcMatchers<R> {}
}

declare global {
  // The name under which the types of Jest's own globals are extended.
  namespace jest {
    interface Matchers<R, T> extends GcMatchers<R> {}
  }
}

/** The one of the test environment. */
declare const expect: { readonly extend: (matchers: object) => void }

expect.extend(matchers)

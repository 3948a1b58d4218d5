/** A guard for what has to work before anything is removed. */
import type { either as E } from 'fp-ts'

import * as fp from '../core/fp.js'
import type { Family, Plan } from '../core/plan.js'
import { type Guard, type Guarded, asGuarded, refused } from './guard.js'
import { guarding } from './guarding.js'
import type { GuardRefusal, Refusals } from './refusal.js'
import { type Kind, aText, fieldOf } from './setting.js'

/** A component that must work, and its last status. */
export interface Part {
  /** What it is, e.g. `discovery of metrics.k8s.io` or `listing of widgets`. */
  readonly what: string
  /** A refusal says why it does not work. */
  readonly state: E.Either<string, unknown>
}

/**
 * Refuses every plan while a part does not work, and every plan with a refused pass.
 *
 * Fails: with `Stalled` for each such part, then with `PassRefused` for each such pass.
 */
export const requireWorking = (parts: ReadonlyArray<Part>): Guard =>
  guarding(
    'requireWorking',
    () => ({ parts: [parts, someParts] }),
    <F extends Family>(plan: Plan<F>): E.Either<Refusals, Plan<Guarded<F>>> => {
      const stalled = parts.flatMap(({ what, state }) =>
        fp.match(
          (because: string): ReadonlyArray<GuardRefusal> => [{ _tag: 'Stalled', what, because }],
          () => [],
        )(state),
      )
      const ended = plan.passes.flatMap(({ name, refusal }): ReadonlyArray<GuardRefusal> =>
        fp.isSome(refusal) ? [{ _tag: 'PassRefused', pass: name, refusal: refusal.value._tag }] : [],
      )
      return refused([...stalled, ...ended]) ?? fp.right(asGuarded(plan))
    },
  )

const someParts: Kind = {
  expected: 'an array of parts, each with what it is and its state',
  holds: (value) =>
    Array.isArray(value) &&
    value.every((part) => aText.holds(fieldOf(part, 'what')) && isState(fieldOf(fieldOf(part, 'state'), '_tag'))),
}

const isState = (tag: unknown): boolean => tag === 'Left' || tag === 'Right'

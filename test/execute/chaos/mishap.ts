/**
 * Answers what may go wrong around a look, an admission or a call, and in which order it does: all of it follows from one
 * list, so that a run can be repeated.
 */
import fc from 'fast-check'

/** What happens at one look, admission or call; what can not happen there does not. */
export type Mishap =
  | 'none'
  /** Nothing is done, and trying again is of no use. */
  | 'denied'
  /** Nothing is done, and trying again may help. */
  | 'busy'
  /** As busy; meanwhile somebody changes what the call is about. */
  | 'busy, and moved'
  /** Nothing is done, and no answer comes. */
  | 'hangs'
  /** No answer comes, and it is done after the deadline. */
  | 'late'
  /** It is done after half the deadline; meanwhile somebody changes what the call is about. */
  | 'slow, and moved'
  /** It is done, and answered as busy. */
  | 'lost'
  /** It is done, and answered as denied. */
  | 'lost for good'
  /** It is done twice, and the second answer comes. */
  | 'twice'
  /** Somebody changes what the call is about before it arrives. */
  | 'moved'
  /** Somebody changes what the call is about after it was done. */
  | 'moved after'
  /** The port throws. */
  | 'throws'
  /** It is done, and the run is called off before the answer comes. */
  | 'abort'
  /** It is done, and the run is called off a little later. */
  | 'abort soon'

/** What one run is given beside its world. */
export interface Chaos {
  readonly mishaps: ReadonlyArray<Mishap>
  /** Which changes others make; taken in turn. */
  readonly rolls: ReadonlyArray<number>
  /** `execute`: a plan of before, after the world has moved so many times. `run`: looks by itself. */
  readonly mode: 'execute' | 'run'
  readonly movedBefore: number
  /** Whoever admits looks at the world. */
  readonly watches: boolean
  readonly lanes: number
  readonly attempts: number
  /** Which targets are protected, and which are not approved: one in so many, by place. */
  readonly protects: number
  readonly leavesOut: number
}

const mishap = fc.constantFrom<Mishap>(
  ...['none', 'none', 'none', 'none', 'none', 'none'].map(() => 'none' as const),
  'denied',
  'busy',
  'busy, and moved',
  'busy, and moved',
  'busy, and moved',
  'hangs',
  'late',
  'slow, and moved',
  'lost',
  'lost for good',
  'twice',
  'moved',
  'moved',
  'moved after',
  'throws',
  'abort',
  'abort soon',
)

/** Chaos of every kind. */
export const chaos: fc.Arbitrary<Chaos> = fc.record({
  mishaps: fc.array(mishap, { maxLength: 12 }),
  rolls: fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }),
  mode: fc.constantFrom('execute', 'execute', 'run'),
  movedBefore: fc.nat(2),
  watches: fc.boolean(),
  lanes: fc.integer({ min: 1, max: 3 }),
  attempts: fc.integer({ min: 1, max: 3 }),
  protects: fc.integer({ min: 2, max: 7 }),
  leavesOut: fc.integer({ min: 2, max: 7 }),
})

/** A family and a plan made up for the tests of rendering. */
import { option as O } from 'fp-ts'

import type { Plan } from '../../src/core/plan.js'
import { instant } from '../../src/core/time.js'

/** Images that go because they are old or because room is wanted. */
export interface Toy {
  readonly Pass: 'age' | 'space'
  readonly Target: { readonly _tag: 'Image'; readonly id: string; readonly tag: string }
  readonly Action: { readonly _tag: 'RemoveImage'; readonly id: string }
  readonly Reason:
    | { readonly _tag: 'Old'; readonly lastUsed: O.Option<Date> }
    | { readonly _tag: 'Unused'; readonly rank: number }
  readonly KeepReason: { readonly _tag: 'InUse' } | { readonly _tag: 'Young'; readonly eligibleAt: Date }
  readonly Event: { readonly _tag: 'Shortage'; readonly message?: string; readonly bytes?: number }
  readonly Refusal: { readonly _tag: 'NoDisk'; readonly capacity: number }
}

const at: Date = instant(Date.UTC(2026, 0, 1, 12))

export const image = (id: string, tag = ''): Toy['Target'] => ({ _tag: 'Image', id, tag })

export const explain = (fact: Toy['Reason'] | Toy['KeepReason'] | Toy['Refusal']): string => {
  switch (fact._tag) {
    case 'Old':
      return 'unused for longer than 7 days'
    case 'Unused':
      return `least recently used number ${fact.rank}`
    case 'InUse':
      return 'in use'
    case 'Young':
      return 'younger than 2 minutes'
    case 'NoDisk':
      return `the disk says it has ${fact.capacity} bytes`
  }
}

const web = `sha256:${'b88df34d660a1e83'.repeat(4)}`
const shop = `sha256:${'f04243cec82b9951'.repeat(4)}`

/** Two removals, one next in line, two kept, an assumption, a time to wake. */
export const toyPlan: Plan<Toy> = {
  at,
  passes: [
    {
      name: 'age',
      observesAgain: false,
      goal: { _tag: 'RemoveAll' },
      onFailure: 'finish-pass',
      removals: [],
      reserve: [],
      kept: [],
      events: [],
      refusal: O.none,
    },
    {
      name: 'space',
      observesAgain: true,
      goal: { _tag: 'FreeBytes', bytes: 1_500_000_000 },
      onFailure: 'continue',
      removals: [
        {
          target: image(web, 'web:1'),
          actions: [{ _tag: 'RemoveImage', id: web }],
          reasons: [
            { _tag: 'Unused', rank: 1 },
            { _tag: 'Old', lastUsed: O.some(instant(0)) },
          ],
          requires: [],
          frees: 648_123_456,
        },
        {
          target: image(shop),
          actions: [{ _tag: 'RemoveImage', id: shop }],
          reasons: [{ _tag: 'Unused', rank: 2 }],
          requires: [image(web, 'web:1')],
          frees: '9223372036854775807',
        },
      ],
      reserve: [
        {
          target: image('next'),
          actions: [{ _tag: 'RemoveImage', id: 'next' }],
          reasons: [{ _tag: 'Old', lastUsed: O.none }],
          requires: [],
          frees: 0,
        },
      ],
      kept: [
        { target: image('used'), reasons: [{ _tag: 'InUse' }] },
        {
          target: image('new\u001b[31m'),
          reasons: [{ _tag: 'Young', eligibleAt: instant(Date.UTC(2026, 0, 1, 12, 1)) }],
        },
      ],
      events: [{ _tag: 'Shortage', message: 'not enough' }, { _tag: 'Shortage', bytes: 7 }, { _tag: 'Shortage' }],
      refusal: O.none,
    },
  ],
  wakeAt: O.some(instant(Date.UTC(2026, 0, 1, 12, 1, 30))),
  assumptions: [{ about: 'beganGC', assumed: '2025-12-01T00:00:00Z', because: 'the node booted then', targets: [web] }],
}

/**
 * Answers how long a cascade takes, played to its end, beside a walk over dependents.
 */
import { either as E } from 'fp-ts'

import { kubectlOptions } from '../src/apiserver/index.js'
import type { Cascade } from '../src/apiserver/index.js'
import { planCascade } from '../src/simulate/cascade/index.js'
import { defaultPolicy } from '../src/controllers/owner/index.js'
import type { Bench } from './bench.js'
import { firstUnequal } from './bench.js'
import { familyOf } from './kubernetes-cascade.input.js'
import { naiveCascade } from './kubernetes-cascade.yardstick.js'
import { scopes } from './kubernetes-owner.input.js'

const at = new Date('2026-01-01T12:00:00Z')

const cascading = (cascade: Cascade): Bench => ({
  name: `kubernetes-cascade-${cascade}`,
  about: `kubectl delete --cascade=${cascade} of one owner, every call with its reason; items are objects`,
  sizes: [1_000, 10_000, 100_000],
  prepare: (size) => {
    const objects = familyOf(size)
    const decide = planCascade(defaultPolicy)([{ _tag: 'Delete', target: 'rs', options: kubectlOptions(cascade) }])
    const work = () => decide({ at, objects, scopes, coverage: { _tag: 'Everything' } })
    return {
      items: objects.length,
      work,
      yardstick: () => naiveCascade(objects, 'rs'),
      disagreement: () => {
        const planned = work()
        if (E.isLeft(planned)) return `the plan was refused: ${JSON.stringify(planned.left)}`
        return firstUnequal(
          planned.right.outcomes.gone.map(({ id }) => id),
          naiveCascade(objects, 'rs'),
        )
      },
    }
  },
})

export const kubernetesCascadeBackground: Bench = cascading('background')
export const kubernetesCascadeForeground: Bench = cascading('foreground')

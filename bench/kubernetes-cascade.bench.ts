/**
 * Answers how long a cascade takes, played to its end, beside a walk over dependents, and beside a plain port.
 */
import { either as E } from 'fp-ts'

import { kubectlOptions } from '../src/apiserver/index.js'
import type { Cascade } from '../src/apiserver/index.js'
import { planCascade } from '../src/simulate/cascade/index.js'
import { defaultPolicy } from '../src/controllers/owner/index.js'
import type { KubeObject } from '../src/apiserver/object.js'
import type { Scope } from '../src/apiserver/scope.js'
import type { Bench, Prepared } from './bench.js'
import { firstUnequal } from './bench.js'
import { chainOf, familyOf } from './kubernetes-cascade.input.js'
import { portedCascade } from './kubernetes-cascade.port.js'
import { naiveCascade } from './kubernetes-cascade.yardstick.js'
import { scopes } from './kubernetes-owner.input.js'

const at = new Date('2026-01-01T12:00:00Z')
const sizes = [1_000, 10_000, 100_000]

type Yardstick = (objects: ReadonlyArray<KubeObject>, root: string, cascade: Cascade) => Iterable<string>

const prepared = (objects: ReadonlyArray<KubeObject>, cascade: Cascade, yardstick: Yardstick): Prepared => {
  const root = objects[0]?.metadata.uid ?? ''
  const served = [...scopes, { ...scopes[1], kind: 'ConfigMap', resource: 'configmaps' } as Scope]
  const decide = planCascade(defaultPolicy)([{ _tag: 'Delete', target: root, options: kubectlOptions(cascade) }])
  const work = () => decide({ at, objects, scopes: served, coverage: { _tag: 'Everything' } })
  return {
    items: objects.length,
    work,
    yardstick: () => yardstick(objects, root, cascade),
    disagreement: () => {
      const planned = work()
      if (E.isLeft(planned)) return `the plan was refused: ${JSON.stringify(planned.left)}`
      const gone = new Set(yardstick(objects, root, cascade))
      return firstUnequal(
        planned.right.outcomes.gone.map(({ id }) => id),
        objects.flatMap(({ metadata: { uid } }) => (gone.has(uid) ? [uid] : [])),
      )
    },
  }
}

const cascading = (cascade: Cascade): Bench => ({
  name: `kubernetes-cascade-${cascade}`,
  about: `kubectl delete --cascade=${cascade} of one owner, every call with its reason; items are objects`,
  sizes,
  prepare: (size) => prepared(familyOf(size), cascade, naiveCascade),
})

export const kubernetesCascadeBackground: Bench = cascading('background')
export const kubernetesCascadeForeground: Bench = cascading('foreground')

const port: Yardstick = (objects, root, cascade) =>
  portedCascade(objects, root, cascade === 'foreground' ? 'Foreground' : 'Background')

const besidePort = (
  cascade: Cascade,
  shape: string,
  objectsOf: (size: number) => ReadonlyArray<KubeObject>,
): Bench => ({
  name: `kubernetes-cascade-${cascade}-${shape}-port`,
  about: `the same of a ${shape}, beside a plain port with a graph, a queue, and requests by path`,
  sizes,
  prepare: (size) => prepared(objectsOf(size), cascade, port),
})

export const kubernetesCascadePorts: ReadonlyArray<Bench> = [
  besidePort('background', 'family', familyOf),
  besidePort('foreground', 'family', familyOf),
  besidePort('background', 'chain', chainOf),
  besidePort('foreground', 'chain', chainOf),
]

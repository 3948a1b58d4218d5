/** Who takes part in courses, beside the owner collector. */
import type { WholeObject } from '../../apiserver/object.js'
import type { Controller, Reconciled } from '../../controllers/controller.js'
import type { Why } from '../cascade/reason.js'
import { kubelets } from '../kubelet/controller.js'
import { readsOf } from './informers.js'
import { failingRecycler, recyclerName } from './recycler.js'
import type { Setup } from './setup.js'

/** Controllers, and the parties outside the control plane. */
export interface Cast extends Pick<Setup, 'names' | 'reads' | 'optional' | 'folded'> {
  readonly values: ReadonlyArray<Controller<Why>>
}

/** Controllers with kubelets, but those that confirm nothing of a pod, and pods that scrub volumes. */
export const castOf = (
  acting: ReadonlyArray<Controller<Why>>,
  isLost: (pod: WholeObject) => boolean = () => false,
): Cast => {
  const values = [...acting, failingRecycler(), kubelets((pod) => (isLost(pod) ? 'unknown' : 'now'))]
  const names = values.map(({ name }) => name)
  return { values, names, reads: names.map(readsOf), optional: new Set([recyclerName]), folded: foldedOnce() }
}

/** A controller that remembers what it found is the same after the same finding. */
const foldedOnce = (): Setup['folded'] => {
  const known = new Map<string, Controller<Why>>()
  return (controller, finished: Reconciled<Why>) => {
    if (controller.fold === undefined || !('memory' in finished)) return controller
    const key = `${controller.name} ${JSON.stringify(finished)}`
    const next = known.get(key) ?? controller.fold({ changes: [], finished: [finished], returned: [] })
    known.set(key, next)
    return next
  }
}

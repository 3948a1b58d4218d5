/** Which containers name each sandbox, once the containers pass is done. */
import { elementAt, numberOfKey } from '../../internal/lists.js'
import type { NodeIndex } from './node-index.js'
import type { ContainerTarget } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** What names one sandbox after the containers pass, and what stopped naming it. */
export interface Occupants {
  /** How many containers stay in it. */
  readonly staying: number
  /** The id of the first of them in list order; empty if none stays. */
  readonly first: string
  readonly going: ReadonlyArray<ContainerTarget>
}

/** Looks up the occupants of a sandbox by its place in the list. */
export type OccupantsOf = (sandbox: number) => Occupants

/** Counts what names each sandbox, given the targets of the containers that go, by place. */
export const occupantsOf = (
  { containers, sandboxes }: Snapshot,
  index: NodeIndex,
  targets: ReadonlyArray<ContainerTarget | undefined>,
): OccupantsOf => {
  const staying = new Uint32Array(sandboxes.length)
  const first = new Uint32Array(sandboxes.length)
  const going = new Map<number, ContainerTarget[]>()
  let before = ''
  let sandbox = numberOfKey(index.sandboxes, before)
  for (let place = 0; place < containers.length; place++) {
    const { sandboxId } = elementAt(containers, place)
    // Neighbours often share a sandbox.
    if (sandboxId !== before) {
      sandbox = numberOfKey(index.sandboxes, sandboxId)
      before = sandboxId
    }
    if (sandbox < 0) continue
    const target = targets[place]
    if (target === undefined) {
      const count = elementAt(staying, sandbox)
      if (count === 0) first[sandbox] = place
      staying[sandbox] = count + 1
    } else {
      const list = going.get(sandbox)
      if (list === undefined) going.set(sandbox, [target])
      else list.push(target)
    }
  }
  return (number) => {
    const count = elementAt(staying, number)
    return {
      staying: count,
      first: count === 0 ? '' : elementAt(containers, elementAt(first, number)).id,
      going: going.get(number) ?? nobody,
    }
  }
}

const nobody: ReadonlyArray<never> = []

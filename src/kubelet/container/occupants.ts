/** Which containers name each sandbox, once the containers pass is done. */
import { elementAt } from '../../internal/lists.js'
import type { NodeIndex } from './node-index.js'
import type { ContainerTarget } from './reason.js'
import type { Snapshot } from './snapshot.js'

/** What names each sandbox after the containers pass, and what stopped naming it; by place of the sandbox. */
export interface Occupants {
  /** How many containers stay in it. */
  readonly staying: Uint32Array
  /** The place of the first of them in list order; 0 if none stays. */
  readonly first: Uint32Array
  /** The containers that go, in list order. */
  readonly going: ReadonlyArray<ReadonlyArray<ContainerTarget>>
}

/** Counts what names each sandbox, given the targets of the containers that go, by place. */
export const occupantsOf = (
  { sandboxes: { length } }: Snapshot,
  { sandboxOf }: NodeIndex,
  targets: ReadonlyArray<ContainerTarget | undefined>,
): Occupants => {
  const staying = new Uint32Array(length)
  const first = new Uint32Array(length)
  const going: ContainerTarget[][] = Array.from({ length }, () => [])
  for (let place = 0; place < targets.length; place++) {
    const sandbox = elementAt(sandboxOf, place)
    if (sandbox < 0) continue
    const target = targets[place]
    if (target !== undefined) elementAt(going, sandbox).push(target)
    else {
      const count = elementAt(staying, sandbox)
      if (count === 0) first[sandbox] = place
      staying[sandbox] = count + 1
    }
  }
  return { staying, first, going }
}

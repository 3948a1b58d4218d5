/** The containers that links name, once the containers pass is done. */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import { elementAt, numberOfKey } from '../../internal/lists.js'
import type { NodeIndex } from './node-index.js'
import type { Owners } from './own-link.js'
import type { ContainerTarget, Target } from './reason.js'
import type { LinkStatus, Snapshot } from './snapshot.js'

/** What a status lookup would say, and the removals it depends on: an exited container gives up its link in any case. */
export interface Looked {
  readonly status: LinkStatus
  readonly requires: ReadonlyArray<Target>
}

/** What links can ask of containers. */
export interface ContainersByLink {
  /** The containers that go, by id. */
  readonly going: Owners
  /** What a lookup says of a container by the time links are swept, given what one says now. */
  readonly statusOf: (id: string, seen: O.Option<LinkStatus>) => Looked
}

/** Looks up containers by id, given the targets of those that go, by place. */
export const containersByLink = (
  { containers }: Snapshot,
  index: NodeIndex,
  targets: ReadonlyArray<ContainerTarget | undefined>,
): ContainersByLink => {
  const numberOf = (id: string): number => numberOfKey(index.containers, id)
  return {
    going: { get: (id) => targets[numberOf(id)] },
    statusOf: (id, seen) => {
      const number = numberOf(id)
      const listed = number < 0 ? 'Gone' : elementAt(containers, number).state
      const status = fp.isSome(seen) ? seen.value : listed
      const target = targets[number]
      if (target === undefined || status === 'Gone') return { status, requires: [] }
      return { status: 'Gone', requires: status === 'CONTAINER_EXITED' ? [] : [target] }
    },
  }
}

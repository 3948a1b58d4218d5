/**
 * The items of a snapshot by number: the place in their list. Built once; the check for what is listed twice and all passes
 * use it, so that no text is looked up, and no list of pods is sorted, a second time
 * (`npm run bench -- --apart kubelet-container`).
 */
import { type Numbering, elementAt, numberOfKey, numbering, rankTexts } from '../../internal/lists.js'
import type { Snapshot } from './snapshot.js'

/** Where each item stands in its list. */
export interface NodeIndex {
  /** Listed pods by uid. */
  readonly pods: Numbering
  /** Containers by id. */
  readonly containers: Numbering
  /** The place of the sandbox of each container; -1 where it is not listed. */
  readonly sandboxOf: Int32Array
  readonly owners: PodsByUid
  /** False when a list names something twice. */
  readonly isDistinct: boolean
}

/** The pods that containers and sandboxes name, whether they are listed or not. */
export interface PodsByUid {
  /** Each once, in order. */
  readonly uids: ReadonlyArray<string>
  /** The place in `uids` of the pod of each container, by its place. */
  readonly ofContainer: Uint32Array
  /** The same for each sandbox. */
  readonly ofSandbox: Uint32Array
}

/** Numbers what the passes look up. */
export const indexNode = (snapshot: Snapshot): NodeIndex => {
  const { containers, sandboxes } = snapshot
  const ids = new Array<string>(containers.length)
  const uids = new Array<string>(containers.length + sandboxes.length)
  const sandboxIds = new Array<string>(containers.length)
  // One walk for all fields: each walk over the objects of a large node waits for memory again.
  for (let place = 0; place < containers.length; place++) {
    const { id, podUid, sandboxId } = elementAt(containers, place)
    ids[place] = id
    uids[place] = podUid
    sandboxIds[place] = sandboxId
  }
  for (let place = 0; place < sandboxes.length; place++)
    uids[containers.length + place] = elementAt(sandboxes, place).podUid
  const { texts, ranks } = rankTexts(uids)
  const bySandboxId = numbering(sandboxes.map(({ id }) => id))
  const numberings = {
    pods: numbering(snapshot.pods.map(({ uid }) => uid)),
    containers: numbering(ids),
  }
  const others = [bySandboxId, numbering(snapshot.logDirectories), numbering(snapshot.logLinks.map(({ path }) => path))]
  return {
    ...numberings,
    sandboxOf: numbersOf(bySandboxId, sandboxIds),
    owners: {
      uids: texts,
      ofContainer: ranks.subarray(0, containers.length),
      ofSandbox: ranks.subarray(containers.length),
    },
    isDistinct: [numberings.pods, numberings.containers, ...others].every(({ distinct }) => distinct),
  }
}

/** The number of each key; -1 where it has none. Neighbours often share a key. */
const numbersOf = (numbers: Numbering, keys: ReadonlyArray<string>): Int32Array => {
  const found = new Int32Array(keys.length)
  let before: string | undefined
  let number = -1
  for (let place = 0; place < keys.length; place++) {
    const key = elementAt(keys, place)
    if (key !== before) number = numberOfKey(numbers, key)
    before = key
    found[place] = number
  }
  return found
}

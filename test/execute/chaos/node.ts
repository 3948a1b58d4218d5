/**
 * Answers how a node is a world: a runtime, logs and a disk, on which others start containers, use images, pin them, and bring
 * pods back meanwhile. The runtime checks nothing: it removes what it is told to.
 */
import { either as E, option as O } from 'fp-ts'
import type { taskEither as TE } from 'fp-ts'

import type { Family } from '../../../src/core/plan.js'
import { known } from '../../../src/core/index.js'
import { int64FromBigint, int64ToBigint } from '../../../src/core/int64.js'
import type * as KubeletContainer from '../../../src/kubelet/container/index.js'
import type * as KubeletImage from '../../../src/kubelet/image/index.js'
import { containerOf } from '../../../src/kubelet/image/snapshot.js'
import { runtimeOf } from '../../../src/testing/node/runtime.js'
import type { NodeContainer, NodeFault, NodeState } from '../../../src/testing/node/state.js'
import { nodeStateOf } from '../../../src/testing/node/state.js'
import type { Through, World, Wrong } from './world.js'
import { wrong } from './world.js'

const callOn =
  (through: Through) =>
  (carryOut: () => NodeFault | undefined): TE.TaskEither<Wrong, void> =>
    through(() => {
      const fault = carryOut()
      return Promise.resolve(
        fault === undefined
          ? E.right(undefined)
          : E.left(wrong(fault._tag === 'NotFound' ? 'gone' : 'conflict', fault._tag)),
      )
    })

const textOf = (target: { readonly _tag: string; readonly id: string }): string => `${target._tag} ${target.id}`

/** What calls that insist on nothing may have removed: what they name. */
const named = (key: string, target: { readonly _tag: string; readonly id: string }): string | undefined =>
  key === textOf(target) ? undefined : `is not ${textOf(target)}`

/** The world of dead containers, their sandboxes and their logs. */
export const containerWorld = (
  start: KubeletContainer.Snapshot,
): World<KubeletContainer.Family, KubeletContainer.Snapshot> => {
  const { at, pods, containers, sandboxes, logDirectories, logLinks } = start
  const state = nodeStateOf<never>({ at, pods, containers, sandboxes, logDirectories, logLinks })
  const runtime = runtimeOf(state)
  const revived = new Set<string>()
  const find = <A extends { readonly id: string }>(all: ReadonlyArray<A>, id: string): A | undefined =>
    all.find((each) => each.id === id)
  const objection = (target: KubeletContainer.Target): string | undefined => {
    switch (target._tag) {
      case 'Container':
        return find(state.containers, target.id)?.state === 'CONTAINER_RUNNING' ? 'it runs' : undefined
      case 'Sandbox':
        if (find(state.sandboxes, target.id)?.state === 'SANDBOX_READY') return 'it is ready'
        return state.containers.some(({ sandboxId }) => sandboxId === target.id) ? 'it has containers' : undefined
      case 'LogDirectory':
        return revived.has(target.podUid) ? 'its pod is back' : undefined
      case 'LogLink':
        return state.logLinks.find(({ path }) => path === target.id)?.targetExists === true ? 'it leads on' : undefined
    }
  }
  return {
    now: () => state.now,
    moveTo: (now) => {
      state.now = now
    },
    look: () => ({
      ...start,
      at: state.now,
      ...{ pods: state.pods, containers: state.containers, sandboxes: state.sandboxes },
      ...{ logDirectories: state.logDirectories, logLinks: state.logLinks },
    }),
    perform: (through) => {
      const call = callOn(through)
      return (action) => {
        switch (action._tag) {
          case 'InspectContainer':
            return call(() => runtime.inspectContainer(action.id))
          case 'StopContainer':
            return call(() => runtime.stopContainer(action.id))
          case 'RemoveContainerLog':
            return call(() => runtime.removeContainerLog(action.id))
          case 'RemoveContainer':
            return call(() => runtime.removeContainer(action.id))
          case 'StopSandbox':
            return call(() => runtime.stopSandbox(action.id))
          case 'RemoveSandbox':
            return call(() => runtime.removeSandbox(action.id))
          case 'RemoveLogDirectory':
            return call(() => runtime.removeLogDirectory(action.name))
          case 'RemoveLogLink':
            return call(() => runtime.removeLogLink(action.path))
        }
      }
    },
    things: () =>
      new Map<string, unknown>([
        ...state.containers.map((each) => [`Container ${each.id}`, each] as const),
        ...state.sandboxes.map((each) => [`Sandbox ${each.id}`, each] as const),
        ...state.logDirectories.map((each) => [`LogDirectory ${each}`, each] as const),
        ...state.logLinks.map((each) => [`LogLink ${each.path}`, each] as const),
      ]),
    keyOf: textOf,
    isGoing: () => false,
    meddle: (roll, key = '') => {
      const [tag = '', ...rest] = key.split(' ')
      const id = rest.join(' ')
      const isSandbox = tag === 'Sandbox' && find(state.sandboxes, id) !== undefined
      switch (isSandbox ? 4 + (roll % 2) : roll % 4) {
        case 0:
          // A container that was created and never ran may be started; one that has ended never runs again.
          state.containers = state.containers.map((each) =>
            (key === '' || each.id === id) && each.state !== 'CONTAINER_EXITED'
              ? { ...each, state: 'CONTAINER_RUNNING' }
              : each,
          )
          return
        case 1:
          runtime.removeContainer(id)
          runtime.removeLogDirectory(id)
          return
        case 2: {
          const uid = id.slice(id.lastIndexOf('_') + 1)
          revived.add(uid)
          state.pods = state.pods.map((pod) =>
            pod.uid === uid ? { ...pod, contentRemoved: known(false), runtimeRemoved: known(false) } : pod,
          )
          return
        }
        case 3:
          state.logLinks = state.logLinks.map((each) => (each.path === id ? { ...each, targetExists: true } : each))
          return
        case 4:
          state.containers = [...state.containers, newContainer(state, id)]
          return
        default:
          state.sandboxes = state.sandboxes.filter((each) => each.id !== id)
      }
    },
    objection,
    breach: (action, target, { key, before }) =>
      // The CRI removes the containers in a sandbox with it, and the kubelet the link of a container before it.
      (action._tag === 'RemoveSandbox' && (before as Partial<NodeContainer>).sandboxId === target.id) ||
      (action._tag === 'RemoveContainerLog' && key.endsWith(`-${target.id}.log`))
        ? undefined
        : named(key, target),
  }
}

const newContainer = ({ now, containers }: NodeState<never>, sandboxId: string): NodeContainer => ({
  id: `new${containers.length}`,
  ...{ sandboxId, podUid: 'new', name: 'new', state: 'CONTAINER_RUNNING', createdAt: now, identified: true },
})

/** How one collector of images is let loose on a node. */
interface ImageSetting<F extends Family, Snapshot> {
  readonly start: KubeletImage.Snapshot
  /** What it sees of the node. */
  readonly view: (node: KubeletImage.Snapshot) => Snapshot
  readonly perform: (port: KubeletImage.Port<Wrong>) => (action: F['Action']) => TE.TaskEither<Wrong, unknown>
}

/** The world of images. */
export const imageWorld = <F extends Family & { readonly Target: KubeletImage.Target }, Snapshot>({
  start,
  view,
  perform,
}: ImageSetting<F, Snapshot>): World<F, Snapshot> => {
  let { at: now, images, containers, imageFs } = start
  const without = (id: string): void => {
    const gone = images.filter((image) => image.id === id)
    if (gone.length === 0) return
    images = images.filter((image) => image.id !== id)
    if (imageFs._tag === 'Unknown' || O.isNone(imageFs.value.availableBytes)) return
    const sizes = gone.reduce((sum, { size }) => sum + int64ToBigint(size), 0n)
    const available = int64ToBigint(imageFs.value.availableBytes.value) + sizes
    const most = O.isSome(imageFs.value.capacityBytes) ? int64ToBigint(imageFs.value.capacityBytes.value) : 2n ** 62n
    const availableBytes = O.some(int64FromBigint(available < most ? available : most))
    imageFs = { ...imageFs, value: { ...imageFs.value, availableBytes } }
  }
  return {
    now: () => now,
    moveTo: (at) => {
      now = at
    },
    look: () => view({ ...start, at: now, images, containers, imageFs }),
    perform: (through) => {
      const call = callOn(through)
      return perform({
        removeImage: (id) =>
          call(() => {
            without(id)
            return undefined
          }),
      })
    },
    things: () => new Map(images.map((image) => [image.id, image])),
    keyOf: ({ imageId }) => imageId,
    isGoing: () => false,
    meddle: (roll, key) => {
      const image = images.find(({ id }) => id === key) ?? images[roll % Math.max(1, images.length)]
      if (image === undefined) return
      const { id: imageId, runtimeHandler } = image
      switch (roll % 4) {
        case 0:
        case 1:
          containers = [...containers, { ...containerOf(`user ${containers.length}`, imageId), runtimeHandler }]
          return
        case 2:
          images = images.map((each) => (each === image ? { ...each, pinned: true } : each))
          return
        default:
          without(imageId)
      }
    },
    objection: ({ imageId }) => {
      if (images.some(({ id, pinned }) => id === imageId && pinned && !isPinned(start, id))) return 'somebody pinned it'
      const holders = containers.slice(start.containers.length)
      return holders.some((container) => container.imageId === imageId) ? 'it is in use by now' : undefined
    },
    breach: (_action, { imageId }, { key }) => (key === imageId ? undefined : `is not ${imageId}`),
  }
}

const isPinned = ({ images }: KubeletImage.Snapshot, imageId: string): boolean =>
  images.some(({ id, pinned }) => id === imageId && pinned)

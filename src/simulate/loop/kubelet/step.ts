/**
 * The kubelet's loops as a pure step function.
 *
 * 1. Each loop runs at once when it is started: container collection, image collection unless it is switched off,
 *    detection of images in use, and the refresh of the image list.
 * 2. A loop runs again one period after its last run ended; runs of one loop never overlap, and loops do not wait for
 *    each other.
 * 3. Every failed container collection is recorded; a failed image collection only if the one before failed too.
 * 4. A failed listing leaves the image list unchanged.
 */
import { option as O } from 'fp-ts'

import type { Image } from '../../../kubelet/image/snapshot.js'
import { int64ToBigint } from '../../../core/int64.js'
import { type Millis, after, isInstant } from '../../../core/time.js'
import { compareText } from '../../../internal/lists.js'
import { type Config, imageLoopRuns } from './config.js'
import type { Command, Loop, Signal, State } from './signal.js'

/** A state and its commands, in order. */
export type Step = readonly [state: State, commands: ReadonlyArray<Command>]

/**
 * The loops at the moment they are started, and their first commands.
 *
 * `at` becomes `beganGC`. With the image loop switched off there is no image collection, but detection and the image
 * list go on.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kubelet.go StartGarbageCollection
 *
 * @example
 * ```ts
 * import { KubeletLoop } from 'gcplan/simulate/loop'
 *
 * const [, commands] = KubeletLoop.start(KubeletLoop.defaultConfig)(new Date('2026-01-01T12:00:00Z'))
 * console.log(commands.map((command) => command._tag)) // [ 'RunContainerGC', 'RunImageGC', 'Detect', 'RefreshImageList' ]
 * ```
 */
export const start =
  (config: Config) =>
  (at: Date): Step => {
    const running = { _tag: 'Running', since: at } as const
    const runs = imageLoopRuns(config)
    const state: State = {
      loops: {
        'container-gc': running,
        'image-gc': runs ? running : { _tag: 'Off' },
        detection: running,
        'image-list': running,
      },
      beganGC: at,
      imageGCFailed: false,
      imageList: O.none,
    }
    const loops: ReadonlyArray<Loop> = ['container-gc', 'image-gc', 'detection', 'image-list']
    return [state, loops.filter((loop) => runs || loop !== 'image-gc').map((loop) => run(loop, state))]
  }

/**
 * The next state, and its commands. Unexpected signals change nothing; a timer that fires early is set again.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kubelet.go StartGarbageCollection
 * @upstream kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go realImageGCManager.Start
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { KubeletLoop } from 'gcplan/simulate/loop'
 *
 * const at = new Date('2026-01-01T12:00:00Z')
 * const [started] = KubeletLoop.start(KubeletLoop.defaultConfig)(at)
 * const failed = { _tag: 'RunEnded', loop: 'container-gc', error: O.some('no runtime'), at } as const
 * const [, commands] = KubeletLoop.step(KubeletLoop.defaultConfig)(started, failed)
 * console.log(commands.map((command) => command._tag)) // [ 'RecordEvent', 'SetTimer' ]
 * ```
 */
export const step =
  (config: Config) =>
  (state: State, signal: Signal): Step => {
    if (!isInstant(signal.at)) return [state, []]
    if (signal._tag === 'TimerDue') return timerDue(state, signal.loop, signal.at)
    const loop = signal._tag === 'RunEnded' ? signal.loop : 'image-list'
    if (state.loops[loop]._tag !== 'Running') return [state, []]
    const until = after(signal.at, periodOf(config, loop))
    return [
      { ...remembering(state, signal), loops: { ...state.loops, [loop]: { _tag: 'Waiting', until } } },
      [...eventsOf(config, state, signal), { _tag: 'SetTimer', loop, at: until }],
    ]
  }

type Ended = Exclude<Signal, { readonly _tag: 'TimerDue' }>

const timerDue = (state: State, loop: Loop, at: Date): Step => {
  const current = state.loops[loop]
  if (current._tag !== 'Waiting') return [state, []]
  if (at.getTime() < current.until.getTime()) return [state, [{ _tag: 'SetTimer', loop, at: current.until }]]
  return [{ ...state, loops: { ...state.loops, [loop]: { _tag: 'Running', since: at } } }, [run(loop, state)]]
}

const remembering = (state: State, ended: Ended): State => {
  if (ended._tag === 'ImagesListed') return { ...state, imageList: O.some(largestFirst(ended.images)) }
  return ended._tag === 'RunEnded' && ended.loop === 'image-gc'
    ? { ...state, imageGCFailed: O.isSome(ended.error) }
    : state
}

const eventsOf = (config: Config, state: State, ended: Ended): ReadonlyArray<Command> => {
  if (ended._tag !== 'RunEnded' || O.isNone(ended.error)) return []
  const message = ended.error.value
  switch (ended.loop) {
    case 'container-gc':
      return [{ _tag: 'RecordEvent', event: { type: 'Warning', reason: 'ContainerGCFailed', message } }]
    case 'image-gc':
      return state.imageGCFailed || config.imageFailuresRecorded === 'every'
        ? [{ _tag: 'RecordEvent', event: { type: 'Warning', reason: 'ImageGCFailed', message } }]
        : []
    case 'detection':
      return []
  }
}

const periodOf = (config: Config, loop: Loop): Millis => {
  switch (loop) {
    case 'container-gc':
      return config.containerPeriod
    case 'image-gc':
      return config.imagePeriod
    case 'detection':
      return config.detectionPeriod
    case 'image-list':
      return config.imageListPeriod
  }
}

const run = (loop: Loop, state: State): Command => {
  switch (loop) {
    case 'container-gc':
      return { _tag: 'RunContainerGC' }
    case 'image-gc':
      return { _tag: 'RunImageGC', beganGC: state.beganGC }
    case 'detection':
      return { _tag: 'Detect' }
    case 'image-list':
      return { _tag: 'RefreshImageList' }
  }
}

/** Largest first, then the greater id, as the node's status shows them. */
const largestFirst = (images: ReadonlyArray<Image>): ReadonlyArray<Image> =>
  images
    .map((image) => ({ image, size: int64ToBigint(image.size) }))
    .sort((a, b) => (a.size === b.size ? compareText(b.image.id, a.image.id) : a.size < b.size ? 1 : -1))
    .map(({ image }) => image)

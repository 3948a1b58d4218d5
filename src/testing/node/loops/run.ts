/** Runs the kubelet's loops on a fake node as its clock advances, one after the other, each at its due time. */
import type { option as O } from 'fp-ts'

import { type Millis, after, between } from '../../../core/time.js'
import {
  type Config,
  type Loop,
  type NodeEvent,
  type Signal,
  type State,
  type Step,
  start,
  step,
} from '../../../simulate/loop/kubelet/index.js'
import type { VirtualClock } from '../../virtual-clock.js'

/** What the loops have a node do; each gives the text of its error. */
export interface NodeWork {
  readonly collectContainers: () => Promise<O.Option<string>>
  readonly collectImages: () => Promise<O.Option<string>>
  readonly detect: () => O.Option<string>
}

/** The loops of one node. */
export interface NodeLoops {
  /** Moves the clock, and lets the loops run that fall due; the first time it starts them. */
  readonly advance: (span: Millis) => Promise<void>
  /** What they recorded on the node object. */
  readonly events: () => ReadonlyArray<NodeEvent>
}

/** A loop's timer. */
interface Timer {
  readonly loop: Loop
  readonly at: Date
}

/** The loops of a node whose time is that of a clock. */
export const nodeLoopsOf = (config: Config, clock: VirtualClock, work: NodeWork): NodeLoops => {
  const timers = new Map<Loop, Timer>()
  const events: NodeEvent[] = []
  let state: State | undefined

  const ended = (loop: 'container-gc' | 'image-gc' | 'detection', error: O.Option<string>): Signal => ({
    _tag: 'RunEnded',
    loop,
    error,
    at: clock.now(),
  })

  /** Does what a step asks for, and tells the loops of it. */
  const obey = async ([next, commands]: Step): Promise<void> => {
    state = next
    for (const command of commands)
      switch (command._tag) {
        case 'RunContainerGC':
          await hear(ended('container-gc', await work.collectContainers()))
          break
        case 'RunImageGC':
          await hear(ended('image-gc', await work.collectImages()))
          break
        case 'Detect':
          await hear(ended('detection', work.detect()))
          break
        case 'SetTimer':
          timers.set(command.loop, command)
          break
        case 'RecordEvent':
          events.push(command.event)
          break
        // Nothing here reads the image list of the node's status.
        case 'RefreshImageList':
          break
      }
  }

  const hear = async (signal: Signal): Promise<void> => {
    if (state !== undefined) await obey(step(config)(state, signal))
  }

  return {
    advance: async (span) => {
      const end = after(clock.now(), span)
      if (state === undefined) await obey(start(config)(clock.now()))
      for (let next = firstOf(timers); next !== undefined && next.at <= end; next = firstOf(timers)) {
        timers.delete(next.loop)
        if (clock.now() < next.at) await clock.advance(between(clock.now(), next.at))
        await hear({ _tag: 'TimerDue', loop: next.loop, at: clock.now() })
      }
      if (clock.now() < end) await clock.advance(between(clock.now(), end))
    },
    events: () => [...events],
  }
}

/** At one instant containers go before the images that they held. */
const order: ReadonlyArray<Loop> = ['container-gc', 'image-gc', 'detection', 'image-list']

const firstOf = (timers: ReadonlyMap<Loop, Timer>): Timer | undefined => {
  let first: Timer | undefined
  for (const loop of order) {
    const timer = timers.get(loop)
    if (timer !== undefined && (first === undefined || timer.at < first.at)) first = timer
  }
  return first
}

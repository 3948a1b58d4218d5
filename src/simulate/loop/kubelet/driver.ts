/** Drives the kubelet's loops on a node. */
import { type task as T, type taskEither as TE, either as E, function as F, option as O } from 'fp-ts'

import type { Image } from '../../../kubelet/image/snapshot.js'
import { type Deed, type Driven, type Driving, drive as driveLoop, unfailing } from '../drive.js'
import type { Config } from './config.js'
import type { Command, NodeEvent, Signal, State } from './signal.js'
import { start, step } from './step.js'

/** The calls of the loops. Each task returns its error text; none on success. */
export interface Node {
  readonly collectContainers: T.Task<O.Option<string>>
  /** `beganGC`: the start of the loop, which the age pass reads. */
  readonly collectImages: (beganGC: Date) => T.Task<O.Option<string>>
  /** Observes which images are in use. */
  readonly detect: T.Task<O.Option<string>>
  readonly listImages: TE.TaskEither<unknown, ReadonlyArray<Image>>
  /** Records an event on the node object. */
  readonly recordEvent: (event: NodeEvent) => T.Task<unknown>
}

/**
 * Runs the kubelet's loops on a node until stopped. A task that throws has failed.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kubelet.go StartGarbageCollection
 */
export const drive =
  (config: Config) =>
  (driving: Driving) =>
  (node: Node): Driven<State, Signal> =>
    driveLoop(driving)({ start: start(config), step: step(config), deedOf: deedOf(node) })

const deedOf =
  (node: Node) =>
  (command: Command): Deed<Signal> => {
    switch (command._tag) {
      case 'RunContainerGC':
        return run('container-gc', () => node.collectContainers)
      case 'RunImageGC':
        return run('image-gc', () => node.collectImages(command.beganGC))
      case 'Detect':
        return run('detection', () => node.detect)
      case 'RefreshImageList':
        return { _tag: 'Work', work: listed(node) }
      case 'SetTimer': {
        const { loop, at } = command
        return { _tag: 'Timer', key: loop, at, due: (now) => ({ _tag: 'TimerDue', loop, at: now }) }
      }
      case 'RecordEvent':
        void unfailing(
          () => node.recordEvent(command.event),
          () => undefined,
        )()
        return { _tag: 'Nothing' }
    }
  }

const run = (
  loop: Extract<Signal, { readonly _tag: 'RunEnded' }>['loop'],
  work: () => T.Task<O.Option<string>>,
): Deed<Signal> => ({
  _tag: 'Work',
  work: async () => {
    const error = await unfailing(work, O.some<string>)()
    return (at) => ({ _tag: 'RunEnded', loop, error, at })
  },
})

const listed =
  ({ listImages }: Node): T.Task<(at: Date) => Signal> =>
  async () => {
    const images = await unfailing<E.Either<unknown, ReadonlyArray<Image>>>(() => listImages, E.left)()
    return (at) =>
      F.pipe(
        images,
        E.match(
          (): Signal => ({ _tag: 'ImageListFailed', at }),
          (listedImages) => ({ _tag: 'ImagesListed', images: listedImages, at }),
        ),
      )
  }

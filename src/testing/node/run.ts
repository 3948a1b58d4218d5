/**
 * A fake node for tests of node agents: a runtime, logs and a disk in memory, behind the ports of the kubelet's
 * collectors, with a clock that the test moves.
 */
import { type taskEither as TE, either as E, function as F, option as O } from 'fp-ts'

import type { Family as AnyFamily, Plan } from '../../core/plan.js'
import { known } from '../../core/knowledge.js'
import type { InvalidInput } from '../../core/problem.js'
import type { Conclusion } from '../../core/collector.js'
import { type Report, removedTargets } from '../../core/report.js'
import * as KubeletContainer from '../../kubelet/container/index.js'
import * as KubeletImage from '../../kubelet/image/index.js'
import type { Span } from '../../core/time.js'
import { executeLooking } from '../../execute/execute.js'
import { type Config, type NodeEvent, defaultConfig } from '../../simulate/loop/kubelet/index.js'
import { canonicalJson } from '../../internal/canonical-json.js'
import { badInput, misuse } from '../misuse.js'
import { type VirtualClock, virtualClock } from '../virtual-clock.js'
import { spanOf } from '../when.js'
import { nodeLoopsOf } from './loops/run.js'
import { type NodePorts, nodePortsOf } from './ports.js'
import {
  type NodeContainer,
  type NodeFault,
  type NodeContents,
  containerSnapshotOf,
  imageSnapshotOf,
  nodeStateOf,
} from './state.js'

/** Options of a fake node. */
export interface NodeOptions<Err> extends NodeContents<Err> {
  readonly policies?: { readonly containers?: KubeletContainer.Policy; readonly images?: KubeletImage.Policy }
  /** Settings of the kubelet's loops; threshold and maximum age come from the image policy. */
  readonly loops?: Partial<Omit<Config, 'highThresholdPercent' | 'maxAge'>>
}

/** A node in memory. */
export interface FakeNode<Err> extends NodePorts<Err> {
  /** One container collection. */
  readonly collectContainers: () => Promise<Report<KubeletContainer.Family, Err | NodeFault>>
  /** One image collection; its memory is kept. */
  readonly collectImages: () => Promise<Report<KubeletImage.Family, Err | NodeFault>>
  /** Collects containers and images until neither removes anything. The clock does not advance. */
  readonly settle: () => Promise<void>
  /**
   * Advances the clock and runs the kubelet's loops: containers at once and every minute, images at once and every
   * five.
   */
  readonly advance: (span: Span) => Promise<void>
  /** Events that the loops recorded. */
  readonly events: () => ReadonlyArray<NodeEvent>
  /** The node's clock, for code that sleeps. Advancing it wakes sleepers but does not run the loops. */
  readonly clock: VirtualClock
  /** The current time of its clock. */
  readonly now: () => Date
  /** What the container collector sees. */
  readonly containerSnapshot: () => KubeletContainer.Snapshot
  /** The image collector's snapshot, with its memory. */
  readonly imageSnapshot: () => KubeletImage.Snapshot
  /** Everything on the node, by kind: ids, names of directories, paths of links. */
  readonly names: () => Readonly<
    Record<'containers' | 'sandboxes' | 'images' | 'logDirectories' | 'logLinks', ReadonlyArray<string>>
  >
  /** Adds things to the node, or replaces those with their id. */
  readonly put: (things: Pick<NodeContents<Err>, 'containers' | 'sandboxes' | 'images' | 'pods'>) => void
}

/** More rounds than this mean that the node never settles. */
const mostRounds = 1000

/**
 * A node with the given content.
 *
 * Fails: throws for invalid input.
 *
 * @example
 * ```ts
 * import { fakeNode, KubeletImage } from 'gcplan/testing'
 *
 * const { image, imageFs, record } = KubeletImage
 * const node = fakeNode({
 *   at: '2026-01-01T13:00:00Z',
 *   images: [image('sha256:a', { size: 600 })],
 *   imageFs: imageFs(1000, 100),
 *   memory: { records: [record('sha256:a', { size: 600 })] },
 *   failures: { removeImage: { 'sha256:a': 'the disk is read-only' } },
 * })
 * void node.collectImages().then((report) => {
 *   console.log(report.passes.flatMap(({ outcomes }) => outcomes.map(({ _tag }) => _tag))) // [ 'Failed' ]
 * })
 * ```
 */
export const fakeNode = <Err = never>(options: NodeOptions<Err> = {}): FakeNode<Err> => {
  const state = nodeStateOf(options)
  const ports = nodePortsOf(state)
  /** The node's own kubelet has no deadlines: what hangs has failed. */
  const { containerPort, imagePort } = nodePortsOf(state, 'waits-for-nothing')
  const {
    containers: containerPolicy = KubeletContainer.defaultPolicy,
    images: imagePolicy = KubeletImage.defaultPolicy,
  } = options.policies ?? {}
  const runContainers = () =>
    carryOut<KubeletContainer.Family, Err | NodeFault>(
      KubeletContainer.perform(containerPort),
      () => KubeletContainer.plan(containerPolicy)(containerSnapshotOf(state)),
      KubeletContainer.conclude(textOf),
    )
  const runImages = async () => {
    const snapshot = imageSnapshotOf(state)
    const run = await carryOut<KubeletImage.Family, Err | NodeFault>(
      KubeletImage.perform(imagePort),
      // The kubelet measures the disk again before the space pass, but lists no images or containers anew.
      () => KubeletImage.plan(imagePolicy)({ ...snapshot, imageFs: known(state.imageFs) }),
      KubeletImage.conclude(textOf),
    )
    state.memory = KubeletImage.applyReport(run.report)(KubeletImage.remember(imagePolicy)(snapshot)).memory
    return run
  }
  const collectContainers: FakeNode<Err>['collectContainers'] = async () => (await runContainers()).report
  const collectImages: FakeNode<Err>['collectImages'] = async () => (await runImages()).report
  const clock = virtualClock(
    () => state.now,
    (at) => {
      state.now = at
    },
  )
  const { highThresholdPercent, maxAge } = imagePolicy
  const loops = nodeLoopsOf({ ...defaultConfig, ...options.loops, highThresholdPercent, maxAge }, clock, {
    collectContainers: async () => (await runContainers()).conclusion.error,
    collectImages: async () => (await runImages()).conclusion.error,
    detect: () => {
      const { at, images, containers } = imageSnapshotOf(state)
      const looked = { at, detectTime: O.some(at), images, containers }
      state.memory = KubeletImage.observe(imagePolicy)(looked)(state.memory)
      return O.none
    },
  })
  return {
    ...ports,
    collectContainers,
    collectImages,
    settle: async () => {
      for (let round = 0; round < mostRounds; round++) {
        const containers = await collectContainers()
        const images = await collectImages()
        if (removedTargets(containers).length === 0 && removedTargets(images).length === 0) return
      }
      misuse(`nothing comes to rest within ${mostRounds} rounds`)
    },
    advance: (span) => loops.advance(spanOf(span)),
    events: loops.events,
    clock,
    now: () => state.now,
    containerSnapshot: () => containerSnapshotOf(state),
    imageSnapshot: () => imageSnapshotOf(state),
    names: () => ({
      containers: state.containers.map(({ id }) => id),
      sandboxes: state.sandboxes.map(({ id }) => id),
      images: state.images.map(({ id }) => id),
      logDirectories: state.logDirectories,
      logLinks: state.logLinks.map(({ path }) => path),
    }),
    put: ({ containers = [], sandboxes = [], images = [], pods = [] }) => {
      state.containers = over<NodeContainer>(({ id }) => id)(state.containers, containers)
      state.sandboxes = over<KubeletContainer.Sandbox>(({ id }) => id)(state.sandboxes, sandboxes)
      state.images = over<KubeletImage.Image>(({ id }) => id)(state.images, images)
      state.pods = over<KubeletContainer.PodState>(({ uid }) => uid)(state.pods, pods)
    },
  }
}

/** Plans, and looks again where the real component does. */
const carryOut = async <F extends AnyFamily, Err>(
  perform: (action: F['Action']) => TE.TaskEither<Err, unknown>,
  planned: () => E.Either<InvalidInput | KubeletImage.Int64Overflow, Plan<F>>,
  conclude: (plan: Plan<F>) => (report: Report<F, Err>) => Conclusion<F>,
): Promise<{ readonly report: Report<F, Err>; readonly conclusion: Conclusion<F> }> => {
  const decide = (): Plan<F> =>
    F.pipe(
      planned(),
      E.getOrElseW((error) =>
        error._tag === 'InvalidInput' ? badInput(error) : misuse('sizes on the disk do not add up'),
      ),
    )
  const plan = decide()
  const look = () => () => Promise.resolve(E.right(decide()))
  const report = await executeLooking<F['Action'], Err, F>(perform, look)(plan)()
  return { report, conclusion: conclude(plan)(report) }
}

/** What a call that failed says. */
const textOf = (error: unknown): string => {
  if (typeof error === 'string') return error
  const { message } = (error ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : canonicalJson(error)
}

/** A list with others in it, each in the place of the one of its id. */
const over =
  <A>(idOf: (each: A) => string) =>
  (before: ReadonlyArray<A>, others: ReadonlyArray<A>): ReadonlyArray<A> => {
    const byId = new Map([...before, ...others].map((each) => [idOf(each), each]))
    return [...byId.values()]
  }

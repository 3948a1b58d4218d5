/** From a look, and what is remembered of earlier ones, to what the agent tells and what it may remove. Pure. */
import { either as E, function as F } from 'fp-ts'

import { millis, removalsOf } from 'gcplan'
import type { Observation as Runtime } from 'gcplan/adapters/cri'
import { type Observation as Kubelet, explainError } from 'gcplan/adapters/kubelet'
import {
  type DecodedLayers,
  type PressureStats,
  kubeletImageSnapshot,
  kubeletPolicies,
  noFlags,
  remembered,
} from 'gcplan/decode'
import * as Guards from 'gcplan/guard'
import { assumePressed, layoutBySizes } from 'gcplan/kubelet/eviction'
import * as Image from 'gcplan/kubelet/image'
import * as Reclaim from 'gcplan/reclaim'
import * as Forecast from 'gcplan/simulate/node'
import { type ForecastView, type ImageView, forecastView, imageView } from 'gcplan/view'

import { type Advice, adviceOn } from './advise.js'
import type { Config } from './config.js'
import { type Growth, growthOf } from './growth.js'

/** One look at the node. */
export interface Seen extends Runtime {
  readonly layers: E.Either<string, DecodedLayers>
  readonly kubelet: Kubelet
}

/** What is known from earlier looks, this one among them. */
export interface Kept {
  readonly memory: Image.Memory
  readonly growth: Growth
}

/** What follows from a look. */
export interface Decided {
  readonly seen: Seen
  readonly planned: Image.Plan
  /** What the kubelet would remove now, and what that would free. */
  readonly collection: ImageView
  readonly made: Forecast.Forecast
  readonly forecast: ForecastView
  /** Tries many settings, so it is asked for only where somebody wants to know. */
  readonly advice: () => Advice
  readonly reclaim: Reclaim.Plan
  /** Why nothing may be removed. */
  readonly refusals: ReadonlyArray<string>
  /** Whether an image may still go by a new look: it is there, nobody uses it, it is not pinned, and so on. */
  readonly mayGo: (runtime: Runtime) => (imageId: string) => boolean
  /** What is unknown, and what that means. */
  readonly notes: ReadonlyArray<string>
}

/** The span of a forecast. */
const day = millis(86_400_000)

/**
 * Decides.
 *
 * Fails: with a sentence, where the disk is unknown, or the kubelet would not start.
 */
export const decide =
  ({ rules, reclaiming }: Pick<Config, 'rules' | 'reclaiming'>, { memory, growth }: Kept) =>
  (seen: Seen): E.Either<string, Decided> => {
    const { kubelet, layers } = seen
    const { store } = E.getOrElse(() => noLayers)(layers)
    const kubelets = kubelet.beganAt._tag === 'Unknown' ? memory : Image.sinceRestart(kubelet.beganAt.value)(memory)
    const node = snapshotOf(seen, kubelets)
    const joined = Reclaim.join(node, store)
    return F.pipe(
      E.Do,
      E.bind('settings', () => E.orElse(() => E.mapLeft(said)(kubeletPolicies(noFlags)({})))(kubelet.settings)),
      E.bind('policies', ({ settings }) => E.mapLeft(said)(Forecast.nodePolicies(rules)(settings))),
      E.bind('planned', ({ policies }) => E.mapLeft(said)(Image.plan(policies.image)(node))),
      E.bind('collection', ({ planned, policies }) =>
        E.mapLeft(said)(imageView(planned, { policy: policies.image, layers: joined.layers })),
      ),
      E.bind('start', ({ policies }) => startOf(seen, joined, growth, policies)),
      E.bind('made', ({ start, policies }) => E.mapLeft(said)(Forecast.forecast(start, policies)(day))),
      E.let('reclaimPolicy', ({ policies }) => reclaimPolicyOf(reclaiming, policies.image)),
      // The minimum age is the kubelet's, so its memory says since when; the value of an image is told by the longer one.
      E.let('inStock', () => ({
        ...Reclaim.join(snapshotOf(seen, longer(memory, kubelets)), store),
        cannotPullAgain: keptIn(reclaiming, seen),
      })),
      E.bind('reclaim', ({ reclaimPolicy, inStock }) => E.mapLeft(said)(Reclaim.plan(reclaimPolicy)(inStock))),
      E.map(({ settings, policies, planned, collection, start, made, reclaim, reclaimPolicy }) => ({
        ...{ seen, planned, collection, made, reclaim },
        advice: () => adviceOn(start, policies, settings, made),
        forecast: forecastView(start, policies)(made),
        refusals: [
          ...(E.isLeft(kubelet.settings) ? ["the kubelet's settings are unknown"] : []),
          ...E.match(
            (all: Guards.Refusals) => all.map(Guards.explainRefusal),
            () => [],
          )(Guards.maxCount(reclaiming.maxRemovals)(reclaim)),
        ],
        mayGo: (runtime: Runtime) => {
          const now = { ...seen, ...runtime }
          const known = remembered(policies.image, longer(memory, kubelets))(now).memory
          const free = Reclaim.plan({ ...reclaimPolicy, ...everything })({
            ...Reclaim.join(snapshotOf(now, known), store),
            cannotPullAgain: keptIn(reclaiming, now),
          })
          const ids = new Set(E.isRight(free) ? removalsOf(free.right).map(({ target }) => target.imageId) : [])
          return (imageId: string) => ids.has(imageId)
        },
        notes: notesOn(seen),
      })),
    )
  }

const noLayers: DecodedLayers = { store: { layers: [], images: [], holders: [] }, unseen: [] }

const noPressure: PressureStats = { nodeName: '', observations: new Map(), podStats: [] }

const snapshotOf = ({ kubelet, ...runtime }: Seen, memory: Image.Memory): Image.Snapshot =>
  kubeletImageSnapshot({
    ...runtime,
    imageFs: kubelet.imageFs._tag === 'Unknown' ? runtime.imageFs : kubelet.imageFs,
    beganGC: kubelet.beganAt,
    history: { _tag: 'Remembered', memory },
  })

const startOf = (
  { at, kubelet }: Seen,
  { node, layers }: Reclaim.Snapshot,
  growth: Growth,
  { eviction }: Forecast.NodePolicies,
): E.Either<string, Forecast.ForecastNode> => {
  const { observations, podStats } = E.getOrElse(() => noPressure)(kubelet.pressure)
  const pods = E.getOrElseW(() => [])(kubelet.pods)
  const layout = layoutBySizes(observations)
  return F.pipe(
    { at, layout, observations, pods, podStats },
    assumePressed([eviction]),
    E.bimap(said, (memory) => ({
      ...{ images: node, layers, growth: growthOf(growth) },
      pressure: { layout, pods, podStats, others: observations, memory },
    })),
  )
}

/** Five percent before the kubelet, unless the settings say otherwise. */
const reclaimPolicyOf = ({ highPercent, lowPercent }: Config['reclaiming'], image: Image.Policy): Reclaim.Policy => {
  const highThresholdPercent = highPercent ?? Math.max(0, image.highThresholdPercent - 5)
  const lowThresholdPercent = Math.min(highThresholdPercent, lowPercent ?? Math.max(0, image.lowThresholdPercent - 5))
  return { ...Reclaim.defaultPolicy, image: { ...image, highThresholdPercent, lowThresholdPercent } }
}

/** With this, a plan removes all that may go. */
const everything = { mode: 'kubelet', target: { _tag: 'Bytes', bytes: Number.MAX_SAFE_INTEGER } } as const

const longer = (own: Image.Memory, kubelets: Image.Memory): Image.Memory => ({
  records: kubelets.records.map((record, place) => ({
    ...record,
    lastUsed: own.records[place]?.lastUsed ?? record.lastUsed,
  })),
})

const keptIn = ({ keeps }: Config['reclaiming'], { images }: Pick<Runtime, 'images'>): ReadonlySet<string> =>
  new Set(images.flatMap(({ id, tags }) => ([id, ...tags].some(keeps) ? [id] : [])))

const notesOn = ({ layers, kubelet: { settings, pressure, pods } }: Seen): ReadonlyArray<string> => [
  ...(E.isLeft(layers) ? [`unknown: layers, so that nothing counts as freed: ${layers.left}`] : layers.right.unseen),
  ...(E.isLeft(settings)
    ? [`unknown: the kubelet's settings, so its defaults count: ${explainError(settings.left)}`]
    : []),
  ...(E.isLeft(pressure) ? [`unknown: what pods and disks use: ${explainError(pressure.left)}`] : []),
  ...(E.isLeft(pods) ? [`unknown: pods, so that none is evicted: ${explainError(pods.left)}`] : []),
]

/** One line for whatever is wrong with an input. */
const said = (error: unknown): string => JSON.stringify(error)

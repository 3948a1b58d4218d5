/** From a look at a node, and what is remembered of earlier ones, to what lies ahead of it. */
import { either as E, function as F } from 'fp-ts'

import { type Millis, millis } from '../core/index.js'
import { type KubeletPolicies, type PressureStats, kubeletPolicies, noFlags } from '../decode/index.js'
import { assumePressed, layoutBySizes } from '../kubelet/eviction/index.js'
import * as Image from '../kubelet/image/index.js'
import * as Reclaim from '../reclaim/index.js'
import * as Forecast from '../simulate/node/index.js'
import { type ForecastView, type ImageView, forecastView, imageView } from '../view/index.js'
import { type Advice, adviceOn } from './advice.js'
import type { OutlookError } from './error.js'
import { type NodeMemory, imageSnapshot } from './memory.js'
import type { NodeObservation, RuntimeLook } from './observation.js'
import { type ReclaimRules, mayGoBy, reclaimInput, refusalsOf, storeOf } from './reclaim.js'

/** By which rules to look ahead. */
export interface OutlookRules {
  /** Those of the kubelet's release; its settings are laid over them. */
  readonly rules: Forecast.NodeRules
  readonly reclaiming: ReclaimRules
  /** How far to look ahead; by default a day. */
  readonly horizon?: Millis | undefined
}

/** What lies ahead of a node. */
export interface Outlook {
  readonly seen: NodeObservation
  readonly planned: Image.Plan
  /** What the kubelet would remove now, and what that would free. */
  readonly collection: ImageView
  readonly made: Forecast.Forecast
  readonly forecast: ForecastView
  /** Tries many settings, so it is asked for only where somebody wants to know. */
  readonly advice: () => Advice
  /** The cheapest images that free enough, before the kubelet removes any. */
  readonly reclaim: Reclaim.Plan
  /** Why none of them may be removed. */
  readonly refusals: ReadonlyArray<string>
  /** The ids of the images that may still go by a later look of the runtime. */
  readonly mayGo: (later: RuntimeLook) => ReadonlySet<string>
  /** What is unknown, and what that means. */
  readonly notes: ReadonlyArray<string>
}

const day = millis(86_400_000)

/**
 * Tells what lies ahead of a node: what the kubelet collects now and later, what that really frees, when eviction strikes, which settings
 * would help, and which images could go before, at the least cost.
 *
 * Shape: `memory` holds this look already, by `rememberNode`. A part of the look that is missing is named in `notes`: without layers
 * nothing counts as freed, without settings the defaults count and nothing may be reclaimed. Of a kubelet that began later than the
 * memory, it is assumed that it remembers as much as it can.
 * Fails: as the collectors and the forecast do, e.g. `InvalidInput` for a disk of unknown size; `InvalidThreshold` for settings with which
 * a kubelet would not start.
 *
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import { known, unknown } from 'gcplan'
 * import { emptyNodeMemory, outlook, rememberNode } from 'gcplan/outlook'
 * import { nodeRules } from 'gcplan/upgrade'
 *
 * const silent = E.left('nobody asked it')
 * const seen = {
 *   ...{ at: new Date('2026-01-01T12:00:00Z'), runtime: 'containerd 2.1.9', images: [], containers: [], layers: silent },
 *   imageVolumes: { _tag: 'NoneMounted', because: 'there are no containers' } as const,
 *   imageFs: known({ capacityBytes: O.some(100e9), availableBytes: O.some(20e9) }),
 *   kubelet: { settings: silent, pressure: silent, pods: silent, imageFs: unknown, beganAt: unknown },
 * }
 * const release = nodeRules('1.36')
 * if (E.isRight(release)) {
 *   const rules = { rules: release.right, reclaiming: { maxRemovals: 10, keeps: () => false } }
 *   const found = outlook(rules, rememberNode(release.right, emptyNodeMemory)(seen))(seen)
 *   if (E.isRight(found)) console.log(found.right.collection.turns, found.right.refusals)
 *   // [] [ "the kubelet's settings are unknown" ]
 * }
 * ```
 */
export const outlook =
  ({ rules, reclaiming, horizon = day }: OutlookRules, memory: NodeMemory) =>
  (seen: NodeObservation): E.Either<OutlookError, Outlook> => {
    const { beganAt, settings: told } = seen.kubelet
    const memories = {
      own: memory.images,
      kubelets: beganAt._tag === 'Unknown' ? memory.images : Image.sinceRestart(beganAt.value)(memory.images),
    }
    const joined = Reclaim.join(imageSnapshot(seen, memories.kubelets), storeOf(seen))
    return F.pipe(
      E.Do,
      E.bind('settings', () => E.orElse(() => defaults)(told)),
      E.bindW('policies', ({ settings }) => Forecast.nodePolicies(rules)(settings)),
      E.bindW('planned', ({ policies }) => Image.plan(policies.image)(joined.node)),
      E.bindW('collection', ({ planned, policies }) =>
        imageView(planned, { policy: policies.image, layers: joined.layers }),
      ),
      E.bindW('start', ({ policies }) => startOf(seen, joined, memory, policies)),
      E.bindW('made', ({ start, policies }) => Forecast.forecast(start, policies)(horizon)),
      E.bindW('reclaim', ({ policies }) => {
        const { policy, snapshot } = reclaimInput(reclaiming, policies.image, memories, seen)
        return Reclaim.plan(policy)(snapshot)
      }),
      E.map(({ settings, policies, planned, collection, start, made, reclaim }) => ({
        ...{ seen, planned, collection, made, reclaim },
        forecast: forecastView(start, policies)(made),
        advice: () => adviceOn(start, policies, settings, made),
        refusals: refusalsOf(reclaiming, reclaim, seen),
        mayGo: mayGoBy(reclaiming, policies.image, memories, seen),
        notes: notesOn(seen),
      })),
    )
  }

/** Of a kubelet that was given nothing. */
const defaults: E.Either<OutlookError, KubeletPolicies> = E.mapLeft((problems: KubeletProblems): OutlookError => ({
  _tag: 'InvalidSettings',
  problems,
}))(kubeletPolicies(noFlags)({}))

type KubeletProblems = Extract<OutlookError, { readonly _tag: 'InvalidSettings' }>['problems']

const noPressure: PressureStats = { nodeName: '', observations: new Map(), podStats: [] }

/** Soft thresholds that are met count as met for long: nobody watched them before. */
const startOf = (
  { at, kubelet }: NodeObservation,
  { node, layers }: Reclaim.Snapshot,
  { growth }: NodeMemory,
  { eviction }: Forecast.NodePolicies,
) => {
  const { observations, podStats } = E.getOrElse(() => noPressure)(kubelet.pressure)
  const pods = E.getOrElseW(() => [])(kubelet.pods)
  const layout = layoutBySizes(observations)
  return F.pipe(
    { at, layout, observations, pods, podStats },
    assumePressed([eviction]),
    E.map((memory): Forecast.ForecastNode => ({
      ...{ images: node, layers, growth: Forecast.growthOf(growth) },
      pressure: { layout, pods, podStats, others: observations, memory },
    })),
  )
}

const notesOn = ({ layers, kubelet: { settings, pressure, pods } }: NodeObservation): ReadonlyArray<string> => [
  ...(E.isLeft(layers) ? [`unknown: layers, so that nothing counts as freed: ${layers.left}`] : layers.right.unseen),
  ...missing("the kubelet's settings, so its defaults count", settings),
  ...missing('what pods and disks use', pressure),
  ...missing('pods, so that none is evicted', pods),
]

const missing = (what: string, part: E.Either<string, unknown>): ReadonlyArray<string> =>
  F.pipe(
    part,
    E.match(
      (why) => [`unknown: ${what}: ${why}`],
      () => [],
    ),
  )

/** Forecasts a node run by run, with the kubelet's periods. */
import type { either as E } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { InvalidInput } from '../../core/problem.js'
import { type Millis, instant } from '../../core/time.js'
import {
  defaultPolicy as defaultContainerPolicy,
  findPolicyProblems as findDeadContainerPolicyProblems,
} from '../../kubelet/container/policy.js'
import { findSnapshotProblems as findDeadContainerProblems } from '../../kubelet/container/snapshot.js'
import { findPolicyProblems } from '../../kubelet/image/policy.js'
import { findSnapshotProblems } from '../../kubelet/image/snapshot.js'
import { synchronize } from '../../kubelet/eviction/synchronize.js'
import { emptyEvictionMemory } from '../../kubelet/eviction/memory.js'
import { oneFilesystem } from '../../kubelet/eviction/layout.js'
import { findDiskProblems, findForecastProblems } from './check.js'
import type { ForecastFailure } from './container-run.js'
import { demandEvents } from './demands.js'
import { growthRates } from './growth.js'
import type { ForecastNode, NodePolicies } from './node.js'
import type { Forecast, ForecastAssumption } from './outcome.js'
import { simulate } from './simulate.js'
import { type NodeSimulation, nodeSimulation } from './state.js'

/** What a forecast can fail with. */
export type ForecastError = InvalidInput | ForecastFailure

/**
 * Forecasts what image GC, container GC and eviction do on a node, over a span.
 *
 * Shape: image collections count whole images but free only layers that nothing needs any more; every run and every
 * eviction pass reads fresh statistics. A starting container pulls its image if missing, and is rejected during
 * DiskPressure.
 * Order: by time; at one instant: writes, containers that end and start, container and image GC, eviction.
 * Units: bytes; ranges count as their lower bound. Fails with InvalidInput for an invalid node, policy or span (at most 366 days), and for
 * unknown disk usage or numbers beyond 2^53; otherwise as the collectors.
 *
 * @upstream kubernetes v1.36.2 pkg/kubelet/kubelet.go StartGarbageCollection
 *
 * @example
 * ```ts
 * import { option as O } from 'fp-ts'
 * import { known, millis } from 'gcplan'
 * import { defaultPolicy, emptyMemory } from 'gcplan/kubelet/image'
 * import * as Eviction from 'gcplan/kubelet/eviction'
 * import * as Forecast from 'gcplan/simulate/node'
 *
 * const node = {
 *   images: {
 *     at: new Date('2026-01-01T12:00:00Z'),
 *     beganGC: known(new Date('2026-01-01T00:00:00Z')),
 *     images: [],
 *     containers: [],
 *     imageFs: known({ capacityBytes: O.some(100e9), availableBytes: O.some(20e9) }),
 *     memory: emptyMemory,
 *   },
 *   layers: { layers: [], images: [], holders: [] },
 *   growth: { _tag: 'Constant', bytesPerSecond: 50e6 } as const,
 * }
 * const policies = { image: defaultPolicy, eviction: Eviction.defaultEvictionPolicy }
 * const forecast = Forecast.forecast(node, policies)(millis(3_600_000))
 * if (forecast._tag === 'Right') console.log(forecast.right.conditions, forecast.right.runs[0]?.at)
 * // [ { condition: 'DiskPressure', from: 2026-01-01T12:01:40.000Z } ] 2026-01-01T12:05:00.000Z
 * ```
 */
export const forecast =
  (node: ForecastNode, policies: NodePolicies) =>
  (horizon: Millis): E.Either<ForecastError, Forecast> =>
    forecastBy({ everyRun: false })(node, policies)(horizon)

/** The same, with a choice of leaving out what cannot do anything new. */
export const forecastBy =
  ({ everyRun }: { readonly everyRun: boolean }) =>
  (node: ForecastNode, policies: NodePolicies) =>
  (horizon: Millis): E.Either<ForecastError, Forecast> => {
    const invalid = problemsOf(node, policies, horizon)
    if (invalid !== null) return fp.left(invalid)
    return fp.pipe(
      nodeSimulation(node, policies, horizon),
      fp.flatMap((simulation) =>
        fp.pipe(
          simulate(simulation, {
            rates: growthRates(node.growth, simulation.start),
            events: demandEvents(node.demands ?? [], simulation.start),
            everyRun,
          }),
          fp.map(() => outcomeOf(simulation)),
        ),
      ),
    )
  }

const problemsOf = (node: ForecastNode, policies: NodePolicies, horizon: Millis): InvalidInput | null => {
  const invalid =
    findForecastProblems(node, policies, horizon) ??
    findPolicyProblems(policies.image) ??
    findSnapshotProblems(node.images) ??
    findDiskProblems(node.images) ??
    findContainerProblems(node, policies)
  if (invalid !== null) return invalid
  // The first look of eviction reads all that the later ones read.
  const first = synchronize(policies.eviction)(emptyEvictionMemory)({
    at: node.images.at,
    layout: node.pressure?.layout ?? oneFilesystem,
    observations: node.pressure?.others ?? new Map(),
    pods: node.pressure?.pods ?? [],
    podStats: node.pressure?.podStats ?? [],
  })
  return fp.match(
    (invalid: InvalidInput) => invalid,
    () => null,
  )(first)
}

const findContainerProblems = (
  { containers }: ForecastNode,
  { container = defaultContainerPolicy }: NodePolicies,
): InvalidInput | null =>
  containers === undefined
    ? null
    : (findDeadContainerPolicyProblems(container) ?? findDeadContainerProblems(containers.snapshot))

const outcomeOf = (simulation: NodeSimulation): Forecast => {
  const { log, start, until, capacity } = simulation
  const [first = { at: instant(start), usedBytes: 0 }, ...rest] = log.usage
  return {
    from: instant(start),
    until: instant(until),
    capacityBytes: capacity,
    runs: log.runs,
    evictions: log.evictions,
    conditions: log.conditions,
    pulls: log.pulls,
    refusals: log.refusals,
    usage: [first, ...rest],
    ...(log.fullAt === null || log.fullAt > until ? {} : { fullAt: instant(log.fullAt) }),
    assumptions: assumptionsOf(simulation),
  }
}

const assumptionsOf = ({ node, stack, log }: NodeSimulation): ReadonlyArray<ForecastAssumption> => {
  const listed = [...node.images.images, ...(node.demands ?? []).map(({ image }) => image)]
  const missing = new Set(listed.map(({ id }) => id).filter((id) => !stack.imageAt.has(id)))
  const sizes = [
    ...stack.images.map(({ own }) => own),
    ...stack.layers.flatMap(({ unpacked, blob }) => [unpacked, ...(blob === undefined ? [] : [blob.size])]),
  ]
  const bounds = sizes.filter(({ least, most }) => String(least) !== String(most)).length
  return [
    ...(missing.size === 0 ? [] : [{ _tag: 'LayersUnknown', images: [...missing] } as const]),
    ...(bounds === 0 ? [] : [{ _tag: 'SizesAreBounds', sizes: bounds } as const]),
    ...(log.evictions.length === 0 ? [] : [{ _tag: 'PodsGiveBackWhatIsCounted' } as const]),
    ...(log.orderDecided ? [{ _tag: 'FirstThresholdDecides' } as const] : []),
    ...(node.growth._tag === 'None' ? [{ _tag: 'NothingElseIsWritten' } as const] : []),
  ]
}

/** What a fleet keeps of one node or cluster: one object of plain data. */
import { either as E, function as F } from 'fp-ts'

import { type Diagnosis, explainActor } from '../../simulate/cascade/index.js'
import * as Forecast from '../../simulate/node/index.js'
import * as Tuning from '../../simulate/tuning/index.js'
import type { Cluster } from '../kubernetes/prepare.js'
import type { Start } from '../node/scenario.js'

/**
 * A row about a node: what happens on it within the horizon, its images, the setting that helps it, where asked, and what all
 * that rests on.
 */
export const nodeRow =
  (tries: boolean) =>
  ({ node, policies, horizon, notes }: Start): E.Either<Forecast.ForecastError, object> =>
    F.pipe(
      E.Do,
      E.bind('forecast', () => Forecast.forecast(node, policies)(horizon)),
      E.bind('setting', () => (tries ? settingFor({ node, policies, horizon }) : E.right(undefined))),
      E.map(({ forecast: { runs, evictions, conditions }, setting }) => ({
        kind: 'gcplan/fleet-node',
        at: node.images.at,
        horizonSeconds: horizon / 1000,
        evictsAt: evictions[0]?.at ?? null,
        evictions: evictions.map(({ at, pod: { namespace, name }, because }) => ({ at, namespace, name, because })),
        conditions: conditions.map(({ condition, from, until = null }) => ({ condition, from, until })),
        imagesRemoved: runs.filter(({ collector }) => collector === 'images').flatMap(({ removed }) => removed).length,
        freedBytes: runs.reduce((sum, { freedBytes }) => sum + freedBytes, 0),
        images: node.images.images.map(({ id, tags, size }) => ({ id, tag: tags[0] ?? null, bytes: Number(size) })),
        setting: setting ?? null,
        notes,
      })),
    )

const settingFor = (workload: Tuning.Workload): E.Either<Forecast.ForecastError, object> => {
  const { highThresholdPercent, lowThresholdPercent, minAge, maxAge } = workload.policies.image
  const current = { highThresholdPercent, lowThresholdPercent, minAge, maxAge }
  const sweep = { ...Tuning.defaultSweep, minAge: [minAge], maxAge: [maxAge] }
  return F.pipe(
    Tuning.tune(workload, { ...Tuning.defaultGoals, sweep, current }),
    E.map(({ recommended, current: before }) => ({
      high: recommended.setting.highThresholdPercent,
      low: recommended.setting.lowThresholdPercent,
      isCurrent: recommended === before,
      podsSpared: before.podsEvicted - recommended.podsEvicted,
    })),
  )
}

/** A row about a cluster: what is being deleted in it, what of that nobody is known to release, and what that rests on. */
export const clusterRow = ({ snapshot, notes }: Cluster, diagnoses: ReadonlyArray<Diagnosis>): object => ({
  kind: 'gcplan/fleet-cluster',
  at: snapshot.at,
  deleting: diagnoses.length,
  stuck: diagnoses.filter(isHeld).map(({ target: { kind, namespace = null, name }, actors }) => ({
    ...{ kind, namespace, name },
    act: actors.map(explainActor),
  })),
  notes,
})

/** True if no component will ever release it, or a finalizer holds it of which no row says whose it is. */
const isHeld = ({ state, waits }: Diagnosis): boolean =>
  state === 'stuck' || waits.some(({ holder }) => holder === undefined)

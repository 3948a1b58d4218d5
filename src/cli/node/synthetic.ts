/** Generates a synthetic series of events from flags: the node, the duration and the policies. */
import { either as E, function as F, option as O } from 'fp-ts'

import * as Tuning from '../../simulate/tuning/index.js'
import type { Given } from '../command.js'
import { all, present } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import { imageParts, imageStatementFlags } from '../plan/image-snapshot.js'
import { imageRules } from '../plan/policy.js'
import { kubeletFlagsFlag } from '../plan/settings.js'
import { atFlag } from '../plan/time.js'
import { layerFlags, layerParts } from '../reclaim/layers.js'
import { type Choice, noStatements } from '../release/stated.js'
import { socketFlags } from '../sockets.js'
import type { Sources } from '../sources.js'
import { bytes, optional } from '../values.js'
import { type Scenario, scenarioOf } from './scenario.js'
import { nodePolicies } from './policies.js'
import { pressureFlags } from './pressure.js'

/** A workload that is made up as soon as the files with its rules are read; nothing of it is open. */
type Synthetic = Tuning.Workload & Choice

/** Reads the flags of a synthetic scenario, and the files with its rules. */
export const syntheticIn = (given: Given, seed: number): E.Either<string, Sources<Synthetic>> => {
  if (given.files.length > 0) return E.left('--synthetic makes up the node; give it without files')
  const beside = aboutNodes.find((name) => given.has(name))
  if (beside !== undefined) return E.left(`--synthetic makes up the node; it cannot be combined with --${beside}`)
  return F.pipe(
    all({ shape: E.flatMap(shapeOf(given))(scenarioOf(given)), rules: imageRules(given) }),
    E.map(({ shape, rules }) => ({
      paths: [...given.values('policy'), ...given.values(kubeletFlagsFlag.name)],
      stdin: 'optional',
      read: (environment) =>
        F.pipe(
          rules(environment, O.map(environment.read)(given.value('policy')), noStatements),
          E.bindTo('ruled'),
          E.bind('policies', ({ ruled }) => nodePolicies(ruled)),
          E.flatMap(({ ruled: { chosen, notes }, policies }) =>
            F.pipe(
              Tuning.syntheticWorkload(shape)(seed),
              E.bimap(sayProblems('the made-up node'), (made) => ({ ...made, policies, chosen, notes })),
            ),
          ),
        ),
    })),
  )
}

/** Flags that describe an existing node. */
const aboutNodes: ReadonlyArray<string> = [
  ...Object.keys({ ...imageParts, ...layerParts }).filter((name) => name !== 'policy'),
  ...[atFlag, ...imageStatementFlags, ...layerFlags, ...pressureFlags.flags]
    .map(({ name }) => name)
    .filter((name) => name !== 'capacity-bytes' && name !== 'available-bytes'),
  'growth-log',
  ...socketFlags('cri', 'containerd', 'docker').flags.map(({ name }) => name),
]

const shapeOf =
  (given: Given) =>
  ({ horizon, bytesPerSecond }: Scenario): E.Either<string, Tuning.WorkloadShape> => {
    const usual = Tuning.usualShape
    const share = usual.otherBytes / usual.capacityBytes
    return F.pipe(
      all({
        capacity: optional(bytes)(given, 'capacity-bytes'),
        available: optional(bytes)(given, 'available-bytes'),
      }),
      E.map(({ capacity, available }) => {
        const capacityBytes = O.getOrElse(() => usual.capacityBytes)(capacity)
        return {
          ...usual,
          ...present({ bytesPerSecond, horizon }),
          capacityBytes,
          otherBytes: F.pipe(
            available,
            O.match(
              () => Math.round(capacityBytes * share),
              (free) => Math.max(0, capacityBytes - free),
            ),
          ),
        }
      }),
    )
  }

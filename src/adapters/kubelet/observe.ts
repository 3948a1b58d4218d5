/** What a kubelet says of itself and its node. */
import { either as E, function as F, option as O, type task as T } from 'fp-ts'

import { type Knowledge, assumed, unknown } from '../../core/knowledge.js'
import type { InvalidInput } from '../../core/problem.js'
import { isRecord } from '../../internal/lists.js'
import {
  type ConfigurationRules,
  type DecodeError,
  type KubeletPolicies,
  type PressureStats,
  decodeKubeletConfiguration,
  decodePressurePods,
  decodePressureStats,
  decodeStatsSummary,
  defaultConfigurationRules,
  explainConfigurationProblem,
  imageFsOf,
  kubeletPolicies,
  linesOf,
  noFlags,
  parseJsonText,
  parseRfc3339,
} from '../../decode/index.js'
import type { Pod } from '../../kubelet/eviction/index.js'
import type { ImageFsStats } from '../../kubelet/image/index.js'
import type { Kubelet } from './connect.js'
import type { KubeletError } from './error.js'

/** What a kubelet answered; each part may fail by itself. */
export interface Observation {
  /** Its policies, with what it read them from. */
  readonly settings: E.Either<KubeletError, KubeletPolicies>
  readonly pressure: E.Either<KubeletError, PressureStats>
  readonly pods: E.Either<KubeletError, ReadonlyArray<Pod>>
  /** Of the disk of the images; unknown without statistics. */
  readonly imageFs: Knowledge<ImageFsStats>
  /**
   * When it began, and its memory with it: assumed by its control group in the statistics, which systemd makes anew at each start;
   * unknown without one.
   */
  readonly beganAt: Knowledge<Date>
}

/** How its settings are read. */
export interface ObserveOptions {
  /** What its release takes of its settings; by default the latest. */
  readonly rules?: ConfigurationRules
}

/** Observes a kubelet. Settings hold what it was started with, from its file and from flags. */
export const observe =
  (kubelet: Kubelet, { rules = defaultConfigurationRules }: ObserveOptions = {}): T.Task<Observation> =>
  async () => {
    const [configz, summary, pods] = await Promise.all([
      kubelet.get('/configz')(),
      kubelet.get('/stats/summary')(),
      kubelet.get('/pods')(),
    ])
    return {
      settings: E.flatMap(settingsIn(rules))(configz),
      pressure: E.flatMap(decoded('/stats/summary', decodePressureStats))(summary),
      pods: E.flatMap(decoded('/pods', decodePressurePods))(pods),
      imageFs: F.pipe(
        E.flatMap(decoded('/stats/summary', decodeStatsSummary))(summary),
        E.match(() => unknown, imageFsOf),
      ),
      beganAt: F.pipe(
        O.fromEither(summary),
        O.flatMap(beganIn),
        O.match(
          () => unknown,
          (at) => assumed(at, 'its control group was made then'),
        ),
      ),
    }
  }

const decoded =
  <A>(path: string, decode: (text: string) => E.Either<DecodeError, A>) =>
  (text: string): E.Either<KubeletError, A> =>
    E.mapLeft((error: DecodeError) => garbled(path, linesOf(error)))(decode(text))

const settingsIn =
  (rules: ConfigurationRules) =>
  (text: string): E.Either<KubeletError, KubeletPolicies> =>
    F.pipe(
      text,
      decoded('/configz', parseJsonText('/configz')),
      E.flatMap(
        F.flow(
          decodeKubeletConfiguration,
          E.mapLeft((invalid: InvalidInput) => garbled('/configz', linesOf(invalid))),
        ),
      ),
      E.flatMap(
        F.flow(
          kubeletPolicies(noFlags, rules),
          E.mapLeft((problems) => garbled('/configz', problems.map(explainConfigurationProblem))),
        ),
      ),
    )

const garbled = (path: string, lines: ReadonlyArray<string>): KubeletError => ({
  ...{ _tag: 'Garbled', path, message: lines.join('; ') },
})

/** When the control group of the kubelet was made. */
const beganIn = (summary: string): O.Option<Date> =>
  F.pipe(
    O.fromEither(parseJsonText('/stats/summary')(summary)),
    O.flatMap((parsed) => {
      const node = isRecord(parsed) ? parsed['node'] : undefined
      const containers: unknown = isRecord(node) ? node['systemContainers'] : undefined
      const own: unknown = Array.isArray(containers)
        ? containers.find((one: unknown) => isRecord(one) && one['name'] === 'kubelet')
        : undefined
      const started = isRecord(own) ? own['startTime'] : undefined
      return typeof started === 'string' ? parseRfc3339(started) : O.none
    }),
  )

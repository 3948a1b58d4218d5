/** The stages of feature gates in two releases, read from the rows of switches. */
import * as fp from '../core/fp.js'
import { type Release, lineOf, readRelease } from '../core/release.js'
import type { Switch } from '../core/switch.js'

/** A feature gate whose stage differs between two releases, e.g. `beta`, then `locked`; `absent` where there is none yet. */
export interface GateChange {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** The stages from one change of them on. */
interface Stage {
  readonly stage: string
  /** The first release, and patches of it and of others to which it was ported back. */
  readonly since: ReadonlyArray<Release>
}

/** The gates behind rows whose stages differ, each once, in the order of the rows. */
export const gatesBetween = (rows: ReadonlyArray<Switch>, from: string, to: string): ReadonlyArray<GateChange> => {
  const gates = new Map(rows.flatMap(({ gate }) => (gate === undefined ? [] : [[gate.name, gate.stages] as const])))
  return [...gates].flatMap(([name, stages]) => {
    const [before, after] = [stageIn(stages, from), stageIn(stages, to)]
    return before === after ? [] : [{ name, before, after }]
  })
}

/** The stage in a release: the last one that it has reached. A version without a patch has the newest one. */
export const stageIn = (stages: string, version: string): string =>
  fp.match(
    () => absent,
    (release: Release) => stagesOf(stages).findLast(({ since }) => hasReached(release, since))?.stage ?? absent,
  )(readRelease(version))

const absent = 'absent'

/** E.g. `beta but off in 1.31.7 and 1.32.3, beta in 1.33`; what stands in brackets is said of the stage. */
const stagesOf = (stages: string): ReadonlyArray<Stage> =>
  stages.split(', ').flatMap((part) => {
    const [, stage = '', since = '', remark = ''] =
      /^(.+?) (?:in|since) ([\d.]+(?: and [\d.]+)*)( \(.*\))?$/.exec(part) ?? []
    const releases = since.split(' and ').flatMap(releaseIn)
    return stage === '' ? [] : [{ stage: `${stage}${remark}`, since: releases }]
  })

const releaseIn = (text: string): ReadonlyArray<Release> =>
  fp.match(
    () => [],
    (release: Release) => [release],
  )(readRelease(text))

/** A later minor release has what the last one has; another one only from the patch that is named. */
const hasReached = (release: Release, since: ReadonlyArray<Release>): boolean => {
  const own = since.find((one) => lineOf(one) === lineOf(release))
  const last = since.at(-1)
  if (own !== undefined) return patchOf(release, Infinity) >= patchOf(own, 0)
  return (
    last !== undefined && (release.major > last.major || (release.major === last.major && release.minor > last.minor))
  )
}

const patchOf = ({ patch }: Release, otherwise: number): number => (fp.isSome(patch) ? patch.value : otherwise)

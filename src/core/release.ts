/**
 * Reads the version of a component and finds the release among those whose rules are known. Rules themselves never read a
 * version: a release only chooses a preset, whose name ends in its two numbers.
 */
import type { either as E, option as O } from 'fp-ts'

import * as fp from './fp.js'
import { show } from './problem.js'

/** A release, as far as a version states it. */
export interface Release {
  readonly major: number
  readonly minor: number
  /** None for a version such as `1.33`, which has the preset of its release as it is. */
  readonly patch: O.Option<number>
  /** A release that is not out, written as `1.37-preview`: what its release notes say, unverified. */
  readonly preview?: true
}

/** Why a text chooses no preset. */
export type ReleaseError =
  | { readonly _tag: 'NoVersion'; readonly given: string }
  /** Both lists in rising order, as `1.26`; the nearest are one release, or two that are equally near. */
  | {
      readonly _tag: 'UnknownRelease'
      readonly given: string
      readonly known: ReadonlyArray<string>
      readonly nearest: ReadonlyArray<string>
    }

/**
 * Reads a version as components and distributions print it, such as `1.33`, `v1.33.4`, `v1.33.4-eks-abc` or
 * `v1.33.4+k3s1`; and `1.37-preview`.
 *
 * Fails: `NoVersion` for other text, and for numbers of more than six digits.
 */
export const readRelease = (text: string): E.Either<ReleaseError, Release> => {
  const [, major, minor, preview, patch] =
    typeof text === 'string'
      ? (/^v?(\d{1,6})\.(\d{1,6})(?:\+|(-preview)|(?:\.(\d{1,6})(?:[-+~][-+~.\w]*)?))?$/.exec(text.trim()) ?? [])
      : []
  return major === undefined || minor === undefined
    ? fp.left({ _tag: 'NoVersion', given: typeof text === 'string' ? text : show(text) })
    : fp.right({
        major: Number(major),
        minor: Number(minor),
        patch: fp.mapOption(Number)(fp.fromNullable(patch)),
        ...(preview === undefined ? {} : { preview: true as const }),
      })
}

/** A release without its patch, as `1.33` or `1.37-preview`. */
export const lineOf = ({ major, minor, preview }: Pick<Release, 'major' | 'minor' | 'preview'>): string =>
  `${major}.${minor}${preview === true ? '-preview' : ''}`

/**
 * The preset that a version chooses by its two numbers. A preset whose name does not end in two numbers is never
 * chosen; one that ends in `_preview` only by a version that does so too.
 *
 * Fails: as {@link readRelease}; `UnknownRelease` for a release without a preset, as the rules of a neighbour may differ.
 */
export const presetOfVersion =
  <P>(presets: Readonly<Record<string, P>>) =>
  (version: string): E.Either<ReleaseError, P> =>
    fp.flatMap((release: Release): E.Either<ReleaseError, P> => {
      const known = linesOf(presets)
      const found = known.find(({ line }) => line === lineOf(release))
      return found === undefined
        ? fp.left({
            _tag: 'UnknownRelease',
            given: version,
            known: known.map(({ line }) => line),
            nearest: nearestTo(release, known),
          })
        : fp.right(found.preset)
    })(readRelease(version))

interface Line<P> extends Pick<Release, 'major' | 'minor' | 'preview'> {
  readonly preset: P
  readonly line: string
}

/** Presets by release, oldest first. */
const linesOf = <P>(presets: Readonly<Record<string, P>>): ReadonlyArray<Line<P>> =>
  Object.entries(presets)
    .flatMap(([name, preset]): ReadonlyArray<Line<P>> => {
      const [, major, minor, preview] = /_(\d+)_(\d+)(_preview)?$/.exec(name) ?? []
      const numbers = {
        ...{ major: Number(major), minor: Number(minor) },
        ...(preview === undefined ? {} : { preview: true as const }),
      }
      return major === undefined ? [] : [{ preset, line: lineOf(numbers), ...numbers }]
    })
    .sort(byAge)

const byAge = (a: Line<unknown>, b: Line<unknown>): number => a.major - b.major || a.minor - b.minor

/** Among those that are out, and of the same major number; where there is none, the last release before it, or the first of all. */
const nearestTo = ({ major, minor }: Release, all: ReadonlyArray<Line<unknown>>): ReadonlyArray<string> => {
  const known = all.filter(({ preview }) => preview !== true)
  const like = known.filter((line) => line.major === major)
  const distance = (line: Line<unknown>): number => Math.abs(line.minor - minor)
  const least = Math.min(...like.map(distance))
  const near = like.filter((line) => distance(line) === least)
  const other = known.findLast((line) => line.major < major) ?? known[0]
  return (near.length > 0 || other === undefined ? near : [other]).map(({ line }) => line)
}

/**
 * Says what is wrong with a version.
 *
 * @example
 * ```ts
 * import { explainReleaseError, presetOfVersion } from 'gcplan'
 *
 * const presets = { kubernetes_1_26: 'old', kubernetes_1_31: 'new', kubernetes_1_32: 'new', kubernetes_1_33: 'new' }
 * const chosen = presetOfVersion(presets)('v1.24.17-eks-abc')
 * console.log(chosen._tag === 'Left' && explainReleaseError(chosen.left))
 * // expected one of 1.26, 1.31 … 1.33, got "v1.24.17-eks-abc"; the nearest is 1.26
 * ```
 */
export const explainReleaseError = (error: ReleaseError): string => {
  const got = `got ${show(error.given)}`
  if (error._tag === 'NoVersion') return `expected a version such as 1.33 or v1.33.4, ${got}`
  const verb = error.nearest.length === 1 ? 'is' : 'are'
  const nearest = error.nearest.length === 0 ? '' : `; the nearest ${verb} ${error.nearest.join(' and ')}`
  return `expected one of ${sayLines(error.known)}, ${got}${nearest}`
}

/** Releases in a row, three or more, as the first and the last of them. */
export const sayLines = (known: ReadonlyArray<string>): string => {
  const runs: string[][] = []
  for (const line of known) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run === undefined || last === undefined || !follows(last, line)) runs.push([line])
    else run.push(line)
  }
  return runs.flatMap((run) => (run.length < 3 ? run : [`${run[0]} … ${run.at(-1)}`])).join(', ')
}

const follows = (one: string, other: string): boolean => {
  const [major, minor] = one.split('.').map(Number)
  return other === `${major}.${(minor ?? 0) + 1}`
}

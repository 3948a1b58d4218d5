/**
 * The release whose rules a command applies: the preset that a flag names, else the version that a flag names, else the
 * version that the files state, else the default.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import { type ReleaseError, explainReleaseError, lineOf, presetOfVersion, readRelease } from '../../index.js'
import type { Flag, Given } from '../command.js'
import { all } from '../fp.js'
import { oneOf, optional } from '../values.js'

/** What chooses the rules. */
export type Chosen =
  | { readonly _tag: 'Default' }
  | { readonly _tag: 'Preset'; readonly name: string }
  | { readonly _tag: 'Version'; readonly version: string; readonly from: string }

/** What documents say of rules that a version chose. */
export interface SaidRules {
  /** E.g. `1.33`. */
  readonly release: string
  readonly version: string
  /** Who states the version. */
  readonly from: string
  /** Why the rules may be wrong, where no source of the release was read. */
  readonly unverified?: string
}

/** The flag for a version. */
export const versionFlag: Flag = {
  name: 'kubernetes-version',
  value: 'VERSION',
  about: 'release whose rules apply, e.g. 1.33 or v1.33.4-eks-abc (default: from the files, else 1.36)',
}

/** The release of the default rules. */
export const defaultLine = '1.36'

/** Names of presets of releases, as `--release` has them. */
export const linesOf = (presets: object): ReadonlyArray<string> => Object.keys(presets).map(lineOfPreset)

const lineOfPreset = (name: string): string =>
  name.replace(/^.*_(\d+)_(\d+)(_preview)?$/, (_name, major: string, minor: string, preview?: string) =>
    preview === undefined ? `${major}.${minor}` : `${major}.${minor}-preview`,
  )

/** What flags choose among presets: by name, by release, or by version; those that are given have to agree. */
export const chosenByFlags = (given: Given, presets: object): E.Either<string, Chosen> => {
  const names = Object.keys(presets)
  return F.pipe(
    all({
      preset: optional(presetIn(names))(given, 'preset'),
      release: optional(oneOf(linesOf(presets)))(given, 'release'),
      version: optional(versionOf(presets))(given, versionFlag.name),
    }),
    E.map(({ preset, release, version }) => [
      ...named('preset', preset, lineOfPreset),
      ...named('release', release, String),
      ...named(versionFlag.name, version, lineOfVersion),
    ]),
    E.flatMap(([first, ...others]): E.Either<string, Chosen> => {
      const other = others.find(({ line }) => line !== first?.line)
      if (first === undefined) return E.right({ _tag: 'Default' })
      if (other !== undefined) return E.left(`${spelt(first)} and ${spelt(other)} choose different rules; give one`)
      const name = names.find((preset) => preset === first.word || lineOfPreset(preset) === first.word)
      return E.right(
        first.flag === versionFlag.name || name === undefined
          ? { _tag: 'Version', version: first.word, from: `--${first.flag}` }
          : { _tag: 'Preset', name },
      )
    }),
  )
}

/** A preset by its name; a version is told which preset it chooses. */
const presetIn =
  (names: ReadonlyArray<string>) =>
  (flag: string, word: string): E.Either<string, string> =>
    F.pipe(
      oneOf(names)(flag, word),
      E.mapLeft((message) =>
        O.match(
          () => message,
          (name: string) => `${message}; for a version: --${flag.slice(2)} ${name}, or --${versionFlag.name} ${word}`,
        )(O.fromNullable(names.find((name) => lineOfPreset(name) === lineOfVersion(word)))),
      ),
    )

interface Named {
  readonly flag: string
  readonly word: string
  readonly line: string
}

const named = (flag: string, word: O.Option<string>, lineOf: (word: string) => string): ReadonlyArray<Named> =>
  O.isSome(word) ? [{ flag, word: word.value, line: lineOf(word.value) }] : []

const spelt = ({ flag, word }: Named): string => `--${flag} ${word}`

/** Reads a version that chooses a preset. */
export const versionOf =
  (presets: object) =>
  (flag: string, text: string): E.Either<string, string> =>
    F.pipe(
      presetName(presets)(text),
      E.bimap(
        (error) => `${flag}: ${explainReleaseError(error)}`,
        () => text,
      ),
    )

const presetName = (presets: object): ((version: string) => E.Either<ReleaseError, string>) =>
  presetOfVersion(Object.fromEntries(Object.keys(presets).map((name) => [name, name])))

/** The two numbers of a version; the version itself where it has none. */
export const lineOfVersion = (version: string): string =>
  F.pipe(
    readRelease(version),
    E.match(() => version, lineOf),
  )

/** The release that flags choose, as `1.33`; undefined for a preset that stands for none. */
export const askedLine = (asked: Exclude<Chosen, { readonly _tag: 'Default' }>): string | undefined => {
  const line = asked._tag === 'Version' ? lineOfVersion(asked.version) : lineOfPreset(asked.name)
  return /^\d/.test(line) ? line : undefined
}

/** Where rules come from: presets by name, and those of a version. */
export interface RuleSource<P> {
  readonly presets: Readonly<Record<string, P>>
  readonly ofVersion: (version: string) => E.Either<ReleaseError, P>
  readonly otherwise: P
}

/** The rules that are chosen. */
export const rulesOf =
  <P>({ presets, ofVersion, otherwise }: RuleSource<P>) =>
  (chosen: Chosen): E.Either<string, P> =>
    chosen._tag === 'Version'
      ? F.pipe(
          ofVersion(chosen.version),
          E.mapLeft((error) => `${chosen.from}: ${explainReleaseError(error)}; choose with --${versionFlag.name}`),
        )
      : E.right(chosen._tag === 'Preset' ? (presets[chosen.name] ?? otherwise) : otherwise)

/** What documents say of the rules; nothing unless a version chose them. */
export const saidRules = (chosen: Chosen): SaidRules | undefined => {
  if (chosen._tag !== 'Version') return undefined
  const release = lineOfVersion(chosen.version)
  return { release, version: chosen.version, from: chosen.from, ...sayUnverified(release) }
}

/** Why the rules of a release may be wrong, where they may. */
export const sayUnverified = (version: string): { readonly unverified?: string } =>
  lineOfVersion(version).endsWith('-preview')
    ? { unverified: 'the rules come from the release notes of an alpha, not from its source' }
    : {}

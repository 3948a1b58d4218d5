/**
 * The rows of a table of switches: for each field of a policy what releases change by it. Policies stay plain data; tables
 * serve comparisons of releases and the documentation, and no collector loads one.
 */
import type { either as E } from 'fp-ts'

import * as fp from './fp.js'
import { type Release, type ReleaseError, lineOf, presetOfVersion, readRelease } from './release.js'

/** What a field of a policy decides, where releases differ in it. */
export interface Switch<Value = unknown> {
  /** What it decides, as one clause without a full stop. */
  readonly decides: string
  /** The component's feature gate behind it, where there is one, and the releases in which its stage changed. */
  readonly gate?: { readonly name: string; readonly stages: string }
  /** Version, file and function that hold the rule. */
  readonly upstream: string
  /** A small situation and what becomes of it before and after a change, as one sentence. */
  readonly example?: string
  /** Patches of a release whose value is not that of its preset. */
  readonly patches?: ReadonlyArray<PatchValue<Value>>
}

/** The value in some patch releases: from the first (inclusive) to the last (exclusive), both optional. */
export interface PatchValue<Value = unknown> {
  /** E.g. `1.34`. */
  readonly release: string
  readonly from?: number
  readonly before?: number
  readonly value: Value
}

/** A row for every field of a policy; `setting` for one that users choose and that no release changes. */
export type Switches<Policy> = { readonly [Field in keyof Policy]-?: Switch<Policy[Field]> | 'setting' }

/**
 * The policy of a version: the preset of its release, and the values of its patch where they are others.
 *
 * Fails: as {@link presetOfVersion}.
 */
export const policyOfVersion =
  <Policy extends object>(presets: Readonly<Record<string, Policy>>, switches: Switches<Policy>) =>
  (version: string): E.Either<ReleaseError, Policy> =>
    fp.flatMap((release: Release) => fp.map(patched(switches, release))(presetOfVersion(presets)(version)))(
      readRelease(version),
    )

/** A policy of the release with the values of its patch; without a patch it is the policy as it is. */
export const patched =
  <Policy extends object>(switches: Switches<Policy>, release: Release) =>
  (policy: Policy): Policy => ({ ...policy, ...patchesOf(switches, release) })

const patchesOf = (switches: object, release: Release): object =>
  Object.fromEntries(
    Object.entries(switches).flatMap(([field, row]: readonly [string, Switch | 'setting']) =>
      row === 'setting'
        ? []
        : (row.patches ?? []).filter((patch) => isOf(patch, release)).map(({ value }) => [field, value] as const),
    ),
  )

const isOf = ({ release, from = 0, before = Infinity }: PatchValue, of: Release): boolean =>
  release === lineOf(of) && fp.isSome(of.patch) && of.patch.value >= from && of.patch.value < before

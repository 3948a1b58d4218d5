/** Builds the policy of the garbage collector of owners from the flags. */
import { either as E, function as F } from 'fp-ts'

import * as Owner from '../../controllers/owner/index.js'
import type { FlagGroup, Given } from '../command.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import { kubernetesRules } from '../../upgrade/index.js'
import { present } from '../fp.js'
import { type Chosen, type RuleSource, chosenByFlags, rulesOf, versionFlag } from '../release/chosen.js'
import { oneOf, optional } from '../values.js'

/** Flags of the policy. */
export const policyFlags: FlagGroup = {
  heading: 'Policy',
  flags: [
    {
      name: 'preset',
      value: 'NAME',
      about: `release whose rules apply: ${Object.keys(Owner.presets).join(', ')} (default kubernetes_1_36)`,
    },
    versionFlag,
    {
      name: 'uncovered',
      value: 'WHAT',
      about:
        'owners and dependents that the lists do not cover: keep (default; whatever depends on them stays), or absent (treat them as gone)',
    },
  ],
}

/** The rules of all releases. */
const source: RuleSource<ControlPlane.ReleaseRules> = {
  presets: ControlPlane.releases,
  ofVersion: kubernetesRules,
  otherwise: ControlPlane.releases.kubernetes_1_36,
}

/** The rules of a release, by who follows them. */
export const releaseRules: (chosen: Chosen) => E.Either<string, ControlPlane.ReleaseRules> = rulesOf(source)

/** What flags choose. */
export const askedRelease = (given: Given): E.Either<string, Chosen> => chosenByFlags(given, ControlPlane.releases)

/** Reads the policy of owners, whichever release it is of. */
export const policyOf = (given: Given): E.Either<string, (rules: ControlPlane.ReleaseRules) => Owner.Policy> =>
  F.pipe(
    optional(oneOf(['keep', 'absent']))(given, 'uncovered'),
    E.map((uncovered) => ({ collectors: { owner } }) => ({ ...owner, ...present({ uncovered }) })),
  )

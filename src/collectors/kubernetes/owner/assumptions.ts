/**
 * Answers which decisions rest on what the snapshot does not cover, where the policy takes it for absent.
 */
import type { Assumption } from '../../../core/plan.js'
import type { ScopeTable } from '../scope.js'
import type { Amendment, Pass, Removal } from './reason.js'
import type { Shown } from './unseen.js'

/** One assumption with all targets that rest on it; none when nothing does. */
export const assumptionsOf = (
  passes: ReadonlyArray<Pass>,
  scopes: ScopeTable,
  seen: Shown,
): ReadonlyArray<Assumption> => {
  const rests = ({ target, reasons }: Removal | Amendment): boolean =>
    reasons.some((reason) => {
      switch (reason._tag) {
        case 'OwnersAbsent':
        case 'DanglingReferences':
          return reason.owners.some(({ apiVersion, kind }) => {
            const isNamespaced = scopes.find(apiVersion, kind)?.namespaced === true
            return !seen.covers(apiVersion, kind, isNamespaced ? target.namespace : undefined)
          })
        case 'NoBlockingDependents':
        case 'DependentsOrphaned':
          return seen.unseenDependents(target.namespace) !== null
        default:
          return false
      }
    })
  const targets = new Set<string>()
  for (const { removals, amendments } of passes)
    for (const decision of [...removals, ...amendments]) if (rests(decision)) targets.add(decision.target.id)
  return targets.size === 0
    ? []
    : [
        {
          about: 'coverage',
          assumed: 'what the snapshot does not cover does not exist',
          because: 'the policy takes what is not covered for absent',
          targets: [...targets],
        },
      ]
}

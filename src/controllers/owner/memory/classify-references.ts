/**
 * Classifies the owner references of an object, with one request for each owner that isn't known to be absent. The
 * first reference that can't be classified ends it.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go classifyReferences
 */

import type { either as E } from 'fp-ts'

import * as either from '../../../core/either.js'
import type { OwnerReference } from '../../../apiserver/object.js'
import type { ScopeTable, Address } from '../../../apiserver/scope.js'
import type { Answer, Classification, Standing } from '../standing.js'
import { standingOf } from '../standing.js'
import type { Policy } from '../policy.js'
import { isUnsearchable, whereToLook } from '../../../apiserver/scope.js'
import type { Failure } from './attempt.js'
import type { Identity } from './node.js'
import { identityNamed } from './node.js'
import type { Program } from './program.js'
import type { View } from './state.js'

/** Why references can't be classified: the first one that can't. */
export interface ClassificationFailure<Err> {
  readonly reference: OwnerReference
  readonly because: Extract<
    Failure<Err>,
    { readonly _tag: 'RestMappingError' | 'NamespacedOwnerOfClusterScopedObject' | 'NotCovered' | 'LookupFailed' }
  >
}

/** How references stand. Owners that were found to be absent count in any case. */
export interface Findings<Err> {
  readonly classified: E.Either<ClassificationFailure<Err>, Classification>
  readonly absent: ReadonlyArray<Identity>
}

/** One reference and what was found, after those before it. */
interface Found {
  readonly before: Found | null
  readonly reference: OwnerReference
  readonly standing: Standing
  /** The owners that a lookup did not find. */
  readonly absent: Identity | null
}

/** Classifies references of an object in a namespace; the first that can't be classified ends it. */
export const classifyReferences =
  ({ uncovered }: Pick<Policy, 'uncovered'>, scopes: ScopeTable, view: Pick<View, 'isKnownAbsent'>) =>
  <Err, A>(
    namespace: string | undefined,
    references: ReadonlyArray<OwnerReference>,
    then: (found: Findings<Err>) => Program<Err, A>,
  ): Program<Err, A> => {
    const whereIs = whereToLook(scopes, namespace)
    const from = (index: number, before: Found | null): Program<Err, A> => {
      let found = before
      for (let at = index; at < references.length; at++) {
        const reference = references[at] as OwnerReference
        if (view.isKnownAbsent(reference, namespace)) {
          found = { before: found, reference, standing: 'dangling', absent: null }
          continue
        }
        const object = whereIs(reference)
        if (isUnsearchable(object)) return then(failed(found, { reference, because: object }))
        return { _tag: 'Get', object, uid: reference.uid, next: judge(at, found, reference, object) }
      }
      return then(succeeded(references, found))
    }

    const judge =
      (at: number, before: Found | null, reference: OwnerReference, object: Address) =>
      (answer: Answer<Err>): Program<Err, A> => {
        const isTakenForAbsent = answer._tag === 'NotCovered' && uncovered === 'absent'
        const standing = standingOf(reference)(isTakenForAbsent ? { _tag: 'NotFound' } : answer)
        if (either.isLeft(standing)) return then(failed(before, { reference, because: { ...standing.left, object } }))
        const absent = standing.right === 'dangling' ? identityNamed(reference, object.namespace) : null
        return from(at + 1, { before, reference, standing: standing.right, absent })
      }

    return from(0, null)
  }

const none: ReadonlyArray<never> = []

const succeeded = (references: ReadonlyArray<OwnerReference>, found: Found | null): Findings<never> => ({
  classified: either.right(found?.before === null ? alike(references, found.standing) : listsOf(found)),
  absent: absentIn(found),
})

/** Most objects have one owner, and their list of references is the list of those that stand alike. */
const alike = (references: ReadonlyArray<OwnerReference>, standing: Standing): Classification => ({
  solid: standing === 'solid' ? references : none,
  dangling: standing === 'dangling' ? references : none,
  waiting: standing === 'waiting' ? references : none,
})

const listsOf = (found: Found | null): Classification => {
  const lists: Record<Standing, OwnerReference[]> = { solid: [], dangling: [], waiting: [] }
  for (let at = found; at !== null; at = at.before) lists[at.standing].push(at.reference)
  for (const list of Object.values(lists)) list.reverse()
  return lists
}

const failed = <Err>(found: Found | null, failure: ClassificationFailure<Err>): Findings<Err> => ({
  classified: either.left(failure),
  absent: absentIn(found),
})

const absentIn = (found: Found | null): ReadonlyArray<Identity> => {
  if (found?.before === null) return found.absent === null ? none : [found.absent]
  const absent: Identity[] = []
  for (let at = found; at !== null; at = at.before) if (at.absent !== null) absent.push(at.absent)
  return absent.reverse()
}

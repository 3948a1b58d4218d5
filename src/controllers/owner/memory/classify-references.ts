/**
 * Classifies the owner references of an object, with one request for each owner that isn't known to be absent.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go classifyReferences
 */
import type { OwnerReference } from '../../../apiserver/object.js'
import { type Address, type ScopeTable, isUnsearchable, whereToLook } from '../../../apiserver/scope.js'
import * as fp from '../../../core/fp.js'
import { elementAt } from '../../../internal/lists.js'
import {
  type Answer,
  type Classification,
  type ClassificationFailure,
  type Standing,
  classificationOf,
  standingOf,
} from '../classify.js'
import type { Policy } from '../policy.js'
import { type Identity, identityNamed } from './node.js'
import type { Program } from './api-requests.js'
import type { View } from './graph.js'

/** How references stand, or which can't be classified. Owners that were found to be absent count in any case. */
export type Findings<Err> = { readonly absent: ReadonlyArray<Identity> } & (
  | { readonly _tag: 'Classified'; readonly classification: Classification }
  | { readonly _tag: 'Unclassified'; readonly because: ClassificationFailure<Err>['because'] }
)

/** One standing, after those before it. A list that is shared by all steps that follow. */
interface Found {
  readonly before: Found | null
  readonly standing: Standing
  /** The owner, where a lookup did not find it. */
  readonly absent: Identity | null
}

/** Classifies references of an object in a namespace; the first that can't be classified ends it. */
export const classifyReferences =
  (policy: Pick<Policy, 'uncovered'>, scopes: ScopeTable, view: Pick<View, 'isKnownAbsent'>) =>
  <Err, A>(
    namespace: string | undefined,
    references: ReadonlyArray<OwnerReference>,
    then: (found: Findings<Err>) => Program<Err, A>,
  ): Program<Err, A> =>
    // Most dependents of an owner that is gone have no other one; nothing has to be looked up for them.
    areKnownAbsent(view, references, namespace)
      ? then({ _tag: 'Classified', classification: { solid: none, dangling: references, waiting: none }, absent: none })
      : lookUpFrom({ policy, scopes, view, namespace, references, then }, 0, null)

const areKnownAbsent = (
  view: Pick<View, 'isKnownAbsent'>,
  references: ReadonlyArray<OwnerReference>,
  namespace: string | undefined,
): boolean => {
  for (const reference of references) if (!view.isKnownAbsent(reference, namespace)) return false
  return true
}

/** The references of one object, and what follows when all of them are classified. */
interface Classifying<Err, A> {
  readonly policy: Pick<Policy, 'uncovered'>
  readonly scopes: ScopeTable
  readonly view: Pick<View, 'isKnownAbsent'>
  readonly namespace: string | undefined
  readonly references: ReadonlyArray<OwnerReference>
  readonly then: (found: Findings<Err>) => Program<Err, A>
}

const lookUpFrom = <Err, A>(of: Classifying<Err, A>, index: number, before: Found | null): Program<Err, A> => {
  const { view, namespace, references, then } = of
  let found = before
  for (let at = index; at < references.length; at++) {
    const reference = elementAt(references, at)
    if (!view.isKnownAbsent(reference, namespace)) return lookUp(of, at, reference, found)
    found = { before: found, standing: 'dangling', absent: null }
  }
  const { standings, absent } = allOf(found)
  return then({ _tag: 'Classified', classification: classificationOf(references)(standings), absent })
}

const lookUp = <Err, A>(
  of: Classifying<Err, A>,
  at: number,
  reference: OwnerReference,
  before: Found | null,
): Program<Err, A> => {
  const object = whereToLook(of.scopes, of.namespace)(reference)
  return isUnsearchable(object)
    ? unclassified(of, before, object)
    : { _tag: 'Get', object, uid: reference.uid, next: (answer) => answered(of, at, reference, before, object, answer) }
}

const answered = <Err, A>(
  of: Classifying<Err, A>,
  at: number,
  reference: OwnerReference,
  before: Found | null,
  object: Address,
  answer: Answer<Err>,
): Program<Err, A> => {
  const assumed = answer._tag === 'NotCovered' && of.policy.uncovered === 'absent' ? notFound : answer
  return fp.match(
    ({ because }: ClassificationFailure<Err>) => unclassified(of, before, because),
    (standing: Standing) =>
      lookUpFrom(of, at + 1, {
        before,
        standing,
        absent: standing === 'dangling' ? identityNamed(reference, object.namespace) : null,
      }),
  )(standingOf(reference, object)(assumed))
}

const unclassified = <Err, A>(
  { then }: Classifying<Err, A>,
  before: Found | null,
  because: ClassificationFailure<Err>['because'],
): Program<Err, A> => then({ _tag: 'Unclassified', because, absent: allOf(before).absent })

const none: ReadonlyArray<never> = []

const notFound: Answer<never> = { _tag: 'NotFound' }

/** All that was found, in the order of the references. */
const allOf = (
  last: Found | null,
): { readonly standings: ReadonlyArray<Standing>; readonly absent: ReadonlyArray<Identity> } => {
  // Most objects have one owner; lists that are pushed to take room for more.
  if (last?.before === null) return { standings: [last.standing], absent: last.absent === null ? none : [last.absent] }
  const standings: Standing[] = []
  const absent: Identity[] = []
  for (let found = last; found !== null; found = found.before) {
    standings.push(found.standing)
    if (found.absent !== null) absent.push(found.absent)
  }
  return { standings: standings.reverse(), absent: absent.reverse() }
}

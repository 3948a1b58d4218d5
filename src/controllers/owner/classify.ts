/**
 * Classifies the owner references of one object, given a synchronous lookup.
 */
import type { either as E } from 'fp-ts'

import { namespaceOf } from '../../apiserver/object.js'
import { ownersOf } from '../../apiserver/owner-reference.js'
import type { KubeObject } from '../../apiserver/object.js'
import type { ScopeTable } from '../../apiserver/scope.js'
import type { ClassificationFailure, Findings } from './memory/classify-references.js'
import { classifyReferences } from './memory/classify-references.js'
import type { ApiClient, Program } from './memory/program.js'
import { runProgram } from './memory/program.js'
import type { Classification } from './standing.js'

/** The classified references of an object, or the first that can't be classified. */
export type ClassifiedReferences<Err = never> = E.Either<ClassificationFailure<Err>, Classification>

/** Classifies all owner references of an object, each list in its order. */
export const classify = <Err>(
  scopes: ScopeTable,
  get: ApiClient<Err>['get'],
): ((object: KubeObject) => ClassifiedReferences<Err>) => {
  const classifyIn = classifyReferences({ uncovered: 'keep' }, scopes, { isKnownAbsent: () => false })
  const run = runProgram({ get, call: () => ({ _tag: 'Accepted' }) })
  return (object) => run(classifyIn<Err, Findings<Err>>(namespaceOf(object), ownersOf(object), done)).classified
}

const done = <Err, A>(result: A): Program<Err, A> => ({ _tag: 'Done', result })

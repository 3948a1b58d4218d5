/**
 * Answers which requests a command line means, and how each reads.
 */
import { either as E, option as O } from 'fp-ts'

import type { Cascade, DeleteOptions } from '../../apiserver/index.js'
import type { CascadeRequest } from '../../simulate/cascade/index.js'
import { isPropagationPolicy, kubectlOptions } from '../../apiserver/index.js'
import type { FlagGroup, Given } from '../command.js'
import { oneOf, optional } from '../values.js'
import type { FoundNamespace } from './object.js'
import { findNamespace, findObject, namespaceFlag, sayListed } from './object.js'
import type { Cluster } from './prepare.js'

/** The flags that say how a deletion is asked for. */
export const deleteFlags: FlagGroup = {
  heading: 'The request',
  flags: [
    namespaceFlag,
    {
      name: 'cascade',
      value: 'HOW',
      about: 'as kubectl delete --cascade: background (default), foreground or orphan',
    },
    { name: 'raw', about: 'a request to the API that says nothing of dependents: the default of each kind holds' },
    { name: 'propagation-policy', value: 'POLICY', about: 'the same with a policy: Background, Foreground or Orphan' },
  ],
}

/** A request in words. */
export interface Asked {
  readonly request: CascadeRequest
  readonly said: string
  /** A namespace that the lists do not hold; what the server would say is not known. */
  readonly isUnlisted?: true
}

/** Reads how a deletion is asked for; it is the same for all objects. */
export const deleteOptionsOf = (given: Given): E.Either<string, DeleteOptions> => {
  const cascade = optional(oneOf(['background', 'foreground', 'orphan'] as const))(given, 'cascade')
  if (E.isLeft(cascade)) return cascade
  const policy = given.value('propagation-policy')
  if (O.isSome(policy) && !isPropagationPolicy(policy.value))
    return E.left(
      `--propagation-policy: expected Background, Foreground or Orphan, got ${JSON.stringify(policy.value)}`,
    )
  const isRaw = given.has('raw') || O.isSome(policy)
  if (isRaw && O.isSome(cascade.right)) return E.left('--cascade is of kubectl: expected it or --raw, got both')
  if (!isRaw) return E.right(kubectlOptions(O.getOrElse((): Cascade => 'background')(cascade.right)))
  return E.right(O.isSome(policy) ? { propagationPolicy: policy.value } : {})
}

/** Requests to delete what words mean; a namespace goes with everything in it, listed or not. */
export const deleteRequests =
  (given: Given, options: DeleteOptions) =>
  (cluster: Cluster, words: ReadonlyArray<string>): E.Either<string, ReadonlyArray<Asked>> =>
    each(words, (word) => {
      const { propagationPolicy } = options
      const how = propagationPolicy === undefined ? 'without a policy' : `with policy ${propagationPolicy}`
      const namespace = findNamespace(cluster)(word)
      if (O.isSome(namespace))
        return E.map(({ name, isListed }: FoundNamespace): Asked => ({
          request: { _tag: 'DeleteNamespace', namespace: name, options },
          said: `delete Namespace ${name} ${how}`,
          ...(isListed ? {} : { isUnlisted: true }),
        }))(namespace.value)
      return E.map((object: Found): Asked => ({
        request: { _tag: 'Delete', target: object.metadata.uid, options },
        said: `delete ${sayListed(object)} ${how}`,
      }))(findObject(given, cluster)(word))
    })

/** What words mean is gone all of a sudden. */
export const vanishRequests =
  (given: Given) =>
  (cluster: Cluster, words: ReadonlyArray<string>): E.Either<string, ReadonlyArray<Asked>> =>
    each(words, (word) =>
      E.map((object: Found): Asked => ({
        request: { _tag: 'Vanish', target: object.metadata.uid },
        said: `${sayListed(object)} vanishes`,
      }))(findObject(given, cluster)(word)),
    )

type Found = Cluster['snapshot']['objects'][number]

const each = (
  words: ReadonlyArray<string>,
  read: (word: string) => E.Either<string, Asked>,
): E.Either<string, ReadonlyArray<Asked>> => {
  const asked: Asked[] = []
  for (const word of words) {
    const one = read(word)
    if (E.isLeft(one)) return one
    asked.push(one.right)
  }
  return E.right(asked)
}

/** Builds the API requests that a command line asks for. */
import { either as E, function as F, option as O } from 'fp-ts'

import {
  type Cascade,
  type DeleteOptions,
  type KubeObject,
  type PropagationPolicy,
  isPropagationPolicy,
  kubectlOptions,
} from '../../apiserver/index.js'
import type { CascadeRequest } from '../../simulate/cascade/index.js'
import type { FlagGroup, Given } from '../command.js'
import { all, each, present } from '../fp.js'
import { count, oneOf, optional } from '../values.js'
import { type FoundNamespace, findNamespace, findObject, namespaceFlag } from './object.js'
import type { Cluster } from './prepare.js'

/** The flags that say how a deletion is asked for. */
export const deleteFlags: FlagGroup = {
  heading: 'The request',
  flags: [
    namespaceFlag,
    {
      name: 'cascade',
      value: 'HOW',
      about: 'as in kubectl delete: background (default), foreground or orphan',
    },
    {
      name: 'grace-period',
      value: 'SECONDS',
      about: 'as in kubectl delete: how long a pod gets (default: what the pod says)',
    },
    { name: 'raw', about: 'a bare API request, with the default policy of each kind' },
    {
      name: 'propagation-policy',
      value: 'POLICY',
      about: 'propagation policy of the --raw request: Background, Foreground or Orphan',
    },
  ],
}

/** A request. */
export interface Asked {
  readonly request: CascadeRequest
  /** A namespace that is not in the lists; the server's answer is unknown. */
  readonly isUnlisted?: true
}

/** Reads how a deletion is asked for; it is the same for all objects. */
export const deleteOptionsOf = (given: Given): E.Either<string, DeleteOptions> =>
  F.pipe(
    all({
      cascade: optional(oneOf<Cascade>(['background', 'foreground', 'orphan']))(given, 'cascade'),
      policy: optional(propagationPolicy)(given, 'propagation-policy'),
      gracePeriodSeconds: optional(count)(given, 'grace-period'),
    }),
    E.filterOrElse(
      ({ cascade, policy }) => O.isNone(cascade) || !(given.has('raw') || O.isSome(policy)),
      () => '--cascade and --raw: expected one of them, got both',
    ),
    E.map(({ cascade, policy, gracePeriodSeconds }) => ({
      ...(given.has('raw') || O.isSome(policy)
        ? present({ propagationPolicy: policy })
        : kubectlOptions(O.getOrElse((): Cascade => 'background')(cascade))),
      ...present({ gracePeriodSeconds }),
    })),
  )

const propagationPolicy = (flag: string, value: string): E.Either<string, PropagationPolicy> =>
  isPropagationPolicy(value)
    ? E.right(value)
    : E.left(`${flag}: expected Background, Foreground or Orphan, got ${JSON.stringify(value)}`)

/** Requests to delete the named objects; a namespace is deleted with everything in it, listed or not. */
export const deleteRequests =
  (given: Given, options: DeleteOptions) =>
  (cluster: Cluster): ((words: ReadonlyArray<string>) => E.Either<string, ReadonlyArray<Asked>>) => {
    const deletesNamespace = ({ name, isListed }: FoundNamespace): Asked => ({
      request: { _tag: 'DeleteNamespace', namespace: name, options },
      ...(isListed ? {} : { isUnlisted: true }),
    })
    const deletesObject = (object: KubeObject): Asked => ({
      request: { _tag: 'Delete', target: object.metadata.uid, options },
    })
    return each((word) =>
      F.pipe(
        findNamespace(cluster)(word),
        O.match(() => F.pipe(findObject(given, cluster)(word), E.map(deletesObject)), E.map(deletesNamespace)),
      ),
    )
  }

/** Requests that make the named objects disappear at once. */
export const vanishRequests =
  (given: Given) =>
  (cluster: Cluster): ((words: ReadonlyArray<string>) => E.Either<string, ReadonlyArray<Asked>>) =>
    each((word) =>
      F.pipe(
        findObject(given, cluster)(word),
        E.map((object) => ({ request: { _tag: 'Vanish', target: object.metadata.uid } })),
      ),
    )

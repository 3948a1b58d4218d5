/** Which pods may use which Secrets. */
import type { WholeObject } from '../../apiserver/object.js'
import { covers } from '../../apiserver/scope.js'
import type { KeepReason } from './reason.js'
import type { Secret, Snapshot } from './snapshot.js'
import { namedSecrets, showsSecrets } from './named-secrets.js'

/** Why a Secret may be in use; nothing where no pod names it, and none can that is not shown. */
export const usesOf = ({ pods, coverage }: Snapshot): ((secret: Secret) => KeepReason | undefined) => {
  const isCovered = covers(coverage)
  const hidden = new Map<string, string>()
  const named = new Map<string, string>()
  for (const pod of pods) {
    const { namespace = '', name } = pod.metadata
    if (!showsSecrets(pod)) hidden.set(namespace, first(hidden.get(namespace), name))
    for (const secret of namedSecrets(pod)) {
      const key = keyOf(namespace, secret)
      named.set(key, first(named.get(key), name))
    }
  }
  return ({ metadata: { namespace = '', name } }) => {
    const user = named.get(keyOf(namespace, name))
    if (user !== undefined) return { _tag: 'NamedByPod', pod: user }
    const unseen = hidden.get(namespace)
    if (unseen !== undefined) return { _tag: 'PodNotShown', pod: unseen }
    return isCovered('v1', 'Pod', namespace) ? undefined : { _tag: 'PodsUnlisted' }
  }
}

const keyOf = (namespace: string, name: WholeObject['metadata']['name']): string => `${namespace}/${name}`

/** Of several, the first by name, whatever the order of the list. */
const first = (one: string | undefined, other: string): string => (one !== undefined && one < other ? one : other)

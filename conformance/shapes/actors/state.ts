/** How a recording names objects and shows their state. */
import type { WholeObject } from '../../../src/apiserver/index.js'

/** Names of objects in a recording, by uid, and back. */
export interface Names {
  /** Takes in what controllers have made. */
  readonly meet: (objects: ReadonlyArray<WholeObject>) => void
  /** The uid of a name; a name that nobody has is its own. */
  readonly uidOf: (name: string) => string
  readonly nameOf: (uid: string) => string | undefined
  /** The name of a volume: in recordings, that of the claim for which it was made. */
  readonly volumeOf: (name: string) => string
  /** Every name with its uid. */
  readonly all: () => ReadonlyArray<readonly [string, string]>
}

/** Kinds that no recording shows. */
const leftOut: ReadonlySet<string> = new Set([
  'StorageClass',
  'APIService',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
])

/** Names of given objects, which are their uids, and of made ones, in the order in which they come to be. */
export const namesIn = (given: ReadonlyArray<WholeObject>): Names => {
  const uids = new Map<string, string>()
  const names = new Map<string, string>()
  const put = (name: string, uid: string): void => {
    uids.set(name, uid)
    names.set(uid, name)
  }
  for (const { kind, metadata } of given) if (!leftOut.has(kind)) put(metadata.uid, metadata.uid)
  const isHidden = ({ kind, metadata }: WholeObject): boolean =>
    leftOut.has(kind) || metadata.uid.startsWith('surrounding-')
  return {
    meet: (objects) => {
      for (const object of objects) {
        if (names.has(object.metadata.uid) || isHidden(object)) continue
        const name = madeName(object, given)
        let free = name
        for (let count = 1; uids.has(free); count++) free = `${name}#${count}`
        put(free, object.metadata.uid)
      }
    },
    uidOf: (name) => uids.get(name) ?? name,
    nameOf: (uid) => names.get(uid),
    volumeOf: (name) => volumeName(name, given) ?? name,
    all: () => [...uids],
  }
}

/** The kinds whose names end in letters that the server makes up. */
const generated: ReadonlySet<string> = new Set(['Pod', 'EndpointSlice'])

/**
 * The hash of the template that all Deployments of the recordings share. A case does not show the whole template, so that
 * names made here end in another one.
 */
const recordedHash = '65b64cb84c'

const madeName = (
  { kind, metadata: { name: full, labels = {}, ownerReferences = [] } }: WholeObject,
  given: ReadonlyArray<WholeObject>,
): string => {
  const [owner] = ownerReferences
  const hash = labels['pod-template-hash']
  const name = hash === undefined ? full : full.replace(`-${hash}-`, `-${recordedHash}-`)
  if ((kind === 'ReplicaSet' || kind === 'ControllerRevision') && owner !== undefined) return `${kind}/${owner.name}`
  if (kind === 'PersistentVolume') return volumeName(name, given) ?? `${kind}/${name}`
  const isExact = owner?.kind === 'StatefulSet' || !generated.has(kind)
  return `${kind}/${isExact ? name : name.replace(/-[^-]*$/, '')}`
}

const volumeName = (name: string, given: ReadonlyArray<WholeObject>): string | undefined => {
  const claim = given.find(({ metadata }) => name === `pvc-${metadata.uid}`)
  return claim === undefined ? undefined : `PersistentVolume/${claim.metadata.uid}`
}

/** What a recording shows of an object; null when it is gone. */
export const stateOf = (object: WholeObject | undefined, names: Names): unknown => {
  if (object === undefined) return null
  const { kind, metadata } = object
  const { finalizers = [], deletionTimestamp, deletionGracePeriodSeconds, ownerReferences = [] } = metadata
  const owners = ownerReferences.map(({ uid, controller, blockOwnerDeletion }) => ({
    uid: names.nameOf(uid) ?? 'unknown',
    ...(controller === undefined ? {} : { controller }),
    ...(blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion }),
  }))
  const isSorted = kind === 'Namespace' || kind === 'PersistentVolume'
  return {
    ...(owners.length === 0 ? {} : { ownerReferences: owners }),
    ...(finalizers.length === 0 ? {} : { finalizers: isSorted ? [...finalizers].sort() : finalizers }),
    ...(deletionTimestamp === undefined ? {} : { deleting: true }),
    ...(deletionGracePeriodSeconds === undefined ? {} : { grace: deletionGracePeriodSeconds }),
    ...kindState(object, names),
  }
}

interface Parts {
  readonly finalizers?: ReadonlyArray<string>
  readonly volumeName?: string
  readonly claimRef?: { readonly namespace?: string; readonly name?: string; readonly uid?: string }
}

interface Status {
  readonly phase?: string
  readonly conditions?: ReadonlyArray<Readonly<Record<'type' | 'status' | 'reason' | 'message', string>>>
}

const kindState = ({ kind, spec, status }: WholeObject, names: Names): object => {
  const { finalizers = [], volumeName, claimRef } = (spec ?? {}) as Parts
  const { phase, conditions = [] } = (status ?? {}) as Status
  switch (kind) {
    case 'Namespace': {
      const sorted = [...finalizers].sort()
      return {
        phase,
        ...(sorted.join() === 'kubernetes' ? {} : { specFinalizers: sorted }),
        ...shown(conditions),
      }
    }
    case 'PersistentVolumeClaim':
      return {
        phase,
        ...(volumeName === undefined || volumeName === '' ? {} : { volumeName: names.volumeOf(volumeName) }),
      }
    case 'PersistentVolume':
      return { phase, ...(claimRef === undefined ? {} : { claimRef: claimOf(claimRef) }) }
    case 'CustomResourceDefinition':
      return shown(conditions.filter(({ type }) => type === 'Terminating'))
    default:
      return {}
  }
}

const claimOf = ({ namespace, name, uid }: NonNullable<Parts['claimRef']>): object => ({
  namespace,
  name,
  ...(uid === undefined ? {} : { uid }),
})

const shown = (conditions: NonNullable<Status['conditions']>): object =>
  conditions.length === 0
    ? {}
    : {
        conditions: Object.fromEntries(
          conditions.map(({ type, status, reason, message }) => [type, { status, reason, message }]),
        ),
      }

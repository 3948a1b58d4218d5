/**
 * Which changes typed controllers cannot miss: those that enqueue a key again, or that leave nothing to do for a key
 * which had nothing to do before. Such work can be done at once.
 */
import { type WholeObject, isPod } from '../../apiserver/object.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { claimRefOf, volumeNameOf } from '../../controllers/pv-binder/volume.js'
import { claimsOf } from '../../controllers/pvc-protection/in-use.js'
import { isClaim, isVolume } from '../../controllers/volumes.js'
import { type Universe, cellOf } from './cells.js'
import { appearsIn } from './prospects.js'
import type { Setup } from './setup.js'
import type { World } from './world.js'
import { writtenBy } from './writers.js'

/** What else bears on it. */
interface Around {
  readonly objects: ReadonlyArray<WholeObject | undefined>
  /** Objects of the kind of one may be made, or shown for the first time. */
  readonly mayAppear: (object: WholeObject) => boolean
  /** A change of it, or its end, puts the key into the queue. */
  readonly wakes: (object: WholeObject) => boolean
}

type Heeds = (key: string, object: WholeObject, around: Around) => boolean

const always: Heeds = () => true

const isOfClaim = (key: string, { metadata: { namespace, name } }: WholeObject): boolean =>
  key === `claim ${namespace}/${name}`

/** The binder asks the server for claims, and hears of a volume's claim only by the name that each has of the other. */
const binder: Heeds = (key, object, { objects, mayAppear }) => {
  if (isClaim(object))
    return !mayAppear(object) && (key.startsWith('claim ') || key === `volume ${volumeNameOf(object)}`)
  if (!isVolume(object)) return false
  if (key.startsWith('volume ')) return true
  const { namespace, name } = claimRefOf(object) ?? {}
  return (
    key === `claim ${namespace}/${name}` &&
    objects.some(
      (one) => one !== undefined && isClaim(one) && isOfClaim(key, one) && volumeNameOf(one) === object.metadata.name,
    )
  )
}

/** By controllers; each reads only kinds that it watches. */
const heeding: Readonly<Record<string, Heeds>> = {
  'persistentvolumeclaim-protection-controller': (key, object) =>
    !key.endsWith('/') &&
    (!isPod(object) || (object.spec !== undefined && !claimsOf(object).some(({ isEphemeral }) => isEphemeral))),
  'persistentvolume-protection-controller': always,
  'persistentvolume-binder-controller': binder,
  'recycler-pods': always,
  kubelet: always,
  // Endpoints that appear wake nobody.
  'endpoints-controller': (_, object, { mayAppear }) => object.kind !== 'Endpoints' || !mayAppear(object),
  'endpointslice-mirroring-controller': always,
  // It comes to nothing where there are no tokens; only then is the account not asked for.
  'serviceaccount-token-controller': always,
  'resource-claim-controller': (key, object) => !isPod(object) && !key.includes('/'),
  'volumeattributesclass-protection-controller': (_, object) => object.kind === 'VolumeAttributesClass',
  'podgroup-protection-controller': (_, object) => !isPod(object),
  // Pods that a Job takes over don't wake it.
  'job-controller': (_, object, { mayAppear, wakes }) => !mayAppear(object) && (isPod(object) || wakes(object)),
}

/** The cells of objects of which no change can be missed by those who work on a key. */
export const heedsIn = (
  setup: Setup,
  world: World,
  { objects }: Universe,
): ((controller: number, key: string) => bigint) => {
  const { codes, controllers } = world
  const remaining = setup.requests.slice(codes.length)
  const mayPatch =
    remaining.some(({ _tag }) => _tag === 'Patch' || _tag === 'Bind') ||
    setup.names.some((name) => name !== namespaceControllerName && writtenBy(name) === undefined)
  const mayAppear = appearsIn(setup, world)
  return (controller, key) => {
    const heeds = mayPatch ? undefined : heeding[setup.names[controller] ?? '']
    if (heeds === undefined) return 0n
    const keysOf = controllers.values[controller]?.keysOf
    const wakes = (object: WholeObject): boolean =>
      (['Updated', 'Deleted'] as const).every((_tag) => keysOf?.({ _tag, object }).includes(key) === true)
    let cells = 0n
    objects.forEach((object, number) => {
      if (object !== undefined && heeds(key, object, { objects, mayAppear, wakes }))
        cells |= cellOf(number, 'Shown') | cellOf(number, 'Stored')
    })
    return cells
  }
}

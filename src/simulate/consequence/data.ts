/**
 * What a cascade does to data: a verdict for every claim, volume and volume snapshot that it touches.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume
 */
import { type Target, type WholeObject, annotationOf, groupOf, hasFinalizer, targetOf } from '../../apiserver/object.js'
import { type Deleter, deleterOf, isRecyclable, migratedTo } from '../../controllers/pv-binder/deleter.js'
import { claimRefOf, reclaimPolicyOf, volumeNameOf } from '../../controllers/pv-binder/volume.js'
import { isClaim, isVolume, phaseOf } from '../../controllers/volumes.js'
import * as fp from '../../core/fp.js'
import { amountFits, amountOf, amountValue, readWritten } from '../../core/amount.js'
import { ownField } from '../../internal/lists.js'
import type { Going } from './going.js'
import type { OutsideWait } from './holder.js'

/** Who destroys data. */
export type Destroyer =
  /** A volume plugin of the control plane. */
  | { readonly _tag: 'VolumePlugin' }
  /** The provisioner or snapshotter of a driver, once it has seen the object go. */
  | { readonly _tag: 'Driver'; readonly driver: string }
  /** A pod that scrubs the volume for the next claim. */
  | { readonly _tag: 'Scrubber' }

/** What becomes of the data of one claim, volume or snapshot. */
export interface DataVerdict {
  readonly target: Target
  /**
   * `lost`: destroyed. `kept`: it stays, and in use. `unbound`: the storage stays, but no claim names it any more.
   * `unknown`: what the snapshot does not show decides.
   */
  readonly verdict: 'lost' | 'kept' | 'unbound' | 'unknown'
  /** Who destroys it. */
  readonly by?: Destroyer
  /** The volume of a claim, or the claim of a volume, where the snapshot shows it. */
  readonly with?: Target
  /** Its capacity; absent where nothing is said. Whole bytes. */
  readonly bytes?: number
  /** The object still waits for somebody; the verdict is for when it goes. */
  readonly isWaiting: boolean
  /** Who deletes the object, where that is an outside party which does so before it takes a finalizer off. */
  readonly deletedBy?: string
}

/** What goes, objects by uid, and volumes by name. */
interface World {
  readonly after: ReadonlyMap<string, WholeObject>
  readonly goes: Going['goes']
  readonly volumes: ReadonlyMap<string, WholeObject>
  readonly claims: ReadonlyMap<string, WholeObject>
}

/**
 * Verdicts on what goes or is being deleted, in the order of the snapshot. A volume that goes along with its claim has its
 * verdict there.
 */
export const dataVerdicts = (
  before: ReadonlyArray<WholeObject>,
  after: ReadonlyMap<string, WholeObject>,
  goes: Going['goes'],
): ReadonlyArray<DataVerdict> => {
  const concerned = before.filter(
    (object) => (isClaim(object) || isVolume(object) || isSnapshotContent(object)) && goes(object),
  )
  if (concerned.length === 0) return []
  const world: World = {
    after,
    goes,
    volumes: new Map(before.filter(isVolume).map((volume) => [volume.metadata.name, volume])),
    claims: new Map(before.filter(isClaim).map((claim) => [claim.metadata.uid, claim])),
  }
  return concerned.flatMap((object) =>
    isClaim(object)
      ? [claimVerdict(world, object)]
      : isVolume(object)
        ? volumeVerdict(world, object)
        : [contentVerdict(world, object)],
  )
}

/**
 * Verdicts on what outside parties delete before they take their finalizers off, where nothing else ends it: in the order of the
 * waits. `reach` gives the uids of what goes with these objects.
 */
export const verdictsThrough = (
  before: ReadonlyArray<WholeObject>,
  after: ReadonlyMap<string, WholeObject>,
  goes: Going['goes'],
  waits: ReadonlyArray<OutsideWait>,
  reach: (uids: ReadonlyArray<string>) => ReadonlySet<string>,
): ReadonlyArray<DataVerdict> => {
  const told = new Set<string>()
  return waits.flatMap(({ deletes, holder }) => {
    if (deletes.length === 0 || holder === undefined) return []
    const reached = reach(deletes.map(({ id }) => id))
    const isNew = ({ metadata: { uid } }: WholeObject): boolean => reached.has(uid) && !told.has(uid)
    const found = dataVerdicts(before, after, (object) => isNew(object) && !goes(object))
    for (const { target } of found) told.add(target.id)
    return found.map((verdict) => ({ ...verdict, isWaiting: true, deletedBy: holder.party }))
  })
}

const claimVerdict = (world: World, claim: WholeObject): DataVerdict => {
  const name = volumeNameOf(claim)
  const isWaiting = world.after.has(claim.metadata.uid)
  const target = targetOf(claim)
  if (name === undefined)
    return { target, verdict: phaseOf(claim) === 'Bound' ? 'unknown' : 'unbound', isWaiting, ...bytesOf(claim) }
  const volume = world.volumes.get(name)
  if (volume === undefined) return { target, verdict: 'unknown', isWaiting, ...bytesOf(claim) }
  // A volume of another claim is none of its own.
  if (claimRefOf(volume)?.uid !== claim.metadata.uid)
    return { target, verdict: 'unbound', isWaiting, ...bytesOf(claim) }
  const bytes = 'bytes' in bytesOf(volume) ? bytesOf(volume) : bytesOf(claim)
  return {
    target,
    ...fateOf(world.after.get(volume.metadata.uid) ?? volume),
    with: targetOf(volume),
    isWaiting,
    ...bytes,
  }
}

/** A volume of a claim that goes has its verdict there. */
const volumeVerdict = (world: World, volume: WholeObject): ReadonlyArray<DataVerdict> => {
  const reference = claimRefOf(volume)
  const claim = reference?.uid === undefined ? undefined : world.claims.get(reference.uid)
  if (claim !== undefined && world.goes(claim)) return []
  const isWaiting = world.after.has(volume.metadata.uid)
  const target = targetOf(volume)
  const bytes = bytesOf(volume)
  // A volume that is still bound waits for its claim.
  if (claim !== undefined) return [{ target, verdict: 'kept', with: targetOf(claim), isWaiting, ...bytes }]
  if (phaseOf(volume) === 'Bound') return [{ target, verdict: 'unknown', isWaiting, ...bytes }]
  const fate = phaseOf(volume) === 'Released' ? fateOf(volume) : unbound
  const isLeft = fate.by?._tag === 'Driver' && !hasFinalizer(provisionerFinalizer)(volume)
  return [{ target, ...(isLeft ? unbound : fate), isWaiting, ...bytes }]
}

const unbound: Fate = { verdict: 'unbound' }

/** The finalizer under which a driver's provisioner still gets to delete the storage of a volume that is being deleted. */
const provisionerFinalizer = 'external-provisioner.volume.kubernetes.io/finalizer'

type Fate = Pick<DataVerdict, 'verdict' | 'by'>

/** What becomes of the storage of a volume whose claim goes. */
const fateOf = (volume: WholeObject): Fate => {
  const policy = reclaimPolicyOf(volume)
  if (policy === 'Recycle')
    return isRecyclable(volume) && annotationOf(volume, migratedTo) === undefined
      ? { verdict: 'lost', by: { _tag: 'Scrubber' } }
      : unbound
  if (policy !== 'Delete') return unbound
  return deletedBy(deleterOf(volume))
}

const deletedBy = (deleter: Deleter): Fate => {
  switch (deleter._tag) {
    case 'InTree':
      return { verdict: 'lost', by: { _tag: 'VolumePlugin' } }
    case 'External':
      return { verdict: 'lost', by: { _tag: 'Driver', driver: deleter.provisioner } }
    case 'None':
      return unbound
  }
}

/** True for the content of a volume snapshot. */
const isSnapshotContent = ({ apiVersion, kind }: WholeObject): boolean =>
  kind === 'VolumeSnapshotContent' && groupOf(apiVersion) === 'snapshot.storage.k8s.io'

const contentVerdict = (world: World, content: WholeObject): DataVerdict => {
  const target = targetOf(content)
  const isWaiting = world.after.has(content.metadata.uid)
  const [policy, driver] = [ownField(content.spec, 'deletionPolicy'), ownField(content.spec, 'driver')]
  if (policy === 'Retain') return { target, ...unbound, isWaiting }
  if (policy !== 'Delete' || typeof driver !== 'string') return { target, verdict: 'unknown', isWaiting }
  return { target, verdict: 'lost', by: { _tag: 'Driver', driver }, isWaiting }
}

/** The capacity of a volume, or what a claim has or asks for. */
const bytesOf = ({ spec, status }: WholeObject): { readonly bytes?: number } => {
  const sizes = [
    ownField(ownField(spec, 'capacity'), 'storage'),
    ownField(ownField(status, 'capacity'), 'storage'),
    ownField(ownField(ownField(spec, 'resources'), 'requests'), 'storage'),
  ]
  return fp.pipe(
    readWritten(sizes.find((size) => typeof size === 'string') ?? ''),
    fp.match(
      () => ({}),
      (written) => {
        const amount = amountOf(written)
        const bytes = Number(amountValue(amount))
        return amountFits(amount) && Number.isSafeInteger(bytes) && bytes >= 0 ? { bytes } : {}
      },
    ),
  )
}

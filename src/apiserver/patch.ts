/**
 * Applies merge patches: those of owner references and finalizers that collectors send, and any other. A JSON merge patch
 * replaces fields and lists; a strategic one changes only the list entries that it names.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go mergeMap
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go mergeSliceWithoutSpecialElements
 */
import { type Answer, conflict } from './answer.js'
import { type WholeObject, type OwnerReference, ownersOf } from './object.js'
import type { MetadataPatch, Patch, ReferencePatch } from './request.js'
import { changed } from './update.js'
import { isRecord } from '../internal/lists.js'

/** The object after a patch, if the patch means this object in this version. */
export const patched =
  ({ patchType, body }: Patch) =>
  (object: WholeObject): Answer<WholeObject> => {
    const { uid, resourceVersion, ownerReferences, finalizers } = body.metadata
    const { metadata } = object
    if (uid !== undefined && uid !== metadata.uid) return conflict(`uid in patch: ${uid}, in object: ${metadata.uid}`)
    if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
      return conflict(`resourceVersion in patch: ${resourceVersion}, in object: ${metadata.resourceVersion ?? ''}`)
    return changed({
      ...(ownerReferences === undefined
        ? {}
        : {
            ownerReferences:
              patchType === 'application/merge-patch+json'
                ? stated(ownerReferences)
                : mergedReferences(ownersOf(object), ownerReferences ?? []),
          }),
      ...(finalizers === undefined ? {} : { finalizers: finalizers ?? [] }),
    })(object)
  }

const stated = (references: MetadataPatch['ownerReferences']): ReadonlyArray<OwnerReference> =>
  (references ?? []).filter(isReference)

const isReference = (patch: ReferencePatch): patch is OwnerReference => !('$patch' in patch)

/**
 * Removes every reference whose uid the patch deletes; any other entry replaces the first reference with its uid, or is
 * added.
 */
const mergedReferences = (
  before: ReadonlyArray<OwnerReference>,
  patches: ReadonlyArray<ReferencePatch>,
): ReadonlyArray<OwnerReference> => {
  const gone = new Set(patches.flatMap((patch) => (isReference(patch) ? [] : [patch.uid])))
  const after = before.filter(({ uid }) => !gone.has(uid))
  const stated = patches.filter(isReference)
  for (const patch of stated) {
    const index = after.findIndex(({ uid }) => uid === patch.uid)
    if (index < 0) after.push(patch)
    else after[index] = { ...after[index], ...patch }
  }
  return inPatchOrder(before, after, stated, ({ uid }) => uid)
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => isRecord(value) && !(value instanceof Date)

/** A value after a merge patch as RFC 7386 has it. */
export const merged = (before: unknown, patch: unknown): unknown => {
  if (!isFields(patch)) return patch
  return withFields(isFields(before) ? before : {}, patch, (_name, held, change) => merged(held, change))
}

const withFields = (
  before: Fields,
  patch: Fields,
  change: (name: string, held: unknown, change: unknown) => unknown,
): Fields => {
  const after = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(patch))
    if (value === null) after.delete(name)
    else after.set(name, change(name, after.get(name), value))
  return Object.fromEntries(after)
}

/** The field that identifies the entries of a list. A list that isn't here is replaced as a whole. */
const mergeKeys: ReadonlyMap<string, string> = new Map([
  ['ownerReferences', 'uid'],
  ['conditions', 'type'],
  ['containers', 'name'],
  ['initContainers', 'name'],
  ['ephemeralContainers', 'name'],
  ['volumes', 'name'],
  ['env', 'name'],
  ['volumeMounts', 'mountPath'],
  ['ports', 'containerPort'],
  ['imagePullSecrets', 'name'],
  ['secrets', 'name'],
])

/** Lists of texts that a strategic patch adds to. */
const mergedTexts: ReadonlySet<string> = new Set(['finalizers'])

const deleteFromTexts = '$deleteFromPrimitiveList/'

/**
 * What a strategic patch gives a field that the object does not have: the value without what it removes (`cleaned`), or just
 * as the patch states it, directives and null with the rest, as releases up to 1.23 did (`as-stated`).
 */
export type AbsentField = 'cleaned' | 'as-stated'

/** A value after a strategic merge patch. */
export const strategic = (before: unknown, patch: unknown, absent: AbsentField = 'cleaned'): unknown => {
  if (!isFields(patch)) return patch
  if (patch['$patch'] === 'replace') return without(patch, '$patch')
  const held = isFields(before) ? before : {}
  const plain = Object.fromEntries(Object.entries(patch).filter(([name]) => !name.startsWith('$')))
  const after = new Map(
    Object.entries(
      withFields(held, plain, (name, has, stated) =>
        absent === 'as-stated' && has === undefined
          ? statedField(name, stated)
          : changedField(name, has, stated, absent),
      ),
    ),
  )
  for (const [name, value] of Object.entries(patch)) {
    if (!name.startsWith(deleteFromTexts) || !Array.isArray(value)) continue
    const field = name.slice(deleteFromTexts.length)
    const list = after.get(field)
    if (Array.isArray(list))
      after.set(
        field,
        list.filter((text) => !value.includes(text)),
      )
    else if (absent === 'as-stated') after.set(field, value)
  }
  return Object.fromEntries(after)
}

/** Fields that map texts to texts; null is the empty one there. */
const textMaps: ReadonlySet<string> = new Set(['labels', 'annotations', 'data', 'matchLabels', 'nodeSelector'])

const statedField = (name: string, stated: unknown): unknown =>
  textMaps.has(name) && isFields(stated)
    ? Object.fromEntries(Object.entries(stated).map(([key, text]) => [key, text ?? '']))
    : stated

const changedField = (name: string, held: unknown, stated: unknown, absent: AbsentField): unknown => {
  if (!Array.isArray(stated)) return strategic(held, stated, absent)
  const change: ReadonlyArray<unknown> = stated
  const before: ReadonlyArray<unknown> = Array.isArray(held) ? held : []
  if (mergedTexts.has(name)) return inPatchOrder(before, [...new Set([...before, ...change])], change)
  const key = mergeKeys.get(name)
  return key === undefined ? change : mergedList(key, before, change.filter(isFields), absent)
}

/**
 * The entries of a merged list in the order of the real server: those of the patch as it has them, and each of the others
 * before the next of these that it was before.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go normalizeElementOrder
 */
const inPatchOrder = <A>(
  before: ReadonlyArray<A>,
  all: ReadonlyArray<A>,
  change: ReadonlyArray<A>,
  keyOf: (entry: A) => unknown = (entry) => entry,
): ReadonlyArray<A> => {
  /** Of several entries with one key, the first one's place. */
  const placesIn = (list: ReadonlyArray<A>) => {
    const places = new Map(list.map((entry, place) => [keyOf(entry), place] as const).toReversed())
    return (entry: A): number => places.get(keyOf(entry)) ?? -1
  }
  const [placeBefore, placeInPatch] = [placesIn(before), placesIn(change)]
  const others = all.filter((entry) => placeInPatch(entry) < 0)
  const after: A[] = []
  let next = 0
  for (const stated of all
    .filter((entry) => placeInPatch(entry) >= 0)
    .toSorted((one, other) => placeInPatch(one) - placeInPatch(other))) {
    for (
      let other = others[next];
      other !== undefined && placeBefore(other) < placeBefore(stated);
      other = others[next]
    ) {
      after.push(other)
      next++
    }
    after.push(stated)
  }
  return [...after, ...others.slice(next)]
}

/** Removes entries that the patch deletes; any other entry changes the first one with its key, or is added. */
const mergedList = (
  key: string,
  before: ReadonlyArray<unknown>,
  patches: ReadonlyArray<Fields>,
  absent: AbsentField,
): unknown => {
  if (patches.some((patch) => patch['$patch'] === 'replace' && patch[key] === undefined))
    return patches.filter((patch) => patch['$patch'] !== 'replace')
  const gone = new Set(patches.flatMap((patch) => (patch['$patch'] === 'delete' ? [patch[key]] : [])))
  const after = before.filter((entry) => !isFields(entry) || !gone.has(entry[key]))
  for (const patch of patches) {
    if (patch['$patch'] === 'delete') continue
    const index = after.findIndex((entry) => isFields(entry) && entry[key] === patch[key])
    if (index < 0) after.push(absent === 'as-stated' ? patch : strategic({}, patch))
    else after[index] = strategic(after[index], patch, absent)
  }
  const stated = patches.filter((patch) => patch['$patch'] !== 'delete')
  return inPatchOrder(before, after, stated, (entry) => (isFields(entry) ? entry[key] : entry))
}

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name))

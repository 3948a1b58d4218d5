/** The graph of a cascade: the objects that it touches, and the owners that keep or kept them. */
import type { Picture, PictureEdge, PictureNode } from '../../core/picture.js'
import { compareText } from '../../internal/lists.js'
import { type KubeObject, type OwnerReference, ownersOf } from '../../apiserver/object.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { explainCascade } from './explain.js'
import type { CascadePlan, Outcomes } from './reason.js'

const drawn = 60

/**
 * A picture of a cascade, on the snapshot that it was planned for.
 *
 * Shape: objects that the cascade touches and their owners, at most sixty; edges go from owner to dependent. Owners
 * that the snapshot lacks are drawn as absent.
 * Order: as in the snapshot.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { depictCascade, planCascade } from 'gcplan/simulate/cascade'
 * import { kubectlOptions, scopes_1_36 } from 'gcplan/apiserver'
 *
 * const snapshot: Owner.Snapshot = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker', uid: 'u' } }],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * }
 * const planned = planCascade(Owner.defaultPolicy)([{ _tag: 'Delete', target: 'u', options: kubectlOptions() }])(snapshot)
 * if (E.isRight(planned)) console.log(depictCascade(planned.right)(snapshot).nodes.map(({ state }) => state)) // [ 'goes' ]
 * ```
 */
export const depictCascade =
  (plan: CascadePlan) =>
  (snapshot: Snapshot): Picture =>
    depictWithin(drawn)(plan)(snapshot)

/** The same with at most so many objects. */
export const depictWithin =
  (limit: number) =>
  (plan: CascadePlan) =>
  (snapshot: Snapshot): Picture => {
    const shown = shownOf(plan, snapshot)
    const objects = shown.slice(0, limit)
    const gone = idsOf(plan, 'gone')
    const present = new Set(snapshot.objects.map(({ metadata }) => metadata.uid))
    const notes = notesOf(plan)
    const inPicture = new Set(objects.map(({ metadata }) => metadata.uid))
    const absent = new Map<string, OwnerReference>()
    const edges = objects.flatMap((object) =>
      ownersOf(object).flatMap((owner): ReadonlyArray<PictureEdge> => {
        if (!present.has(owner.uid)) absent.set(owner.uid, owner)
        else if (!inPicture.has(owner.uid)) return []
        const { uid } = object.metadata
        const keeps = present.has(owner.uid) && !gone.has(owner.uid) && !gone.has(uid)
        const label = owner.blockOwnerDeletion === true ? 'waits for it' : ''
        return [{ from: owner.uid, to: uid, label, line: keeps ? 'keeps' : 'idle' }]
      }),
    )
    const namespaces = [...new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))].toSorted(compareText)
    return {
      clusters: namespaces.map((namespace) => ({ id: namespace, label: namespace })),
      nodes: [
        ...objects.map(({ kind, metadata }): PictureNode => ({
          id: metadata.uid,
          kind,
          label: metadata.name,
          state: gone.has(metadata.uid) ? 'goes' : 'stays',
          isRoot: (metadata.ownerReferences ?? []).length === 0,
          cluster: metadata.namespace ?? '',
          note: notes.get(metadata.uid) ?? '',
          beside: 0,
        })),
        ...[...absent.values()].map(({ uid, kind, name }): PictureNode => ({
          id: uid,
          kind,
          label: name,
          state: 'absent',
          isRoot: false,
          cluster: '',
          note: '',
          beside: 0,
        })),
      ],
      edges,
      omitted: shown.length - objects.length,
    }
  }

const idsOf = ({ outcomes }: CascadePlan, outcome: keyof Outcomes): ReadonlySet<string> =>
  new Set(outcomes[outcome].map(({ id }) => id))

/** What the cascade touches, and owners of it. */
const shownOf = ({ waves, stuck }: CascadePlan, { objects }: Snapshot): ReadonlyArray<KubeObject> => {
  const touched = new Set(waves.flatMap(({ changes }) => changes.map(({ target }) => target.id)))
  for (const { target } of stuck) touched.add(target.id)
  const wanted = new Set(touched)
  for (const object of objects)
    if (touched.has(object.metadata.uid)) for (const { uid } of ownersOf(object)) wanted.add(uid)
  return objects.filter(({ metadata }) => wanted.has(metadata.uid))
}

/** Why each object changes at first, or what holds it in the end. */
const notesOf = ({ waves, stuck }: CascadePlan): ReadonlyMap<string, string> => {
  const notes = new Map<string, string>()
  for (const { changes } of waves)
    for (const { target, reasons } of changes)
      if (!notes.has(target.id)) notes.set(target.id, explainCascade(reasons[0]))
  for (const { target, blockers } of stuck) notes.set(target.id, explainCascade(blockers[0]))
  return notes
}

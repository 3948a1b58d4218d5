/** Namespaces that listings leave out: their content is deleted all the same, by sweeps that need a Namespace to keep time. */
import type { Answer } from '../../apiserver/answer.js'
import { type WholeObject, isNamespace } from '../../apiserver/object.js'
import type { DeleteOptions } from '../../apiserver/request.js'
import type { Server } from '../../apiserver/server.js'
import { namespaceNamed } from '../../controllers/namespace/controller.js'
import type { KeptStep } from './waves.js'

/** A Namespace that nothing but its name is known of. */
export const unlistedNamespace = (name: string): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, uid: `unlisted namespace ${name}` },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
})

/** Namespaces that stand in for those that are not listed; nothing tells of them. */
export interface StandIns {
  /** Deletes one, which is made for it; no answer where its kind is not served. */
  readonly terminate: (name: string, options: DeleteOptions) => Answer<WholeObject> | undefined
  readonly isStandIn: (object: WholeObject) => boolean
  /** The same objects without them. */
  readonly without: (objects: ReadonlyArray<WholeObject>) => ReadonlyArray<WholeObject>
  /** The same steps without what happened to them. */
  readonly untold: (steps: ReadonlyArray<KeptStep>) => ReadonlyArray<KeptStep>
}

/** Those of one server; none yet. */
export const standInsOf = (server: Server): StandIns => {
  const uids = new Set<string>()
  const isStandIn = (object: WholeObject): boolean => isNamespace(object) && uids.has(object.metadata.uid)
  return {
    terminate: (name, options) => {
      const address = namespaceNamed(name)
      if (server.get(address) === undefined) {
        const created = server.create(unlistedNamespace(name))
        if (created._tag !== 'Stays') return undefined
        uids.add(created.object.metadata.uid)
      }
      return server.delete(address, options)
    },
    isStandIn,
    without: (objects) => (uids.size === 0 ? objects : objects.filter((object) => !isStandIn(object))),
    untold: (steps) =>
      uids.size === 0
        ? steps
        : steps.map((step) => ({
            ...step,
            accepted: step.accepted.filter(({ before }) => !uids.has(before.metadata.uid)),
            changes: step.changes.filter(({ target }) => !uids.has(target.id)),
          })),
  }
}

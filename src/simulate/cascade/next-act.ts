/**
 * Who would act next on each object: controllers run on the engine, and the server accepts every request without carrying
 * it out.
 */
import { covers, scopeTable } from '../../apiserver/scope.js'
import { serverOf } from '../../apiserver/server.js'
import type { Controller } from '../../controllers/controller.js'
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { clientOf, dryRunOf } from '../engine/client.js'
import { engineOf } from '../engine/engine.js'
import { stepLimit } from './play-requests.js'

/** What one controller would do with one object now. */
export interface Act {
  /** The name of the controller. */
  readonly by: string
  readonly deletes: boolean
}

/** What controllers would do now, by the uid of the object, in the order in which they act. */
export const nextActs = <Why>(
  controllers: ReadonlyArray<Controller<Why>>,
  { at, objects, scopes, coverage }: Snapshot,
): ReadonlyMap<string, ReadonlyArray<Act>> => {
  const acts = new Map<string, Act[]>()
  if (controllers.length === 0) return acts
  const server = serverOf(at, scopeTable(scopes))(objects)
  const client = dryRunOf(server, clientOf(server, covers(coverage)))
  const engine = engineOf<Why>({ server, client, now: () => at, controllers })
  for (const { by, accepted } of engine.run({ limit: stepLimit(objects.length) }).steps)
    for (const { request, before } of accepted) {
      const { uid } = before.metadata
      const act: Act = { by, deletes: request._tag === 'Delete' }
      const known = acts.get(uid)
      if (known === undefined) acts.set(uid, [act])
      else if (!known.some((one) => one.by === by && one.deletes === act.deletes)) known.push(act)
    }
  return acts
}

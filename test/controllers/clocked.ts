/** Answers what controllers do with a cluster while time passes, written in one line for each effect. */
import type { WholeObject } from '../../src/apiserver/index.js'
import { instant } from '../../src/core/time.js'
import type { AdmitDelete } from '../../src/apiserver/admission.js'
import type { AskOfPlace, Scope } from '../../src/apiserver/scope.js'
import { extendScopes } from '../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import { serverBy } from '../../src/apiserver/server.js'
import type { Server } from '../../src/apiserver/server.js'
import type { Controller } from '../../src/controllers/controller.js'
import { clientOf } from '../../src/simulate/engine/client.js'
import { engineOf } from '../../src/simulate/engine/engine.js'
import { runInTime } from '../../src/simulate/engine/in-time.js'
import type { Clock } from '../../src/simulate/engine/in-time.js'
import { isServed, strict } from './acting.js'
import { noon } from './owner/build.js'

/** The kind of custom resources in these tests. */
export const widgets = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  resource: 'widgets',
  namespaced: true,
  strategicMergePatch: false,
}

/** PodGroups, which are off by default. */
export const podGroups: Scope = {
  apiVersion: 'scheduling.k8s.io/v1alpha2',
  kind: 'PodGroup',
  resource: 'podgroups',
  namespaced: true,
  strategicMergePatch: true,
}

/** A cluster in which controllers act, and time passes as they wait. */
export interface Clocked {
  readonly server: Server
  readonly clock: Clock
  /** What they did until they came to rest, or until so many seconds after noon: `5 s: reason, kind name, how it is then`. */
  readonly acts: (until?: number) => ReadonlyArray<string>
}

/** What may be said of the cluster. */
export interface Rules {
  readonly covers?: AskOfPlace<boolean> | undefined
  /** What is served beside Kubernetes' own kinds and widgets. */
  readonly scopes?: ReadonlyArray<Scope>
  readonly admitDelete?: AdmitDelete
}

/** Everything is shown, of the kinds that there are. */
const shown =
  (scopes: ReadonlyArray<Scope>): AskOfPlace<boolean> =>
  (apiVersion, kind) =>
    isServed(apiVersion, kind) || scopes.some((scope) => scope.apiVersion === apiVersion && scope.kind === kind)

/** Controllers in a cluster of these objects, from noon on. */
export const clocked = <Why extends { readonly _tag: string }>(
  controllers: ReadonlyArray<Controller<Why>>,
  objects: ReadonlyArray<WholeObject>,
  { scopes = [], covers = shown([widgets, ...scopes]), admitDelete = () => undefined }: Rules = {},
): Clocked => {
  const clock: Clock = { now: noon }
  const server = serverBy({
    now: () => clock.now,
    scopes: extendScopes([widgets, ...scopes])(scopes_1_36),
    versionOf: (change) => `v${change}`,
    admitDelete,
  })(objects)
  const engine = engineOf({
    server,
    client: strict(clientOf(server, covers)),
    covers,
    now: () => clock.now,
    controllers,
  })
  return {
    server,
    clock,
    acts: (until = 3600) =>
      runInTime(engine, clock, { limit: 10_000, until: instant(noon.getTime() + until * 1000) }).steps.flatMap(
        ({ at, reconciled, accepted }) =>
          accepted.flatMap((effect) => {
            if (effect.before === effect.after && effect.created !== true) return []
            const { kind, metadata } = effect.before
            const end = effect.created === true ? 'made' : effect.after === undefined ? 'gone' : 'changed'
            return [
              `${(at.getTime() - noon.getTime()) / 1000} s: ${reconciled.why(effect)[0]._tag}, ${kind} ${metadata.name} ${end}`,
            ]
          }),
      ),
  }
}

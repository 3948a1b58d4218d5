/** How a StatefulSet, its pods and claims are written down in a test, and what its controller does about them. */
import type { ObjectMeta, OwnerReference, WholeObject } from '../../../src/apiserver/object.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { type Server, serverOf } from '../../../src/apiserver/server.js'
import { statefulSetController } from '../../../src/controllers/statefulset/controller.js'
import { clientOf } from '../../../src/simulate/engine/client.js'
import { type Engine, engineOf } from '../../../src/simulate/engine/engine.js'
import type { SetRequestWhy } from '../../../src/controllers/statefulset/reason.js'
import { isServed, strict } from '../acting.js'
import { noon } from '../owner/build.js'

export { noon }

const labels = { app: 'web' }

/** A set `web` in the namespace `ns`, with one claim for each pod. */
export const set = (spec: object = {}, more: Partial<ObjectMeta> = {}, status: object = {}): WholeObject => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { namespace: 'ns', name: 'web', uid: 'web', ...more },
  spec: {
    replicas: 2,
    podManagementPolicy: 'Parallel',
    serviceName: 'svc',
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { terminationGracePeriodSeconds: 2 } },
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { storageClassName: 'sc' } }],
    ...spec,
  },
  status: { updateRevision: 'web-1', ...status },
})

/** What becomes of claims. */
export const retention = (whenDeleted: string, whenScaled: string): object => ({
  persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled },
})

export const ofSet: OwnerReference = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  name: 'web',
  uid: 'web',
  controller: true,
  blockOwnerDeletion: true,
}

export const ofPod = (ordinal: number, uid = `web-${ordinal}`): OwnerReference => ({
  ...ofSet,
  apiVersion: 'v1',
  kind: 'Pod',
  name: `web-${ordinal}`,
  uid,
})

/** A pod of the set that is up. */
export const pod = (ordinal: number, more: Partial<ObjectMeta> = {}, phase = 'Running'): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    namespace: 'ns',
    name: `web-${ordinal}`,
    uid: `web-${ordinal}`,
    labels,
    ownerReferences: [ofSet],
    ...more,
  },
  status: {
    phase,
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T11:59:00Z' }],
  },
})

/** A pod of the set that is not up. */
export const down = (ordinal: number): WholeObject => ({ ...pod(ordinal), status: { phase: 'Running' } })

/** The claim of a pod. */
export const claim = (
  ordinal: number,
  ownerReferences: ReadonlyArray<OwnerReference> = [],
  more: Partial<ObjectMeta> = {},
): WholeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { namespace: 'ns', name: `data-web-${ordinal}`, uid: `data-web-${ordinal}`, ownerReferences, ...more },
})

/** A controller at work on these objects. */
export interface Playground {
  readonly server: Server
  readonly engine: Engine<SetRequestWhy>
  /** Lets it act, and tells what it did. */
  readonly played: () => ReadonlyArray<string>
}

export const playground = (objects: ReadonlyArray<WholeObject>, shown: ReadonlyArray<string> = ['*']): Playground => {
  const server = serverOf(noon, scopeTable(scopes_1_36.scopes))(objects)
  const covers = (apiVersion: string, kind: string): boolean =>
    isServed(apiVersion, kind) && (shown.includes('*') || shown.includes(kind))
  const engine = engineOf({
    server,
    client: strict(clientOf(server, covers)),
    now: () => noon,
    controllers: [statefulSetController()],
    covers,
  })
  return {
    server,
    engine,
    played: () =>
      engine
        .run({ limit: 1000 })
        .steps.flatMap(({ reconciled, accepted }) =>
          accepted.flatMap((effect) =>
            effect.before === effect.after && effect.created !== true
              ? []
              : `${reconciled.why(effect)[0]._tag} ${effect.created === true ? `+${effect.before.kind}/` : ''}${effect.before.metadata.name}${effect.after === undefined ? ' gone' : ''}`,
          ),
        ),
  }
}

/** What the controller does with these objects until nothing moves. */
export const played = (...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => playground(objects).played()

/** The owners of a claim, in short, after the controller has acted. */
export const ownersAfter = (name: string, ...objects: ReadonlyArray<WholeObject>): ReadonlyArray<string> => {
  const { server, played: play } = playground(objects)
  play()
  const found = server.list().find(({ metadata }) => metadata.name === name)
  return found?.metadata.ownerReferences?.map(({ kind, uid }) => `${kind} ${uid}`) ?? []
}

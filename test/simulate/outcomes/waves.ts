/** Sends the requests of a plan to a fake cluster, wave by wave. */
import type { PatchType } from '../../../src/apiserver/request.js'
import type { Address } from '../../../src/apiserver/scope.js'
import type { WholeObject } from '../../../src/apiserver/index.js'
import type { CascadePlan } from '../../../src/simulate/cascade/index.js'
import { type FakeCluster, fakeCluster } from '../../../src/testing/index.js'
import { served } from './clusters.js'
import { at } from './compare.js'

type Call = CascadePlan['waves'][number]['changes'][number]['calls'][number]

/**
 * What a cluster holds in the end in which everybody has sent what the plan says. Those of one wave act side by side: each has
 * seen what was there before the wave, and they come in the order that `shuffled` gives.
 */
export const replayed = (
  objects: ReadonlyArray<WholeObject>,
  { waves }: CascadePlan,
  shuffled: <A>(list: ReadonlyArray<A>) => ReadonlyArray<A>,
): { readonly codes: ReadonlyArray<number>; readonly stored: ReadonlyArray<WholeObject> } => {
  const cluster = fakeCluster(objects.map(served), { at })
  cluster.settle()
  const codes: number[] = []
  for (const { by, changes } of waves) {
    const seen = new Map(cluster.objects().map((object) => [object.metadata.uid, object]))
    const calls = (by === 'requests' ? changes : shuffled(changes)).flatMap((change) => change.calls)
    for (const call of calls) {
      const code = sent(cluster, seen, call)
      if (by === 'requests') codes.push(code)
    }
  }
  cluster.settle()
  cluster.advance({ minutes: 10 })
  return { codes, stored: cluster.objects() }
}

type Seen = ReadonlyMap<string, WholeObject>

/** Sends one request, which names the version that was seen where it names any. */
const sent = ({ api }: FakeCluster, seen: Seen, call: Call): number => {
  switch (call._tag) {
    case 'Create':
      return api.create(call.object).code
    case 'Delete': {
      const { preconditions } = call.options
      const isOfVersion = preconditions?.resourceVersion !== undefined
      const resourceVersion = isOfVersion ? versionAt(seen, call.object) : undefined
      return api.delete(named(call.object), {
        ...call.options,
        ...(preconditions === undefined ? {} : { preconditions: { uid: preconditions.uid, resourceVersion } }),
      }).code
    }
    case 'Patch': {
      const { patchType, body } = call.patch
      const isOfVersion = body.metadata.resourceVersion !== undefined
      const metadata = { ...body.metadata, ...(isOfVersion ? { resourceVersion: versionAt(seen, call.object) } : {}) }
      return api.patch(named(call.object), { metadata }, patchType satisfies PatchType).code
    }
    case 'Update': {
      const { metadata } = call.object
      const resourceVersion = seen.get(metadata.uid)?.metadata.resourceVersion
      return api.update({ ...call.object, metadata: { ...metadata, resourceVersion } }).code
    }
  }
}

const named = ({ apiVersion, kind, namespace, name }: Address) => ({ apiVersion, kind, metadata: { namespace, name } })

const versionAt = (seen: Seen, { kind, namespace, name }: Address): string | undefined =>
  [...seen.values()].find(
    (object) => object.kind === kind && object.metadata.name === name && object.metadata.namespace === namespace,
  )?.metadata.resourceVersion

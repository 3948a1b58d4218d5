/** What each controller reads from informers and what it asks the server, and the cluster as it sees it. */
import type { WholeObject } from '../../../../src/apiserver/index.js'
import { namespaceOf } from '../../../../src/apiserver/object.js'
import type { View } from '../../../../src/controllers/controller.js'
import { instant } from '../../../../src/core/time.js'
import { type Texts } from './texts.js'
import { type Bench, kindOf } from './moment.js'

/** Where a controller reads a kind. `either`: an object is there if the informer or the server shows it. */
type Source = 'informer' | 'server' | 'either'

/** Kinds that a controller hears of, and where it reads them; `asksAll`: it reads everything from the server. */
export interface Sources {
  readonly hears: ReadonlyMap<string, Source>
  readonly asksAll?: true
}

const from = (informers: ReadonlyArray<string>, others: Readonly<Record<string, Source>> = {}): Sources => ({
  hears: new Map<string, Source>([
    ...informers.map((kind): readonly [string, Source] => [kind, 'informer']),
    ...Object.entries(others),
  ]),
})

const pods = '/Pod'
const claims = '/PersistentVolumeClaim'
const volumes = '/PersistentVolume'

/** @upstream kubernetes 1.36.2 cmd/kube-controller-manager/app/controllermanager.go */
const known: Readonly<Record<string, Sources>> = {
  'namespace-controller': { ...from([], { '/Namespace': 'server' }), asksAll: true },
  'crd-finalizer': { ...from([], { 'apiextensions.k8s.io/CustomResourceDefinition': 'server' }), asksAll: true },
  'persistentvolumeclaim-protection-controller': from([claims], { [pods]: 'either' }),
  'persistentvolume-protection-controller': from([volumes]),
  'persistentvolume-binder-controller': from([volumes, 'storage.k8s.io/StorageClass'], { [claims]: 'either' }),
  'job-controller': from(['batch/Job', pods]),
  'endpoints-controller': from(['/Service', '/Endpoints', pods]),
  'endpointslice-mirroring-controller': from(['/Service', '/Endpoints', 'discovery.k8s.io/EndpointSlice']),
  'serviceaccount-token-controller': from(['/Secret', '/ServiceAccount']),
  'resource-claim-controller': from(['resource.k8s.io/ResourceClaim', pods]),
  'pod-garbage-collector': from([pods], { '/Node': 'server' }),
  kubelet: from([pods]),
  'recycler-pods': from([volumes]),
}

/** Where a controller reads; one that is not named here can't take part. */
export const sourcesOf = (controller: string): Sources => {
  const sources = known[controller]
  if (sources === undefined) throw new Error(`nobody has said where ${controller} reads`)
  return sources
}

/** The view of one controller on the moment that stands on the bench. */
export const viewOf = (name: string, bench: Bench, texts: Texts): View => {
  const { hears, asksAll } = sourcesOf(name)
  const noted = <A extends WholeObject | undefined | ReadonlyArray<WholeObject>>(found: A): A => {
    bench.seen.push(texts.ofFound(found))
    return found
  }
  const ofKind = (kind: string): ReadonlyArray<WholeObject> => {
    const { server, caches } = bench.moment
    const source = asksAll === true ? 'server' : hears.get(kind)
    if (source === undefined) throw new Error(`${name} reads ${kind}`)
    const shown = [...(caches.get(kind)?.values() ?? [])]
    if (source === 'informer') return shown
    const [group = '', plain = ''] = kind.split('/')
    const stored = server.listOf(group, plain)
    return source === 'server'
      ? stored
      : [...stored, ...shown.filter(({ metadata: { uid } }) => server.find(uid) === undefined)]
  }
  const all = (): ReadonlyArray<WholeObject> =>
    asksAll === true ? bench.moment.server.list() : [...hears.keys()].flatMap(ofKind)
  return {
    get at() {
      bench.seen.push(`at ${bench.moment.now}`)
      return instant(bench.moment.now)
    },
    covers: () => true,
    addressOf: (object) => {
      const address = bench.moment.server.addressOf(object)
      if (address === undefined) bench.seen.push(`no ${kindOf(object)}`)
      return address
    },
    find: (uid) => noted(all().find(({ metadata }) => metadata.uid === uid)),
    get: (address) =>
      noted(
        ofKind(kindOf(address)).find(
          (object) => object.metadata.name === address.name && namespaceOf(object) === address.namespace,
        ),
      ),
    list: () => noted(all()),
    listIn: (namespace) => noted(all().filter((object) => namespaceOf(object) === namespace)),
    listOf: (group, kind, namespace) =>
      noted(
        ofKind(`${group}/${kind}`).filter((object) => namespace === undefined || namespaceOf(object) === namespace),
      ),
    isGone: (address) => {
      const isGone = bench.moment.server.isGone(address)
      bench.seen.push(`gone ${isGone}`)
      return isGone
    },
    listBy: (index, key) => noted(all().filter((object) => index(object) === key)),
  }
}

/** The extension servers that a cascade may take down, or that hold up namespaces: their APIServices, and what serves those. */
import { isNamespace, namespaceOf } from '../../../apiserver/object.js'
import { backendOf, isApiService, makers, mayServe } from '../../../controllers/namespace/discovery.js'
import { facet } from './facets.js'
import type { ObjectStore } from './store.js'
import { type Steps, lookAtFirst } from './steps.js'

/** Looks at all of them as soon as a namespace takes part, or something in the namespace of one. */
export const lookAtServers = (store: ObjectStore, steps: Steps, namespaces: ReadonlyArray<string>): void => {
  const { find, members } = store
  const services = [...members(facet.kind('APIService'))].flatMap((uid) => {
    const service = find(uid)
    return service !== undefined && isApiService(service) ? [service] : []
  })
  if (services.length === 0) return
  const backends = services.flatMap((service) => backendOf(service) ?? [])
  const places = new Set(backends.map(({ namespace }) => namespace))
  const concerns = (uid: string): boolean => {
    const object = find(uid)
    return (
      object !== undefined && (isNamespace(object) || isApiService(object) || places.has(namespaceOf(object) ?? ''))
    )
  }
  if (namespaces.length === 0 && ![...steps.reached].some(concerns)) return
  for (const { metadata } of services) steps.look(metadata.uid)
  for (const { namespace, name } of backends) {
    for (const uid of members(facet.at('', 'Namespace', namespace))) steps.look(uid)
    for (const uid of members(facet.at('', 'Service', name, namespace))) {
      steps.look(uid)
      const service = find(uid)
      if (service === undefined) continue
      for (const kind of ['Pod', ...makers])
        lookAtFirst(store, steps, [facet.kindIn(kind, namespace)], mayServe(service))
    }
  }
}

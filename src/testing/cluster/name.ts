/** Object names in tests: `ConfigMap/a`, or `ConfigMap/shop/a` outside the namespace `default`. */
import type { Server } from '../../apiserver/server.js'
import type { WholeObject, KubeObject } from '../../apiserver/object.js'
import { type Address, type ScopeTable, addressAs } from '../../apiserver/scope.js'
import { misuse } from '../misuse.js'

/** An object by kind and name, of any library's type. */
export interface Named {
  /** Default: the version that the server has. */
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly metadata?: { readonly namespace?: string | undefined; readonly name?: string | undefined } | undefined
}

/** An object, its name as in `names()`, or its uid. */
export type TargetName = string | Named

/** The namespace of an object that names none. */
export const defaultNamespace = 'default'

/** The name of an object in a test. */
export const nameOf = ({ kind, metadata: { namespace = '', name } }: Pick<KubeObject, 'kind' | 'metadata'>): string =>
  namespace === '' || namespace === defaultNamespace ? `${kind}/${name}` : `${kind}/${namespace}/${name}`

/** The address of a named object, and the object if it exists. */
export interface Found {
  readonly address: Address
  readonly object: WholeObject | undefined
}

/** Finds the object that a test names; ends the test if its kind is not served. */
export const finderIn =
  (server: Pick<Server, 'get' | 'find' | 'addressOf'>, scopes: ScopeTable) =>
  (target: TargetName): Found => {
    const named = typeof target === 'string' ? undefined : target
    if (typeof target === 'string') {
      const object = server.find(target)
      const address = object === undefined ? undefined : server.addressOf(object)
      if (address !== undefined) return { address, object }
    }
    const { kind, namespace, name, apiVersion } = named === undefined ? partsOf(target as string) : partsOfObject(named)
    let found: Found | undefined
    for (const scope of scopes.scopes) {
      if (scope.kind !== kind || (apiVersion !== undefined && scope.apiVersion !== apiVersion)) continue
      const address = addressAs(scope, namespace, name)
      const object = server.get(address)
      if (object !== undefined) return { address, object }
      found ??= { address, object }
    }
    return found ?? unserved(scopes, kind, apiVersion)
  }

/** Ends a test that names a kind which is not served; suggests the kind if it was named as kubectl does. */
export const unserved = (scopes: ScopeTable, kind: string, apiVersion: string | undefined): never => {
  const called = kind.toLowerCase()
  const meant = scopes.scopes.find((each) => each.kind.toLowerCase() === called || each.resource === called)
  const version = apiVersion === undefined ? '' : ` of ${apiVersion}`
  const hint = meant === undefined ? '' : `; there is ${meant.kind} of ${meant.apiVersion}`
  return misuse(`no kind ${kind}${version} is served here${hint}`)
}

type Parts = Readonly<Record<'kind' | 'namespace' | 'name', string>> & { readonly apiVersion?: string | undefined }

const partsOf = (text: string): Parts => {
  const [kind = '', second, third, ...rest] = text.split('/')
  if (second === undefined || rest.length > 0)
    return misuse(`${JSON.stringify(text)} is neither a uid here nor a name such as "Pod/web-0" or "Pod/shop/web-0"`)
  return third === undefined
    ? { kind, namespace: defaultNamespace, name: second }
    : { kind, namespace: second, name: third }
}

const partsOfObject = ({ apiVersion, kind, metadata }: Named): Parts => {
  const { namespace = '', name = '' } = metadata ?? {}
  if (kind === undefined || name === '') return misuse('an object is named by its kind and metadata.name')
  return { apiVersion, kind, namespace: namespace === '' ? defaultNamespace : namespace, name }
}

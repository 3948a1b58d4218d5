/**
 * Reads the objects that a test supplies: from kubectl output, client libraries or builders; single, in arrays, or in
 * lists. Fills in what a server would set.
 */
import { either as E, function as F } from 'fp-ts'

import { type WholeObject, groupOf } from '../../apiserver/object.js'
import { type Scope, type ScopeTable, scopeTable } from '../../apiserver/scope.js'
import { scopes_1_36 } from '../../apiserver/scopes.js'
import { instant } from '../../core/time.js'
import { type DecodeError, decodeKubectlObjects, kubernetesClusterSnapshot, parseJsonText } from '../../decode/index.js'
import { badInput, misuse } from '../misuse.js'
import { defaultNamespace } from './name.js'

/** One object or one list, of any library's type. */
export interface ObjectInput {
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly metadata?: object | undefined
  readonly spec?: unknown
  readonly status?: unknown
  readonly data?: unknown
  /** Of a list. */
  readonly items?: ReadonlyArray<unknown> | undefined
}

/** Objects, lists, or kubectl output. */
export type ClusterInput = string | ObjectInput | Iterable<string | ObjectInput>

/** Objects with all they hold, and how kinds are served that they define or show. */
export interface Read {
  readonly objects: ReadonlyArray<WholeObject>
  readonly scopes: ReadonlyArray<Scope>
}

/** Makes the uid of an object that has none. */
type UidOf = (kind: string, namespace: string, name: string) => string

/** Reads the input of a test. Ends the test at anything that is not an object. */
export const readInput = (input: ClusterInput, scopes: ReadonlyArray<Scope>, uidOf: UidOf): Read =>
  E.getOrElseW(badInput)(decodeInput(input, scopes, uidOf))

/** Reads the input; ends the test only if it is not a document at all. */
export const decodeInput = (
  input: ClusterInput,
  scopes: ReadonlyArray<Scope>,
  uidOf: UidOf,
): E.Either<DecodeError, Read> => {
  const pages = pagesOf(input)
  const base = scopeTable(scopes)
  // What a definition says of a kind goes before what its objects show.
  const definitions = pages.flatMap(objectsOf).filter((object) => object['kind'] === 'CustomResourceDefinition')
  const stated = F.pipe(
    snapshotOf(definitions, base, uidOf),
    E.match(
      () => base,
      (defined) => scopeTable(defined.scopes),
    ),
  )
  return snapshotOf(pages, scopeTable([...stated.scopes, ...inferred(pages, stated)]), uidOf)
}

const snapshotOf = (pages: ReadonlyArray<Fields>, scopes: ScopeTable, uidOf: UidOf): E.Either<DecodeError, Read> =>
  F.pipe(
    decodeKubectlObjects(pages.map((page) => completed(page, scopes, uidOf))),
    E.chainW((listing) =>
      kubernetesClusterSnapshot({ at: instant(0), listings: [listing], scopes: scopes.scopes, covers: [] }),
    ),
  )

type Fields = Readonly<Record<string, unknown>>

/** Documents, with texts read and arrays in arrays laid out. */
const pagesOf = (input: unknown): ReadonlyArray<Fields> => {
  if (typeof input === 'string')
    return F.pipe(input, parseJsonText('objects of an API server'), E.getOrElseW(badInput), pagesOf)
  if (!isFields(input)) return misuse(`${String(input)} is no object of an API server`)
  return Symbol.iterator in input ? [...(input as unknown as Iterable<unknown>)].flatMap(pagesOf) : [input]
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const isList = (page: Fields): page is Fields & { readonly items: ReadonlyArray<unknown> } =>
  Array.isArray(page['items']) && (typeof page['kind'] !== 'string' || page['kind'].endsWith('List'))

/** The objects of a list, or the one that it is. */
const objectsOf = (page: Fields): ReadonlyArray<Fields> => (isList(page) ? page.items.filter(isFields) : [page])

/** A document whose objects have a uid, and a namespace where their kind lives in one. */
const completed = (page: Fields, scopes: ScopeTable, uidOf: UidOf): Fields => {
  const complete = (object: unknown, ofList: Fields): unknown => {
    if (!isFields(object) || !isFields(object['metadata'])) return object
    const kind = textIn(object, 'kind') ?? textIn(ofList, 'kind')?.replace(/List$/, '') ?? ''
    const apiVersion = textIn(object, 'apiVersion') ?? textIn(ofList, 'apiVersion') ?? ''
    const metadata = object['metadata']
    const isNamespaced = scopes.find(apiVersion, kind)?.namespaced !== false
    const given = textIn(metadata, 'namespace') ?? ''
    const namespace = given === '' && isNamespaced ? defaultNamespace : given
    const hasUid = (textIn(metadata, 'uid') ?? '') !== ''
    if (hasUid && given === namespace) return object
    return {
      ...object,
      metadata: {
        ...metadata,
        ...(namespace === '' ? {} : { namespace }),
        ...(hasUid ? {} : { uid: uidOf(kind, namespace, textIn(metadata, 'name') ?? '') }),
      },
    }
  }
  if (isList(page)) return { ...page, items: page.items.map((item) => complete(item, page)) }
  return complete(page, {}) as Fields
}

const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

/** Custom kinds that are shown without their definition: taken as served, in namespaces where an object names one. */
const inferred = (pages: ReadonlyArray<Fields>, known: ScopeTable): ReadonlyArray<Scope> => {
  const found = new Map<string, Scope>()
  for (const page of pages)
    for (const object of objectsOf(page)) {
      const apiVersion = textIn(object, 'apiVersion') ?? ''
      const kind = textIn(object, 'kind') ?? ''
      if (kind === '' || !isCustom(apiVersion) || known.find(apiVersion, kind) !== undefined) continue
      const metadata = isFields(object['metadata']) ? object['metadata'] : {}
      const namespaced = (textIn(metadata, 'namespace') ?? '') !== '' || found.get(`${apiVersion} ${kind}`)?.namespaced
      const scope = { apiVersion, kind, resource: `${kind.toLowerCase()}s`, strategicMergePatch: false }
      found.set(`${apiVersion} ${kind}`, { ...scope, namespaced: namespaced === true })
    }
  return [...found.values()]
}

/** Groups of custom resources have a dot; of those of Kubernetes itself all kinds are known. */
const isCustom = (apiVersion: string): boolean => {
  const group = groupOf(apiVersion)
  return group.includes('.') && !builtIn.has(group)
}

const builtIn: ReadonlySet<string> = new Set(scopes_1_36.scopes.map(({ apiVersion }) => groupOf(apiVersion)))

/**
 * Creates objects: names them, sets what only the server sets, and asks the webhooks, in the order of the real server.
 *
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/rest/create.go BeforeCreate
 * @upstream kubernetes 1.36.2 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go Create
 */
import { createRefusal } from '../../apiserver/admission.js'
import { create } from '../../apiserver/create.js'
import { wholeSeconds } from '../../apiserver/finalizers.js'
import { groupOf, isBeingDeleted } from '../../apiserver/object.js'
import { countsChanges } from '../cluster/generation.js'
import { isUncounted } from './release-switches.js'
import { type Fields, fieldsOf, textOfInstant } from './body.js'
import { type Failure, absent, failure, forbidding, isFailure, unprocessable } from './failure.js'
import { bodyFor, decoded, jsonBody, kindRefusal, metadataRefusal, placed } from './input.js'
import { type ApiState, keyOf } from './state.js'
import { type HttpTarget } from './target.js'
import { valueAt } from './tree.js'
import { type Outcome, type Writing, presentIn, refusalOf, reviewed } from './writing.js'

/** Carries out a request to create. */
export const createdIn = (writing: Writing): Outcome => {
  const { target, request } = writing
  const given = jsonBody(request)
  const kinded = isFailure(given) ? given : bodyFor(target, given)
  const body = isFailure(kinded) ? kinded : placed(target, kinded)
  if (isFailure(body))
    return !isFailure(kinded) && writing.cell.state.rules.switches.looksFirstAt === 'namespace'
      ? (namespaceRefusal(writing.cell.state, target, kinded) ?? body)
      : body
  return fieldsOf(body['metadata'])['resourceVersion'] === undefined
    ? createdBy(writing, body)
    : (namespaceRefusal(writing.cell.state, target, body) ??
        failure(500, '', 'resourceVersion should not be set on objects to be created'))
}

/** Creates an object of a body of its kind and namespace. */
export const createdBy = (writing: Writing, body: Fields): Outcome => {
  const { cell, target } = writing
  const missing = namespaceRefusal(cell.state, target, body)
  if (missing !== undefined) return missing
  const named = withName(cell.state, target, body)
  if (isFailure(named)) return named
  return (
    kindRefusal(target, named) ??
    metadataRefusal(target, named) ??
    stored(writing, freshBody(cell.state, target, named))
  )
}

const stored = (writing: Writing, body: Fields): Outcome => {
  const { cell, server, target } = writing
  const given = decoded(target, body)
  if (isFailure(given)) return given
  const { name } = given.metadata
  const checked = create(given)
  if (checked._tag === 'Refused') return refusalOf(target, name, checked)
  const refusal = createRefusal(given, {
    namespace: () => undefined,
    isGone: () => false,
    definitionOf: () => target.resource.definition,
  })
  if (refusal?._tag === 'Refused') return refusalOf(target, name, refusal)
  const denied = reviewed(writing, {
    operation: 'CREATE',
    name,
    object: body,
    before: undefined,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
  })
  if (denied !== undefined) return denied
  cell.draft = { object: given, body }
  const answer = server.create(given)
  cell.draft = undefined
  if (answer._tag === 'Refused') return refusedIn(writing, name, answer)
  const entry = presentIn(writing, name)
  return entry === undefined ? absent(target.resource.scope, name) : { _tag: 'Object', status: 201, entry }
}

/** A name that is taken by an object that is on its way out is said to be. */
const refusedIn = (writing: Writing, name: string, refusal: Parameters<typeof refusalOf>[2]): Failure => {
  const said = refusalOf(writing.target, name, refusal)
  const taker = refusal.reason === 'AlreadyExists' ? presentIn(writing, name) : undefined
  return taker !== undefined && isBeingDeleted(taker.object)
    ? { ...said, message: `object is being deleted: ${said.message}` }
    : said
}

/** A namespace has to be there, and must not be going. */
const namespaceRefusal = (state: ApiState, { namespace, resource }: HttpTarget, body: Fields): Failure | undefined => {
  if (namespace === undefined) return undefined
  const entry = valueAt(state.entries, keyOf('v1', 'Namespace', undefined, namespace))
  if (entry === undefined)
    return failure(404, 'NotFound', `namespaces ${JSON.stringify(namespace)} not found`, {
      name: namespace,
      kind: 'namespaces',
    })
  if (!isBeingDeleted(entry.object)) return undefined
  const name = fieldsOf(body['metadata'])['name']
  const refusal = forbidding(
    resource.scope,
    typeof name === 'string' ? name : '',
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  )
  return {
    ...refusal,
    details: {
      ...refusal.details,
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    },
  }
}

const signs = 'bcdfghjklmnpqrstvwxz2456789'

/** Five signs that are others for each number below fourteen million. */
const suffixOf = (number: number): string => {
  let rest = (number * 7919 + 5_000_003) % signs.length ** 5
  let text = ''
  for (let place = 0; place < 5; place++) {
    text += signs.charAt(rest % signs.length)
    rest = Math.floor(rest / signs.length)
  }
  return text
}

/** The body with a name: its own, or one that the server makes. */
const withName = (state: ApiState, target: HttpTarget, body: Fields): Fields | Failure => {
  const { scope } = target.resource
  const metadata = fieldsOf(body['metadata'])
  const { name = '', generateName = '' } = metadata
  const wrong = (field: string, reason: string, message: string): Failure =>
    unprocessable(scope.kind, groupOf(scope.apiVersion), typeof name === 'string' ? name : '', [
      { field, reason, message },
    ])
  if (typeof name !== 'string' || typeof generateName !== 'string')
    return failure(400, 'BadRequest', `${scope.kind}: metadata.name and metadata.generateName are text`)
  if (name === '' && generateName === '')
    return wrong('metadata.name', 'FieldValueRequired', 'Required value: name or generateName is required')
  const made = name === '' ? freeName(state, target, generateName.slice(0, 58)) : name
  return isName(scope.apiVersion, scope.kind, made)
    ? { ...body, metadata: { ...metadata, name: made } }
    : wrong('metadata.name', 'FieldValueInvalid', `Invalid value: ${JSON.stringify(made)}: ${nameRule}`)
}

const nameRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

const isName = (apiVersion: string, kind: string, name: string): boolean =>
  groupOf(apiVersion) === 'rbac.authorization.k8s.io'
    ? name !== '.' && name !== '..' && !/[/%]/.test(name)
    : name.length <= (kind === 'Namespace' ? 63 : 253) &&
      /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name)

const freeName = (state: ApiState, target: HttpTarget, base: string): string => {
  const { resource, namespace } = target
  for (let number = state.created; ; number++) {
    const name = `${base}${suffixOf(number)}`
    const key = keyOf(resource.scope.apiVersion, resource.scope.kind, namespace, name)
    if (valueAt(state.entries, key) === undefined) return name
  }
}

/** A uid that no object has had. */
export const freshUid = ({ created, keys }: Pick<ApiState, 'created' | 'keys'>): string => {
  for (let number = created; ; number++) {
    const uid = `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
    if (valueAt(keys, uid) === undefined) return uid
  }
}

/** The body as it is stored: with uid and time, and with the status that its kind begins with. */
const freshBody = (state: ApiState, { resource: { scope, subresources } }: HttpTarget, body: Fields): Fields => {
  const {
    uid: _uid,
    generation,
    creationTimestamp: _created,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    ...metadata
  } = fieldsOf(body['metadata'])
  const { status, ...rest } = body
  const kept = subresources.includes('status') || status === undefined ? {} : { status }
  return {
    ...rest,
    ...kept,
    ...firstStatus(scope.apiVersion, scope.kind, rest),
    metadata: {
      ...metadata,
      ...(state.rules.switches.namespaceNameLabel && scope.kind === 'Namespace' && scope.apiVersion === 'v1'
        ? { labels: { ...fieldsOf(metadata['labels']), 'kubernetes.io/metadata.name': metadata['name'] } }
        : {}),
      uid: freshUid(state),
      creationTimestamp: textOfInstant(wholeSeconds(state.at)),
      ...(countsChanges(state.served.table, scope) && !isUncounted(state.rules.switches, scope)
        ? { generation: 1 }
        : generation === undefined
          ? {}
          : { generation }),
    },
  }
}

/** Kinds whose status says how many replicas there are even where there is none. */
const countsReplicas: ReadonlySet<string> = new Set(['ReplicaSet', 'StatefulSet', 'ReplicationController'])

/** A definition is established at once. */
const firstStatus = (apiVersion: string, kind: string, body: Fields): Fields => {
  if (apiVersion === 'v1' && kind === 'Pod') return { status: { phase: 'Pending' } }
  if (countsReplicas.has(kind) && ['', 'apps'].includes(groupOf(apiVersion))) return { status: { replicas: 0 } }
  if (kind !== 'CustomResourceDefinition' || groupOf(apiVersion) !== 'apiextensions.k8s.io') return {}
  const { names, versions } = fieldsOf(body['spec'])
  const conditions = [
    ['NamesAccepted', 'NoConflicts', 'no conflicts found'],
    ['Established', 'InitialNamesAccepted', 'the initial names have been accepted'],
  ].map(([type, reason, message]) => ({ type, status: 'True', reason, message }))
  const stored = Array.isArray(versions)
    ? versions.map(fieldsOf).find((version) => version['storage'] === true)
    : undefined
  return {
    status: { conditions, acceptedNames: names, storedVersions: stored === undefined ? [] : [stored['name']] },
  }
}

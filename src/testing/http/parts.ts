/**
 * Subresources with a body of their own: the scale of a workload, and evictions and bindings of pods.
 *
 * @upstream kubernetes 1.36.2 pkg/registry/core/pod/storage/eviction.go Create
 * @upstream kubernetes 1.36.2 pkg/registry/core/pod/storage/storage.go assignPod
 */
import { selects } from '../../controllers/selector.js'
import { ownField } from '../../internal/lists.js'
import { putBody } from './change.js'
import { patchedBody } from './patch-body.js'
import { type Fields, fieldsOf } from './body.js'
import { type Failure, absent, conflicting, failure, isFailure } from './failure.js'
import { jsonBody, mediaTypeOf } from './input.js'
import { removed } from './remove.js'
import { bodyOf } from './show.js'
import { type Entry, prefixOf } from './state.js'
import { entriesUnder } from './store.js'
import { type Outcome, type Writing, presentIn } from './writing.js'

const staleVersion = ({ target }: Writing, { object }: Entry, metadata: Fields): Failure | undefined => {
  const { name, resourceVersion } = object.metadata
  const given = metadata['resourceVersion'] ?? ''
  return given === '' || given === resourceVersion
    ? undefined
    : conflicting(
        target.resource.scope,
        name,
        'the object has been modified; please apply your changes to the latest version and try again',
      )
}

/** The scale of a workload. */
export const scaleOf = ({ body }: Entry): Fields => {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = fieldsOf(body['metadata'])
  const spec = fieldsOf(body['spec'])
  const labels = fieldsOf(fieldsOf(spec['selector'])['matchLabels'] ?? spec['selector'])
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: spec['replicas'] ?? 1 },
    status: {
      replicas: fieldsOf(body['status'])['replicas'] ?? 0,
      selector: Object.entries(labels)
        .map(([key, value]) => `${key}=${String(value)}`)
        .join(','),
    },
  }
}

/** Sets how many replicas a workload is to have, by its whole scale or a patch of it. */
export const scaledIn = (writing: Writing, name: string): Outcome => {
  const { target, request } = writing
  const before = presentIn(writing, name)
  if (before === undefined) return absent(target.resource.scope, name)
  const given =
    request.method === 'PATCH'
      ? patchedBody(writing.cell.state.rules.switches, mediaTypeOf(request.contentType), scaleOf(before), request.body)
      : jsonBody(request)
  if (isFailure(given)) return given
  const stale = staleVersion(writing, before, fieldsOf(given['metadata']))
  if (stale !== undefined) return stale
  const replicas = ownField(given['spec'], 'replicas') ?? 0
  const body = bodyOf(target.resource.scope, before)
  const whole: Writing = { ...writing, target: { ...target, subresource: undefined } }
  const answer = putBody(whole, before, { ...body, spec: { ...fieldsOf(body['spec']), replicas } }, true)
  return isFailure(answer) || answer._tag !== 'Object'
    ? answer
    : { _tag: 'Body', status: 200, body: scaleOf(answer.entry) }
}

/** Deletes a pod, unless a disruption budget forbids it. */
export const evictedIn = (writing: Writing, name: string): Outcome => {
  const { cell, target, request } = writing
  const before = presentIn(writing, name)
  const given = jsonBody(request)
  if (isFailure(given)) return given
  if (before === undefined) return absent(target.resource.scope, name)
  const phase = ownField(before.object.status, 'phase')
  const needsBudget = phase !== 'Pending' && phase !== 'Succeeded' && phase !== 'Failed'
  const budgets = entriesUnder(cell.state, prefixOf('policy/v1', 'PodDisruptionBudget', target.namespace)).filter(
    ({ body }) => {
      const selector = ownField(body['spec'], 'selector')
      return selector !== undefined && selects(fieldsOf(selector))(before.object)
    },
  )
  if (needsBudget && budgets.length > 1)
    return failure(
      500,
      'InternalError',
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    )
  const allowed = ownField(budgets[0]?.body['status'], 'disruptionsAllowed')
  if (needsBudget && budgets[0] !== undefined && !(typeof allowed === 'number' && allowed > 0))
    return tooMany(budgets[0])
  const answer = removed(writing, before, fieldsOf(given['deleteOptions']))
  return isFailure(answer) ? answer : created
}

const created: Outcome = {
  _tag: 'Body',
  status: 201,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
}

const tooMany = ({ object: { metadata } }: Entry): Failure =>
  failure(429, 'TooManyRequests', "Cannot evict pod as it would violate the pod's disruption budget.", {
    causes: [
      {
        reason: 'DisruptionBudget',
        message: `The disruption budget ${metadata.name} does not allow another disruption now`,
      },
    ],
  })

/** Binds a pod to a node. */
export const boundIn = (writing: Writing, name: string): Outcome => {
  const { target, request } = writing
  const before = presentIn(writing, name)
  const given = jsonBody(request)
  if (isFailure(given)) return given
  if (before === undefined) return absent(target.resource.scope, name)
  const body = bodyOf(target.resource.scope, before)
  const spec = fieldsOf(body['spec'])
  const held = spec['nodeName'] ?? ''
  if (held !== '')
    return conflicting(target.resource.scope, name, `pod ${name} is already assigned to node ${JSON.stringify(held)}`)
  const nodeName = ownField(given['target'], 'name')
  const whole: Writing = { ...writing, target: { ...target, subresource: undefined } }
  const answer = putBody(whole, before, { ...body, spec: { ...spec, nodeName } }, true)
  return isFailure(answer) ? answer : created
}

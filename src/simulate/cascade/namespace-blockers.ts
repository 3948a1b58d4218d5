/**
 * What holds a namespace that is being deleted: its content, groups that no server answers for, entries of others in its
 * specification, and errors of the last sweep.
 */
import { conditionsOf } from '../../apiserver/definition.js'
import { type WholeObject, isPod, targetOf } from '../../apiserver/object.js'
import {
  type ServersView,
  availabilityOf,
  isApiService,
  isUnavailable,
  servedBy,
} from '../../controllers/namespace/discovery.js'
import { ownField } from '../../internal/lists.js'
import type { UncoveredKinds } from '../../controllers/owner/coverage-facts.js'
import { domainOf } from '../consequence/holder.js'
import type { Blocker, CascadePlan } from './reason.js'

/** What is known around a namespace. */
export interface Surroundings {
  readonly objects: ReadonlyArray<WholeObject>
  readonly servers: ServersView
  /** Its content, in the order of creation. */
  readonly content: ReadonlyArray<WholeObject>
  /** Kinds of which it may have content that is not shown. */
  readonly unseen: UncoveredKinds | null
}

/** What holds a namespace, in the order in which it is reported. */
export const namespaceBlockers = (namespace: WholeObject, around: Surroundings): ReadonlyArray<Blocker> => {
  const others = [...groupsNotListed(namespace, around), ...entriesOfOthers(namespace), ...failures(namespace)]
  const content = contentBlockers(around)
  return others.length > 0 && content[0]?._tag === 'NotFinalized' ? others : [...content, ...others]
}

const contentBlockers = ({ content, unseen }: Surroundings): ReadonlyArray<Blocker> => {
  // As long as a pod is left, nothing else is deleted.
  const first = content.find(isPod) ?? content[0]
  if (first !== undefined) return [{ _tag: 'NamespaceContent', objects: content.length, first: targetOf(first) }]
  return unseen === null ? [{ _tag: 'NotFinalized' }] : [{ _tag: 'ContentNotCovered', ...unseen }]
}

/** By the APIServices that are listed; of others, by what the last sweep reported. */
const groupsNotListed = (namespace: WholeObject, { objects, servers }: Surroundings): ReadonlyArray<Blocker> => {
  const services = objects.filter(isApiService)
  const listed = new Set(services.map(servedBy))
  return [
    ...services.filter((service) => isUnavailable(servers, service)).map(notListed),
    ...reportedGroups(namespace)
      .filter(({ groupVersion }) => !listed.has(groupVersion))
      .map(({ groupVersion, error }): Blocker => ({
        _tag: 'GroupNotListed',
        groupVersion,
        service: groupVersion.split('/').reverse().join('.'),
        error,
      })),
  ]
}

/** That no server answers for the group of an APIService. */
const notListed = (service: WholeObject): CascadePlan['lostGroups'][number] => {
  const { status, message } = availabilityOf(service) ?? {}
  const error = message === undefined || status === 'True' ? {} : { error: message }
  return { _tag: 'GroupNotListed', groupVersion: servedBy(service), service: service.metadata.name, ...error }
}

/** The groups that lose their server between two moments, in the order of the later one: from then on no namespace ends. */
export const lostGroups = (
  before: Pick<Surroundings, 'objects' | 'servers'>,
  after: Pick<Surroundings, 'objects' | 'servers'>,
): CascadePlan['lostGroups'] => {
  const services = after.objects.filter(isApiService)
  if (services.length === 0) return []
  const answered = new Set(
    before.objects
      .filter((one) => isApiService(one) && !isUnavailable(before.servers, one))
      .map(({ metadata }) => metadata.uid),
  )
  return services
    .filter((service) => answered.has(service.metadata.uid) && isUnavailable(after.servers, service))
    .map(notListed)
}

/** E.g. `...: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: <error>, ...`. */
const reportedGroups = (
  namespace: WholeObject,
): ReadonlyArray<{ readonly groupVersion: string; readonly error: string }> => {
  const said = problemOf(namespace, 'NamespaceDeletionDiscoveryFailure') ?? ''
  const list = said.slice(said.indexOf(listStart) + listStart.length)
  return said.includes(listStart)
    ? [...list.matchAll(/(?:^|, )([a-z0-9.-]+\/v[a-z0-9]+): (.*?)(?=$|, [a-z0-9.-]+\/v[a-z0-9]+: )/g)].map(
        ([, groupVersion = '', error = '']) => ({ groupVersion, error }),
      )
    : []
}

const listStart = 'unable to retrieve the complete list of server APIs: '

/** The message of a condition that is True. */
const problemOf = (namespace: WholeObject, wanted: string): string | undefined =>
  conditionsOf(namespace).find(({ type, status }) => type === wanted && status === 'True')?.message

/** The namespace controller removes only its own entry. */
const entriesOfOthers = (namespace: WholeObject): ReadonlyArray<Blocker> => {
  const finalizers = ownField(namespace.spec, 'finalizers')
  return Array.isArray(finalizers)
    ? finalizers
        .filter((one: unknown): one is string => typeof one === 'string' && one !== 'kubernetes')
        .map((finalizer) => ({ _tag: 'NamespaceFinalizer', finalizer, ...domainOf(finalizer, namespace) }))
    : []
}

/** What the last sweep could not delete or list; that pods are left after their grace is told of as content. */
const failures = (namespace: WholeObject): ReadonlyArray<Blocker> => {
  const message = problemOf(namespace, 'NamespaceDeletionContentFailure')
    ?.replace(/^Failed to delete all resource types, \d+ remaining: /, '')
    .replace(/(, )?unexpected items still remain in namespace: \S+ for gvr: \S+ Resource=\w+/g, '')
  return message === undefined || message === '' ? [] : [{ _tag: 'SweepFailed', message }]
}

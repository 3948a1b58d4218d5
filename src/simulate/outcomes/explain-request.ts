/** Sentences for the requests of a course and what they change. */
import { type Target, type WholeObject, named } from '../../apiserver/object.js'
import { kubelet } from '../kubelet/controller.js'
import type { ExploredRequest } from '../cascade/outside-request.js'
import type { CourseChange, CourseStep, SentRequest } from './transition.js'

/** What an object of this uid is called; other keys are called what they are. */
export type NameOf = (uid: string) => string

/** Who sends the requests from outside. */
const user = 'user'

/** Names by uid. */
export const namer =
  (targets: ReadonlyMap<string, Target>): NameOf =>
  (uid) => {
    const target = targets.get(uid)
    return target === undefined ? uid : named(target)
  }

/** A change, as the end of "learns that ...". */
export const sayChange = (change: CourseChange): string => {
  const { _tag, target } = change
  switch (_tag) {
    case 'Created':
      return `${named(target)} has been created`
    case 'Removed':
      return `${named(target)} is gone`
    case 'Marked':
      return `${named(target)} is being deleted`
    case 'Changed':
      return `${named(target)} ${sayDifference(change) ?? 'has changed'}`
  }
}

const sayDifference = ({ lost, added, removed }: CourseChange): string | undefined => {
  const said = [
    ...(lost.length === 0 ? [] : [`no longer names ${lost.map(named).join(' and ')} as its owner`]),
    ...(removed.length === 0 ? [] : [`has lost the finalizer ${removed.join(' and ')}`]),
    ...(added.length === 0 ? [] : [`now has the finalizer ${added.join(' and ')}`]),
  ]
  return said.length === 0 ? undefined : said.join(' and ')
}

/** What was sent, and what came of it. */
export const saySent = (nameOf: NameOf, { requests, changes }: Pick<CourseStep, 'requests' | 'changes'>): string =>
  requests.map((sent) => `${sayRequest(nameOf, sent, changes)}${sayAnswer(sent, changes)}`).join(', and ')

const sayRequest = (nameOf: NameOf, { by, request }: SentRequest, changes: ReadonlyArray<CourseChange>): string => {
  if ('uid' in request) return sayOutside(nameOf, request)
  switch (request._tag) {
    case 'Create':
      return `${by === user ? 'you create' : 'creates'} ${named({ kind: request.object.kind, ...placeOf(request.object) })}`
    case 'Delete':
      return by === kubelet
        ? `confirms that ${named(request.object)} has stopped`
        : `deletes ${named(request.object)}${sayPolicy(request.options.propagationPolicy)}`
    case 'FinalizeNamespace':
      return `removes its entry from spec.finalizers of ${named(request.object)}`
    case 'Patch':
      return sayEdit(named(request.object), changes)
    case 'Update':
      return sayEdit(named({ kind: request.object.kind, ...placeOf(request.object) }), changes)
  }
}

const placeOf = ({
  metadata: { namespace, name },
}: WholeObject): Pick<Target, 'name'> & { readonly namespace?: string } =>
  namespace === undefined ? { name } : { namespace, name }

/** Whoever deletes in the background does what is usual. */
const sayPolicy = (policy: string | undefined): string =>
  policy === undefined || policy === 'Background' ? '' : ` with policy ${policy}`

type FromOutside = Extract<ExploredRequest, { readonly uid: string }>

const sayOutside = (nameOf: NameOf, request: FromOutside): string => {
  const object = nameOf(request.uid)
  switch (request._tag) {
    case 'Delete': {
      const { propagationPolicy } = request.options
      return `you delete ${object} ${propagationPolicy === undefined ? 'without a policy' : `with policy ${propagationPolicy}`}`
    }
    case 'Vanish':
      return `${object} vanishes without a delete request`
    case 'RemoveFinalizer':
      return `you remove the finalizer ${request.finalizer} from ${object}`
    case 'SetOwners':
      return `you set the owners of ${object}`
    case 'Patch':
      return `you change ${object}`
    case 'Bind':
      return `${object} is bound to node ${request.node}`
    case 'Finalize':
      return `you set spec.finalizers of ${object}`
  }
}

/** What a change of metadata does, by what has changed. */
const sayEdit = (object: string, changes: ReadonlyArray<CourseChange>): string => {
  const lost = changes.flatMap((change) => change.lost)
  const removed = changes.flatMap((change) => change.removed)
  const said = [
    ...(lost.length === 0
      ? []
      : [`removes ${lost.map(({ kind, name }) => `${kind} ${name}`).join(' and ')} from the owners of ${object}`]),
    ...(removed.length === 0 ? [] : [`removes the finalizer ${removed.join(' and ')} from ${object}`]),
  ]
  return said.length === 0 ? `changes ${object}` : said.join(' and ')
}

const sayAnswer = ({ code }: SentRequest, changes: ReadonlyArray<CourseChange>): string => {
  if (code >= 400) return `, which fails (${code}: ${refusals[code] ?? 'refused'})`
  const [first] = changes
  switch (first?._tag) {
    case undefined:
      return ' (nothing changes)'
    case 'Removed':
      return ' (it is gone)'
    case 'Marked':
      return first.added.length === 0
        ? ' (its deletion begins)'
        : ` (its deletion begins, with the finalizer ${first.added.join(' and ')})`
    default:
      return ''
  }
}

const refusals: Readonly<Record<number, string>> = {
  404: 'it is gone already',
  409: 'it has changed since it was read',
}

/**
 * Sentences for findings on owner references.
 */
import { explain } from '../../controllers/owner/explain.js'
import type { Owner } from '../../controllers/owner/reason.js'
import type { Target } from '../../apiserver/object.js'
import type { OwnerEffect, OwnerFact, OwnerFinding } from './finding.js'

/**
 * One sentence for a finding: the object, the fact with its numbers, and what the collector does with the object.
 *
 * @example
 * ```ts
 * import { explainOwnerFinding } from 'gcplan/lint'
 *
 * const object = { _tag: 'Object', id: 'u-1', apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web-0' } as const
 * const reference = { apiVersion: 'v1', kind: 'Pod', name: 'web-0', uid: 'u-1' }
 * const does = { _tag: 'Keeps', reason: { _tag: 'SolidOwner', owners: [reference] } } as const
 * console.log(explainOwnerFinding({ level: 'note', object, does, _tag: 'SelfReference', reference, blocks: false })) // Pod shop/web-0: it is its own owner; the collector keeps it: its owner Pod web-0 exists
 * ```
 */
export const explainOwnerFinding = (finding: OwnerFinding): string =>
  `${target(finding.object)}: ${fact(finding)}; the collector ${effect(finding.does)}`

const fact = (said: OwnerFact): string => {
  switch (said._tag) {
    case 'OwnerInOtherNamespace':
      return `its owner ${owner(said.reference)} lives in ${said.owner.namespace === undefined ? 'no namespace' : `namespace ${said.owner.namespace}`}, where the collector does not look for it`
    case 'OwnerMisnamed':
      return `the uid of its owner ${said.reference.apiVersion} ${owner(said.reference)} belongs to ${said.owner.apiVersion} ${target(said.owner)}: the ${said.wrong.join(' and the ')} in the reference ${said.wrong.length === 1 ? 'is' : 'are'} wrong`
    case 'OwnerInOtherVersion':
      return `its owner ${owner(said.reference)} is referenced as ${said.reference.apiVersion} and listed as ${said.owner.apiVersion}: both find it, but the collector examines the object at every start`
    case 'NamespacedOwnerOfClusterScopedObject':
      return `it is cluster-scoped, but its owner ${owner(said.reference)} is namespaced: it may stay forever or be deleted, whatever happens to its other owners`
    case 'OwnerRecreated':
      return `its owner ${owner(said.reference)} was recreated: the reference has uid ${said.reference.uid}, the ${said.owner.kind} of that name has ${said.owner.id}`
    case 'OwnerKindNotServed':
      return `no resource serves ${said.reference.kind} of ${said.reference.apiVersion}, the kind of its owner ${said.reference.name}: it is never collected, whatever happens to its other owners`
    case 'OwnerCreatedLater':
      return `its owner ${owner(said.reference)} was created at ${said.ownerCreatedAt.toISOString()}, later than the object itself (${said.createdAt.toISOString()})`
    case 'SelfReference':
      return `it is its own owner${said.blocks ? ' and blocks itself: its foreground deletion never ends' : ''}`
    case 'BlocksOwnerForEver':
      return `${target(said.owner)} ${said.waits ? 'waits for it' : 'would wait for it in a foreground deletion'}, and it ${said.because === 'namespaced-owner' ? 'may never be' : 'is never'} collected: ${stuck[said.because]}`
    case 'DuplicateReferences':
      return `${said.references} of its references have the uid of ${owner(said.reference)}${said.differ.length === 0 ? '' : `, and differ in ${said.differ.map((what) => differences[what]).join(' and ')}`}: when one is removed, all are`
    case 'OwnerCycle':
      return `it and ${said.members - 1 === 1 ? '1 other object' : `${said.members - 1} other objects`} own each other, ${way(said.way)}: none is collected unless one is deleted`
    case 'OwnerListNearLimit':
      return `its ${said.references} references take about ${said.bytes} bytes, and the limit for an object is ${said.limit}`
    case 'KindNotServed':
      return `no resource serves the kind of ${said.objects === 1 ? 'this object' : `these ${said.objects} objects`}; if the server does, give its scope`
  }
}

const effect = (does: OwnerEffect): string => {
  switch (does._tag) {
    case 'Deletes':
      return `deletes it: ${explain(does.reason)}`
    case 'Changes':
      return `changes it: ${explain(does.reason)}`
    case 'Keeps':
      return `keeps it: ${explain(does.reason)}`
  }
}

const stuck = {
  'own-kind-not-served': 'no resource serves its kind',
  'owner-kind-not-served': 'no resource serves the kind of one of its owners',
  'namespaced-owner': 'it is cluster-scoped, and one of its owners is namespaced',
} as const

const differences = { name: 'the owner they name', blocking: 'blockOwnerDeletion' } as const

/** Each is owned by the next. */
const way = (members: ReadonlyArray<Target>): string => {
  const names = members.length <= 4 ? members : members.slice(0, 3)
  const [first] = names
  const around = first === undefined ? [] : [target(first)]
  return [...names.map(target), ...(members.length <= 4 ? [] : ['...']), ...around].join(' -> ')
}

const target = ({ kind, namespace, name }: Target): string =>
  `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`

const owner = ({ kind, name }: Owner): string => `${kind} ${name}`

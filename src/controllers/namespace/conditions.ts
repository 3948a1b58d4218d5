/**
 * The five conditions of a terminating namespace, word for word.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/namespace/deletion/status_condition_utils.go
 */
import { type Condition, withCondition } from '../../apiserver/definition.js'
import { type KubeObject, type WholeObject, groupOf } from '../../apiserver/object.js'
import { compareText } from '../../internal/lists.js'

/** What one sweep of a namespace found. */
export interface Findings {
  /** Groups that discovery could not ask, each as `group/version: error`. */
  readonly discovery: ReadonlyArray<string>
  /** Errors of resources. */
  readonly failures: ReadonlyArray<string>
  /** What is left; not counted while pods are. */
  readonly remaining: ReadonlyArray<Remaining>
}

/** One object that is left, and the resource that serves it. */
export interface Remaining {
  readonly object: KubeObject
  /** Plural name in paths, e.g. `configmaps`. */
  readonly resource: string
}

/** A namespace with the conditions that a sweep leaves; the very object where they are the same. */
export const withFindings = (namespace: WholeObject, findings: Findings): WholeObject =>
  conditionsAfter(findings).reduce<WholeObject>(withCondition, namespace)

/** The conditions that a sweep leaves, in the order in which they are written. */
export const conditionsAfter = ({ discovery, failures, remaining }: Findings): ReadonlyArray<Condition> => [
  discovery.length === 0
    ? isFalse('NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered')
    : isTrue(
        'NamespaceDeletionDiscoveryFailure',
        'DiscoveryFailed',
        `Discovery failed for some groups, ${discovery.length} failing: unable to retrieve the complete list of server APIs: ${discovery.join(', ')}`,
      ),
  isFalse(
    'NamespaceDeletionGroupVersionParsingFailure',
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ),
  failures.length === 0
    ? isFalse(
        'NamespaceDeletionContentFailure',
        'ContentDeleted',
        'All content successfully deleted, may be waiting on finalization',
      )
    : isTrue(
        'NamespaceDeletionContentFailure',
        'ContentDeletionFailed',
        `Failed to delete all resource types, ${failures.length} remaining: ${[...failures].sort(compareText).join(', ')}`,
      ),
  remaining.length === 0
    ? isFalse('NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed')
    : isTrue(
        'NamespaceContentRemaining',
        'SomeResourcesRemain',
        `Some resources are remaining: ${counted(remaining.map(resourceOf), 'has')}`,
      ),
  ...finalizersRemaining(remaining.flatMap(({ object }) => object.metadata.finalizers ?? [])),
]

const finalizersRemaining = (finalizers: ReadonlyArray<string>): ReadonlyArray<Condition> => [
  finalizers.length === 0
    ? isFalse('NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished')
    : isTrue(
        'NamespaceFinalizersRemaining',
        'SomeFinalizersRemain',
        `Some content in the namespace has finalizers remaining: ${counted(finalizers, 'in')}`,
      ),
]

/** The core group has no name, so that its resources end in a dot. */
const resourceOf = ({ object, resource }: Remaining): string => `${resource}.${groupOf(object.apiVersion)}`

const counted = (names: ReadonlyArray<string>, word: string): string => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => `${name} ${word} ${count} resource instances`)
    .sort(compareText)
    .join(', ')
}

const isTrue = (type: string, reason: string, message: string): Condition => ({ type, status: 'True', reason, message })
const isFalse = (type: string, reason: string, message: string): Condition => ({
  type,
  status: 'False',
  reason,
  message,
})

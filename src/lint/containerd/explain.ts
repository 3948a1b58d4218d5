/**
 * Sentences for findings on containerd's metadata.
 */
import { name as nameOf } from '../../containerd/explain.js'
import type { Node } from '../../containerd/record.js'
import { show } from '../../core/problem.js'
import type { ContainerdFinding } from './finding.js'

/**
 * One sentence for a finding, with its record and its numbers.
 *
 * @example
 * ```ts
 * import { explainContainerdFinding } from 'gcplan/lint'
 *
 * const record = { _tag: 'Lease', id: 'k8s.io/job-7', namespace: 'k8s.io', key: 'job-7' } as const
 * console.log(explainContainerdFinding({ level: 'advice', record, _tag: 'LeaseForever', resources: 3 })) // lease job-7 in k8s.io never expires: its 3 resources stay until somebody deletes it
 * ```
 */
export const explainContainerdFinding = (finding: ContainerdFinding): string => {
  const record = inNamespace(finding.record)
  switch (finding._tag) {
    case 'LabelUnknown':
      return `the label ${finding.label} on ${record} does nothing: the collector knows no such label`
    case 'LabelMisplaced':
      return `the label ${finding.label} on ${record} does nothing: the collector does not read it there`
    case 'LabelNotReadYet':
      return `the label ${finding.label} on ${record} does nothing: only later releases read it there`
    case 'SwitchedOnAnyway':
      return `${finding.label} of ${show(finding.value)} on ${record} is still on: any value turns it on`
    case 'RootForever':
      return `${finding.label} keeps ${record} and all it refers to forever: ${finding.isExact ? 'its value is ignored' : 'every key that begins with gc.root does'}`
    case 'TimestampMalformed':
      return finding.expires
        ? `${finding.label} of ${show(finding.value)} on ${record} is not an RFC 3339 time, so it never expires`
        : `${finding.label} of ${show(finding.value)} on ${record} is not an RFC 3339 time, so no condition is met by it`
    case 'ConditionNeverHolds':
      return `${finding.label} of ${show(finding.value)} on ${record} holds nothing: no alternative has the form usedat<DURATION|KEY or usedat>DURATION|KEY`
    case 'LeaseForever':
      return `${record} never expires: ${resourcesOf(finding.resources)} until somebody deletes it`
    case 'LeasedMissing':
      return `${record} lists ${finding.resources === 1 ? '1 resource' : `${finding.resources} resources`}, of which ${finding.missing} ${finding.missing === 1 ? 'does' : 'do'} not exist (${finding.missing === 1 ? '' : 'e.g. '}${nameOf(finding.first)}); it will hold whatever is created under such a name`
    case 'LeasedNotHeld':
      return `${record} lists ${finding.images === 1 ? '1 image' : `${finding.images} images`}, which leases do not hold in this release`
    case 'DanglingReference':
      return `${finding.label} on ${record} refers to ${nameOf(finding.names)}, which does not exist`
    case 'DanglingBackReference':
      return `${finding.label} on ${record} names ${nameOf(finding.names)}, which does not exist: it holds only while something kept refers to that name`
    case 'PartMissing':
      return `the ${finding.part} of ${record}, ${nameOf(finding.names)}, does not exist`
    case 'TargetHoldsNothing':
      return `${record} is about to lose its parts: its target ${nameOf(finding.target)} refers to nothing, and ${finding.unreachable === 1 ? '1 blob of the namespace goes' : `${finding.unreachable} blobs of the namespace go`} because nothing kept refers to ${finding.unreachable === 1 ? 'it' : 'them'}`
  }
}

const inNamespace = (node: Node): string => `${nameOf(node)} in ${node.namespace}`

const resourcesOf = (count: number | null): string =>
  count === null
    ? 'what it holds stays'
    : count === 0
      ? 'it holds nothing, but stays'
      : count === 1
        ? 'its 1 resource stays'
        : `its ${count} resources stay`

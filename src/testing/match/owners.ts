/** The matcher for owner references: whether they point to the right objects. */
import { either as E } from 'fp-ts'

import { pipe } from '../../core/fp.js'
import type { WholeObject } from '../../apiserver/object.js'
import { explainOwnerFinding, lintOwners } from '../../lint/index.js'
import type { FakeCluster } from '../cluster/cluster.js'
import { type TargetName, nameOf } from '../cluster/name.js'
import { badInput } from '../misuse.js'
import { clusterOf, policiesOf } from './subject.js'
import { type Verdict, expected, notThere, objectIn, verdict } from './verdict.js'

/**
 * Whether the owners of an object, or of all objects, exist and may own it: by name, kind, version, namespace and uid.
 * Lint notes do not count. The subject is a cluster, or objects.
 *
 * Fails: with and without `not` if there is no such object.
 */
export const toHaveValidOwners =
  (which?: TargetName) =>
  (subject: unknown): Verdict => {
    const cluster = clusterOf(subject)
    const object = which === undefined ? undefined : objectIn(cluster, which)
    if (which !== undefined && object === undefined) return notThere(cluster, which, 'to have valid owners')
    const checked = object === undefined ? cluster.objects() : [object]
    const wrong = wrongIn(cluster, checked)
    const holds = wrong.length === 0
    const what = object === undefined ? `all of ${checked.length} objects` : nameOf(object)
    return verdict(holds, expected(what, 'to have valid owners', holds), holds ? ownersOf(checked) : wrong)
  }

const wrongIn = (cluster: FakeCluster, checked: ReadonlyArray<WholeObject>): ReadonlyArray<string> => {
  const linted = pipe(lintOwners(policiesOf(cluster).owner)(cluster.snapshot()), E.getOrElseW(badInput))
  const uids = new Set(checked.map(({ metadata }) => metadata.uid))
  const findings = linted.filter(({ level, object }) => level !== 'note' && uids.has(object.id))
  const told = new Set(findings.map(({ object }) => object.id))
  const present = new Map(cluster.objects().map((object) => [object.metadata.uid, object]))
  const absent = checked.flatMap((object) =>
    (object.metadata.ownerReferences ?? [])
      .filter(({ uid }) => !present.has(uid) && !told.has(object.metadata.uid))
      .map(
        ({ kind, name, uid }) => `OwnerAbsent: ${nameOf(object)}: its owner ${kind} ${name} of uid ${uid} is not there`,
      ),
  )
  return [...findings.map((finding) => `${finding._tag}: ${explainOwnerFinding(finding)}`), ...absent]
}

const ownersOf = (checked: ReadonlyArray<WholeObject>): ReadonlyArray<string> => {
  const owned = checked.filter(({ metadata }) => (metadata.ownerReferences ?? []).length > 0)
  return owned.length === 0
    ? ['none has an owner']
    : owned.map(
        (object) =>
          `${nameOf(object)}: ${(object.metadata.ownerReferences ?? []).map(({ kind, name }) => `${kind} ${name}`).join(', ')}`,
      )
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { covers, scopeTable } from '../../../src/apiserver/scope.js'
import type { DrainInput, Drained } from '../../../src/controllers/owner/drain.js'
import { drain } from '../../../src/controllers/owner/drain.js'
import { getObjectIn } from '../../../src/controllers/owner/get-object.js'
import type { Policy, Snapshot } from '../../../src/controllers/owner/index.js'
import { has, marks, scan } from '../../../src/controllers/owner/scan.js'
import { numbering } from '../../../src/internal/lists.js'
import { runs } from '../../runs.js'
import { arbitraryPolicy, arbitrarySnapshot } from './arbitrary.js'
import { clusterOf, object, to } from './build.js'

const inputOf = (policy: Policy, { objects, scopes, coverage }: Snapshot): DrainInput => {
  const uids = numbering(objects.map(({ metadata }) => metadata.uid))
  const table = scopeTable(scopes)
  const get = getObjectIn(objects, uids, table, policy.uncovered === 'absent' ? () => true : covers(coverage))
  return { policy, scopes: table, get, objects, uids, scanned: scan(policy, objects, uids) }
}

/** The same, but the memory is built of every object that is watched. */
const whole = (input: DrainInput): DrainInput => {
  const watched = input.objects.flatMap((_, node) => (has(input.scanned.marks, node, marks.ignored) ? [] : [node]))
  const found = new Uint8Array(input.objects.length)
  for (const node of watched) found[node] = marks.active
  return { ...input, scanned: { marks: found, owners: input.scanned.owners, active: watched, absent: new Map() } }
}

const said = (attempt: Drained['attempts'][number]): unknown => {
  if (attempt === undefined) return undefined
  const { classification, decision } = attempt
  const uids = decision?._tag === 'Wait' ? decision.blocking.map(({ identity }) => identity.uid) : decision
  return { classification, decision: uids }
}

/** Objects of the cluster and of namespaces that name each other correctly; few, so that most of them are at rest. */
const ofClusterAndNamespaces: fc.Arbitrary<Snapshot> = fc
  .record({
    present: fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 3 }),
    ofCluster: fc.subarray(['a', 'b', 'c', 'd', 'absent']),
    elsewhere: fc.subarray(['a', 'b', 'c', 'd'], { maxLength: 1 }),
    owners: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'absent', 'absent', 'absent', 'none'), {
      minLength: 4,
      maxLength: 4,
    }),
  })
  .map(({ present, ofCluster, elsewhere, owners }) => {
    const kindOf = (uid: string): string => (ofCluster.includes(uid) ? 'Node' : 'ConfigMap')
    return clusterOf(
      present.map((uid, index) => {
        const owner = owners[index] ?? 'none'
        const namespace = kindOf(uid) === 'Node' ? undefined : elsewhere.includes(uid) ? 'elsewhere' : 'ns'
        return object(uid, owner === 'none' ? [] : [to(owner, { kind: kindOf(owner) })], { namespace }, kindOf(uid))
      }),
    )
  })

describe('a plan', () => {
  it.each([
    ['of any objects', arbitrarySnapshot],
    ['of objects with and without a namespace', ofClusterAndNamespaces],
  ])('%s attempts what the memory of the whole snapshot comes to attempt, and decides the same', (_, snapshots) => {
    fc.assert(
      fc.property(arbitraryPolicy, snapshots, (policy, snapshot) => {
        const input = inputOf(policy, snapshot)
        const [part, all] = [drain(input), drain(whole(input))]
        expect(part.warnings).toEqual(all.warnings)
        expect(part.orphaning.map(({ identity }) => identity)).toEqual(all.orphaning.map(({ identity }) => identity))
        snapshot.objects.forEach((_object, node) => {
          const decided = all.attempts[node]?.decision?._tag ?? 'Nothing'
          if (input.scanned.marks[node] === marks.wasVirtual)
            expect([all.attempts[node] !== undefined, decided]).toEqual([true, 'Nothing'])
          else expect(said(part.attempts[node])).toEqual(said(all.attempts[node]))
        })
      }),
      { numRuns: runs(500) },
    )
  })
})

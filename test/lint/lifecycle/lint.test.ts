import { describe, expect, it } from 'vitest'

import * as Lifecycle from '../../../src/controllers/lifecycle/index.js'
import type { LifecycleFinding } from '../../../src/lint/index.js'
import { explainLifecycleFinding, lintLifecycle, lintLifecycleIn } from '../../../src/lint/index.js'
import { clusterOf, enabled, job, later, object } from '../../controllers/lifecycle/build.js'
import { right } from '../../decode/reading.js'

const Job = { group: 'batch', kind: 'Job' }
const Ghost = { group: 'example.com', kind: 'Ghost' }

const said = (findings: ReadonlyArray<LifecycleFinding>): ReadonlyArray<string> =>
  findings.map((finding) => `${finding.level} ${explainLifecycleFinding(finding)}`)

describe('the lint of a lifecycle policy', () => {
  it('finds nothing in rules that work', () => {
    const kinds = [{ of: Job, rules: { enabled: true, afterFinished: true, ttlSeconds: 60 } }]
    expect(lintLifecycle(enabled({ kinds }))).toEqual([])
    expect(lintLifecycle(Lifecycle.defaultPolicy)).toEqual([])
  })

  it('calls a problem what has no effect, and advice what may be meant so', () => {
    const of = Ghost
    const share = { _tag: 'Equal' } as const
    expect(
      said(
        lintLifecycle(
          enabled({
            stated: 'nowhere',
            cluster: { ttlSeconds: 0 },
            kinds: [
              { of, rules: { enabled: true, afterFinished: true, afterUnused: true, minRetentionSeconds: 5 } },
              { of: Job, rules: { ttlSeconds: 60, minRetentionSeconds: 61 } },
            ],
            namespaces: [
              { namespace: 'a', rules: { enabled: false } },
              { namespace: 'a', of: Job, rules: { enabled: true } },
            ],
            finished: [Lifecycle.podObserver, Lifecycle.podObserver],
            capacities: [{ ...Job, limit: 3, share }],
          }),
        ),
      ),
    ).toEqual([
      'advice cluster.ttlSeconds: objects go at once, before anybody can look at them or use them again',
      'advice kinds[0].rules.minRetentionSeconds: no limit counts these objects, so retaining them for 5 s has no effect',
      'problem kinds[0].rules.afterFinished: no observer sees a Ghost.example.com finish, so it is kept forever',
      'problem kinds[0].rules.afterUnused: no extractor tells which objects refer to a Ghost.example.com, so whether it is used is unknown and it is kept forever',
      'advice kinds[1].rules.minRetentionSeconds: a limit retains objects for 61 s, but their TTL expires after 60 s',
      'problem kinds[1].rules: nobody opts these objects in, and they cannot do so themselves',
      'problem namespaces[1]: namespace a opts out, so its rules for one kind have no effect',
      'advice namespaces[1].rules: neither after-finished nor after-unused is set for these objects; only those go whose owners are gone, or that set one themselves',
      'advice finished[0]: overridden by a later observer of Pod',
      'problem capacities[0].limit: every Job.batch has a TTL, 60 s by default (set by the kind), which a limit does not cut short: the limit deletes none',
    ])
    const cluster = { enabled: true, afterFinished: true }
    expect(said(lintLifecycle(enabled({ cluster })))).toEqual([
      'advice cluster.enabled: everything in the cluster is opted in, whether its users asked for it or not',
      'advice cluster: no TTL is set and no limit counts these objects; unless they set a TTL themselves, they are kept forever',
    ])
    expect(said(lintLifecycle({ ...Lifecycle.defaultPolicy, cluster: { ttlSeconds: 5 } }))).toEqual([
      'advice period: the collector is disabled, so no rule has an effect',
    ])
  })

  it('looks at a cluster too: what is not there, and limits that nobody can keep', () => {
    const share = { _tag: 'Equal' } as const
    const policy = enabled({
      kinds: [{ of: Ghost, rules: { ttlSeconds: 5 } }],
      namespaces: [
        { namespace: 'gone', rules: { ttlSeconds: 5 } },
        { namespace: 'ci', of: { group: '', kind: 'Node' }, rules: { ttlSeconds: 5 } },
      ],
      capacities: [
        { ...Job, limit: 0, share },
        { group: 'x', kind: 'Y', limit: 0, share },
      ],
    })
    const rules = { enabled: true, afterFinished: true, minRetentionSeconds: 60 }
    const ci = object('v1', 'Namespace', 'ci', {}, { metadata: { namespace: undefined } })
    const found = right(lintLifecycleIn(policy)(clusterOf([job('a', later(-1), rules), ci])))
    expect(said(found)).toEqual([
      'problem kinds[0]: the cluster serves no Ghost.example.com',
      'advice namespaces[0]: there is no namespace gone',
      'problem namespaces[1]: Node is cluster-scoped',
      'problem capacities[1]: the cluster serves no Y.x',
      'advice capacities[0].limit: 1 beyond the limit of 0 are kept: they are retained, or their TTL has not expired',
    ])
  })

  it('refuses what is no snapshot', () => {
    expect(lintLifecycleIn(enabled({}))({} as Lifecycle.Snapshot)._tag).toBe('Left')
  })
})

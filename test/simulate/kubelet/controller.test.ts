import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { serverOf } from '../../../src/apiserver/server.js'
import { added, deleted as gone } from '../../../src/apiserver/answer.js'
import { clientOf } from '../../../src/simulate/engine/client.js'
import { engineOf } from '../../../src/simulate/engine/engine.js'
import type { EndOf } from '../../../src/simulate/kubelet/controller.js'
import { kubelets } from '../../../src/simulate/kubelet/controller.js'
import { deleted, noon, object } from '../../controllers/owner/build.js'
import { cluster, pod } from '../cascade/cluster.js'

const stopping = (uid: string, seconds = 30, finalizers: ReadonlyArray<string> = []): WholeObject => {
  const { metadata, ...rest } = pod(uid, [])
  return { ...rest, metadata: { ...metadata, ...deleted(), deletionGracePeriodSeconds: seconds, finalizers } }
}
const engineOn = (objects: ReadonlyArray<WholeObject>, end?: EndOf) => {
  const server = serverOf(noon, scopeTable(cluster([]).scopes))(objects)
  const client = clientOf(server, () => true)
  return { server, engine: engineOf({ server, client, now: () => noon, controllers: [kubelets(end)] }) }
}

describe('kubelets', () => {
  it('are woken by pods that are being stopped alone', () => {
    const { keysOf } = kubelets()
    expect(keysOf(added(stopping('p')))).toEqual(['p'])
    const others = [added(pod('q', [])), added(stopping('r', 0)), gone(stopping('s'))]
    const graced = object('a', [], { ...deleted('x/y'), deletionGracePeriodSeconds: 9 })
    expect([...others, added(graced)].flatMap(keysOf)).toEqual([])
  })

  it('end pods in the order in which they were told of them, and say on which node', () => {
    const { server, engine } = engineOn([stopping('q'), stopping('p')])
    const { steps } = engine.run({ limit: 9 })
    expect(steps.flatMap(({ accepted, reconciled }) => accepted.flatMap(reconciled.why))).toEqual([
      { _tag: 'PodEnded', node: 'worker-1' },
      { _tag: 'PodEnded', node: 'worker-1' },
    ])
    expect([steps.map(({ key }) => key), server.list()]).toEqual([['q', 'p'], []])
  })

  it('stop a pod that a finalizer holds, once', () => {
    const { server, engine } = engineOn([stopping('p', 30, ['x/y'])])
    expect(engine.run({ limit: 9 }).steps.length).toBe(1)
    expect(server.find('p')?.metadata.deletionGracePeriodSeconds).toBe(0)
  })

  it('wait for the end of a pod, or for a change where nobody knows it', () => {
    const later = new Date(noon.getTime() + 30_000)
    const { server, engine } = engineOn([stopping('p'), stopping('q')], ({ metadata }) =>
      metadata.uid === 'p' ? later : 'unknown',
    )
    engine.run({ limit: 9 })
    expect([server.list().length, engine.wakeAt()]).toEqual([2, later])
  })
})

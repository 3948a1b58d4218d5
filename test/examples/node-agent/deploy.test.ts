import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { loadAll } from 'js-yaml'
import { describe, expect, it } from 'vitest'

import { configOf } from '../../../examples/node-agent/config.js'
import { ownField } from '../../../src/internal/lists.js'

const folder = join(import.meta.dirname, '../../../examples/node-agent/deploy')
const objects = readdirSync(folder).flatMap((name) => loadAll(readFileSync(join(folder, name), 'utf8')))
const ofKind = (kind: string): ReadonlyArray<unknown> => objects.filter((object) => ownField(object, 'kind') === kind)
const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (holder, step) => (Array.isArray(holder) ? holder[Number(step)] : ownField(holder, String(step))),
    value,
  )

describe('the manifests of the node agent', () => {
  const pod = at(ofKind('DaemonSet')[0], 'spec', 'template', 'spec')
  const container = at(pod, 'containers', 0)

  it('are all in the kustomization', () => {
    const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml')
    expect([...(at(ofKind('Kustomization')[0], 'resources') as ReadonlyArray<string>)].sort()).toEqual(files.sort())
  })

  it('start it with settings that it takes, and without leave to remove anything', () => {
    const env = at(container, 'env') as ReadonlyArray<unknown>
    const stated = Object.fromEntries(
      env.map((each) => [String(at(each, 'name')), String(at(each, 'value')).replace('$(NODE_IP)', '10.0.0.7')]),
    )
    const config = configOf(stated)
    expect(E.isRight(config) && [config.right.reclaiming.isOn, config.right.kubelet?.url]).toEqual([
      false,
      'https://10.0.0.7:10250',
    ])
  })

  it('let it get three things of a kubelet, and nothing else of the cluster', () => {
    expect(ofKind('ClusterRole').map((role) => at(role, 'rules'))).toEqual([
      [{ apiGroups: [''], resources: ['nodes/stats', 'nodes/configz', 'nodes/pods'], verbs: ['get'] }],
    ])
    expect(ofKind('Role')).toEqual([])
  })

  it('run it without capabilities on a file system that it cannot write, but for its state', () => {
    expect(at(container, 'securityContext')).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const mounts = at(container, 'volumeMounts') as ReadonlyArray<unknown>
    expect(mounts.filter((mount) => at(mount, 'readOnly') !== true).map((mount) => at(mount, 'mountPath'))).toEqual([
      '/state',
    ])
    for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) expect(at(pod, field)).toBeUndefined()
  })
})

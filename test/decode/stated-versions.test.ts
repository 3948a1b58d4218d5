import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { identify, statedVersions } from '../../src/decode/index.js'

const node = (name: string, kubeletVersion: unknown) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name },
  status: { nodeInfo: { kubeletVersion } },
})
const info = { major: '1', minor: '34+', gitVersion: 'v1.34.2-eks-abc', gitCommit: 'c' }

describe('the versions that documents state', () => {
  it('are those of nodes, alone, in lists and in arrays, in their order', () => {
    const [one, other] = [node('n1', 'v1.33.4-eks-abc'), node('n2', 'v1.32.0+k3s1')]
    const both = [
      { _tag: 'Node', node: 'n1', version: 'v1.33.4-eks-abc' },
      { _tag: 'Node', node: 'n2', version: 'v1.32.0+k3s1' },
    ]
    expect(statedVersions(one)).toEqual(both.slice(0, 1))
    expect(statedVersions({ kind: 'List', apiVersion: 'v1', items: [one, other] })).toEqual(both)
    expect(statedVersions([one, { kind: 'List', items: [other] }])).toEqual(both)
    const bare = { metadata: other.metadata, status: other.status }
    expect(statedVersions({ kind: 'NodeList', apiVersion: 'v1', items: [bare] })).toEqual(both.slice(1))
    expect(statedVersions(JSON.stringify(one))).toEqual(both.slice(0, 1))
  })

  it('are that of the server, as kubectl and the server itself say it, never that of kubectl', () => {
    const said = [{ _tag: 'Server', version: 'v1.34.2-eks-abc' }]
    expect(statedVersions({ clientVersion: { ...info, gitVersion: 'v1.36.0' }, serverVersion: info })).toEqual(said)
    expect(statedVersions(info)).toEqual(said)
    expect(statedVersions('Client Version: v1.36.4\nKustomize Version: v5\nServer Version: v1.34.2-eks-abc\n')).toEqual(
      said,
    )
    expect(statedVersions({ clientVersion: info })).toEqual([])
    expect(statedVersions('Client Version: v1.36.4\n')).toEqual([])
    expect(statedVersions('Server Version: v1.36.4\n')).toEqual([])
  })

  it('are the two numbers of a server that was built without a version', () => {
    expect(statedVersions(readFileSync('captures/kubectl/version.json', 'utf8'))).toEqual([
      { _tag: 'Server', version: '1.36' },
    ])
    expect(statedVersions({ ...info, gitVersion: '' })).toEqual([{ _tag: 'Server', version: '1.34+' }])
    expect(statedVersions({ ...info, gitVersion: 'none', major: '' })).toEqual([])
  })

  it('are none where nothing is stated', () => {
    expect(statedVersions([node('n1', 1), node('n1', ''), { ...node('n1', 'v1.33.4'), apiVersion: 'v2' }])).toEqual([])
    expect(statedVersions({ kind: 'Pod', status: { nodeInfo: { kubeletVersion: 'v1.33.4' } } })).toEqual([])
    expect([null, 7, 'text', '{', { gitVersion: 'v1.33.4' }].flatMap(statedVersions)).toEqual([])
  })

  it('are found in lists in lists, in their order, and none twice where a value holds itself', () => {
    const lists = Array.from({ length: 20_000 }).reduce<unknown>((inner) => [inner], node('n1', 'v1.33.4'))
    expect(statedVersions(lists)).toEqual([{ _tag: 'Node', node: 'n1', version: 'v1.33.4' }])
    const loop: unknown[] = [node('n1', 'v1.33.4'), [node('n2', 'v1.34.0')], node('n3', 'v1.35.0')]
    loop.push(loop, { kind: 'List', items: loop })
    expect(statedVersions(loop).map((stated) => 'node' in stated && stated.node)).toEqual(['n1', 'n2', 'n3'])
  })

  it('stand in files that are told apart', () => {
    expect(identify(info)._tag).toBe('KubectlVersion')
    expect(identify({ ...info, kind: 'Pod', apiVersion: 'v1' })._tag).toBe('KubernetesObject')
  })
})

import { taskEither as TE } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { type Send, ports } from '../../../src/adapters/kubernetes/index.js'
import { configMap, fakeCluster } from '../../../src/testing/index.js'
import { apiServer } from './server.js'

const address = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'default', name: 'a' }

describe('ports that only have calls checked', () => {
  it('change nothing: a server reads the query of a deletion only where it has no body', async () => {
    const cluster = fakeCluster([configMap('a')])
    const server = apiServer(cluster)
    const send: Send = ({ method, path, query = {}, body, contentType = '', accept = '' }) => {
      const answer = server.answer({ method, path, query, body, contentType, accept })
      return TE.right(
        answer._tag === 'Reply' ? { status: answer.status, body: answer.body } : { status: 500, body: {} },
      )
    }
    const before = JSON.stringify(cluster.objects())
    const { objects } = ports(send, { dryRun: true })
    const patch = { patchType: 'application/merge-patch+json', body: { metadata: { labels: { seen: 'yes' } } } }
    const answers = [
      await objects.delete(address, { preconditions: { uid: configMap('a').metadata.uid } })(),
      await objects.patch(address, patch)(),
      await objects.replace(address, { ...configMap('a'), data: { b: 'c' } })(),
    ]
    expect(answers.map(({ _tag }) => _tag)).toStrictEqual(['Right', 'Right', 'Right'])
    expect(JSON.stringify(cluster.objects())).toBe(before)
    await ports(send).objects.delete(address, {})()
    expect(cluster.objects()).toStrictEqual([])
  })
})

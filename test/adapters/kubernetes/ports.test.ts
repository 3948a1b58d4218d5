import { describe, expect, it } from 'vitest'

import { ports } from '../../../src/adapters/kubernetes/index.js'
import { configMap } from '../../../src/testing/index.js'
import { clientOf, servedCluster } from '../../../src/testing/http/index.js'

const address = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespace: 'default', name: 'a' }

describe('ports that only have calls checked', () => {
  it('change nothing: a server reads the query of a deletion only where it has no body', async () => {
    const cluster = servedCluster([configMap('a')], { collectors: 'off' })
    const { send } = clientOf(cluster)
    const before = cluster.state()
    const { objects } = ports(send, { dryRun: true })
    const patch = { patchType: 'application/merge-patch+json', body: { metadata: { labels: { seen: 'yes' } } } }
    const answers = [
      await objects.delete(address, { preconditions: { uid: configMap('a').metadata.uid } })(),
      await objects.patch(address, patch)(),
      await objects.replace(address, { ...configMap('a'), data: { b: 'c' } })(),
    ]
    expect(answers.map(({ _tag }) => _tag)).toStrictEqual(['Right', 'Right', 'Right'])
    expect(cluster.state()).toBe(before)
    await ports(send).objects.delete(address, {})()
    const gone = cluster.handle({ method: 'GET', path: '/api/v1/namespaces/default/configmaps/a' })
    expect(gone).toMatchObject({ status: 404 })
  })
})

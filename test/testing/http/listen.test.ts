import { afterEach, describe, expect, it } from 'vitest'

import { configMap } from '../../../src/testing/index.js'
import { listen, servedCluster } from '../../../src/testing/http/index.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const listening = async () => {
  const cluster = servedCluster([configMap('a')])
  const server = await listen(cluster)
  closing.push(server.close)
  return { cluster, ...server }
}

describe('a cluster over HTTP', () => {
  it('answers requests', async () => {
    const { url } = await listening()
    const found = await fetch(`${url}/api/v1/namespaces/default/configmaps/a`)
    expect([found.status, found.headers.get('content-type'), await found.json()]).toMatchObject([
      200,
      'application/json',
      { kind: 'ConfigMap', metadata: { name: 'a' } },
    ])
    const text = await fetch(`${url}/nothing`)
    expect([text.status, await text.text()]).toStrictEqual([404, '404 page not found\n'])
  })

  it('streams events as they come, and ends with the server', async () => {
    const { url, cluster } = await listening()
    const response = await fetch(`${url}/api/v1/configmaps?watch=true&resourceVersion=5`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    cluster.handle({ method: 'DELETE', path: '/api/v1/namespaces/default/configmaps/a' })
    const { value } = await reader.read()
    expect(JSON.parse(new TextDecoder().decode(value))).toMatchObject({
      type: 'DELETED',
      object: { metadata: { name: 'a' } },
    })
    await reader.cancel()
  })

  it('refuses bodies that are no JSON, and those that are too long', async () => {
    const { url } = await listening()
    const post = (body: string) =>
      fetch(`${url}/api/v1/namespaces/default/configmaps`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
    expect((await post('{')).status).toBe(400)
    const large = await post(`"${'x'.repeat(3 * 1024 * 1024)}"`)
    expect([large.status, await large.json()]).toMatchObject([413, { reason: 'RequestEntityTooLarge' }])
  })
})

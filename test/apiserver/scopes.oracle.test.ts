import { describe, expect, it } from 'vitest'

import { scopes_1_36 } from '../../src/apiserver/scopes.js'
import { capture } from '../decode/reading.js'

/** What the server listed with `--verbs=list`; it shows one version of each group, the preferred one. */
const listed = capture('kubectl/api-resources.txt')
  .split('\n')
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const words = line.trim().split(/ +/)
    const at = words.findIndex((word) => word === 'true' || word === 'false')
    return {
      apiVersion: words[at - 1],
      kind: words[at + 1],
      resource: words[0],
      namespaced: words[at] === 'true',
      strategicMergePatch: true,
    }
  })
const custom = 'shop.example.com/v1'

describe('the scopes of Kubernetes 1.36', () => {
  it('are what the API server listed, but for its custom resources', () => {
    expect(listed.length).toBe(61)
    for (const scope of listed)
      expect(scopes_1_36.find(scope.apiVersion ?? '', scope.kind ?? '')).toEqual(
        scope.apiVersion === custom ? undefined : scope,
      )
  })

  it('hold nothing else than versions that are served and not preferred', () => {
    const known = new Set(listed.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))
    expect(
      scopes_1_36.scopes.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`).filter((name) => !known.has(name)),
    ).toEqual(['autoscaling/v1 HorizontalPodAutoscaler'])
  })

  it('hold no kind whose objects cannot be read', () => {
    expect(scopes_1_36.find('v1', 'Binding')).toBeUndefined()
    expect(scopes_1_36.find('authorization.k8s.io/v1', 'SubjectAccessReview')).toBeUndefined()
  })
})

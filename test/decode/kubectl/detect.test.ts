import { describe, expect, it } from 'vitest'

import type { FileKind } from '../../../src/decode/index.js'
import { decodeCrictlImages, decodeKubeletPods, identify } from '../../../src/decode/index.js'
import { capture, capturesIn, wrongIn } from '../reading.js'

/** What every capture is, by its name; the first that fits. */
const kinds: ReadonlyArray<readonly [name: RegExp, kind: FileKind['_tag']]> = [
  [/api-resources\.txt$/, 'ApiResources'],
  [/taken-at\.txt$/, 'Time'],
  [/\.txt$/, 'KubectlTable'],
  [/audit\.jsonl$/, 'AuditLog'],
  [/version\.json$/, 'KubectlVersion'],
  [/raw-table\.json$/, 'KubernetesTable'],
  [/raw-partialobjectmetadatalist\.json$/, 'KubernetesMetadata'],
  [/(clusterroles|managedfields|single-name)\.json$/, 'KubernetesObject'],
  [/\.json$/, 'KubectlList'],
]
const files = capturesIn('kubectl').map((file) => ({
  file,
  kind: kinds.find(([name]) => name.test(file))?.[1] ?? 'Unrecognized',
}))

describe('every capture of kubectl', () => {
  it('is there', () => {
    expect(files.length).toBe(40)
  })

  it.each(files)('$file is known as $kind, and comes with advice', ({ file, kind }) => {
    expect(identify(capture(file))._tag).toBe(kind)
    expect(identify(capture(file)).instead).toMatch(/^run kubectl |^give JSON/)
  })

  it.each(files)('$file is refused by readers of other files', ({ file }) => {
    const [line = ''] = wrongIn(decodeCrictlImages(capture(file)))
    expect(line).toBe(`this is ${identify(capture(file)).is}, not crictl images -o json; run crictl images -o json`)
    expect(wrongIn(decodeKubeletPods(capture(file)))[0]).toMatch(/^this is /)
  })
})

describe('other output of Kubernetes', () => {
  const pod = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', uid: 'u' } }

  it.each<[string, unknown, FileKind['_tag']]>([
    ['objects in an array', [pod], 'KubernetesObjects'],
    ['an error', { kind: 'Status', apiVersion: 'v1' }, 'KubernetesStatus'],
    ['a watch event', { kind: 'WatchEvent', apiVersion: 'meta.k8s.io/v1' }, 'KubernetesWatch'],
    ['watch events', [{ type: 'ADDED', object: pod }], 'KubernetesWatch'],
    ['a resource list', { kind: 'APIResourceList', apiVersion: 'v1' }, 'ApiResources'],
    ['metadata alone', { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' }, 'KubernetesMetadata'],
    ['audit events in a list', { kind: 'EventList', apiVersion: 'audit.k8s.io/v1' }, 'AuditLog'],
    ['an event', { kind: 'Event', apiVersion: 'v1' }, 'KubernetesObject'],
    ['a custom kind called Table', { kind: 'Table', apiVersion: 'shop.example.com/v1' }, 'KubernetesObject'],
    ['the pods of a kubelet', { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] }, 'KubeletPods'],
    ['kubectl version', 'Client Version: v1.36.4\nKustomize Version: v5.8.1\n', 'KubectlVersion'],
  ])('%s is known', (_, input, kind) => {
    expect(identify(input)._tag).toBe(kind)
  })
})

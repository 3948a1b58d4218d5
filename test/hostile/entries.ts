/**
 * Answers which readers are attacked, and what each of them is meant to read: captures, cut down to a few items, so that a
 * million changed ones can be read.
 */
import { readFileSync } from 'node:fs'

import fc from 'fast-check'

import * as decode from '../../src/decode/index.js'
import { decodeApproval, decodePlan, decodeSightings, encodePlan } from '../../src/document/index.js'
import { ContainerdScheduler } from '../../src/simulate/loop/index.js'
import { clusterMemories, lifecyclePolicies } from '../decode/document/generate-lifecycle.js'
import { containerdSnapshots, containerSnapshots, imageSnapshots, memories } from '../decode/document/generate.js'
import { freeing, goes, planOf, stays } from '../guard/build.js'
import type { Good } from './inputs.js'
import { deepFrozen } from './odd.js'

/** A reader, and what it is meant to read. */
export interface Entry extends Good {
  readonly name: string
  readonly read: (input: unknown) => unknown
}

const few = 2

/** The same with two items of each list. */
const small = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, few).map(small)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => name !== 'managedFields')
  return Object.fromEntries(fields.slice(0, 30).map(([name, held]: [string, unknown]) => [name, small(held)]))
}

const textIn = (file: string): string => readFileSync(`captures/${file}`, 'utf8')

const parsed = (file: string): unknown => {
  const read = decode.parseJsonText(file)(textIn(file))
  if (read._tag === 'Left') throw new Error(file)
  return small(read.right)
}

const ofValues = (name: string, read: Entry['read'], all: ReadonlyArray<unknown>): Entry => ({
  name,
  read,
  values: deepFrozen(all),
  texts: all.map((one) => JSON.stringify(one)),
})

/** Of a reader that takes no text. */
const parsedOnly = (entry: Entry): Entry => ({ ...entry, texts: [] })

const ofFiles = (name: keyof typeof decode, files: ReadonlyArray<string>, read?: Entry['read']): Entry =>
  ofValues(name, read ?? (decode[name] as Entry['read']), files.map(parsed))

const linesOf = (file: string): string => `${textIn(file).split('\n').slice(0, 4).join('\n').trimEnd()}\n`

const ofTables = (name: keyof typeof decode, files: ReadonlyArray<string>, read?: Entry['read']): Entry => ({
  name,
  read: read ?? (decode[name] as Entry['read']),
  values: [],
  texts: files.map(linesOf),
})

const right = (made: { readonly _tag: string }): unknown =>
  JSON.parse((made as { readonly right?: string }).right ?? 'null') as unknown

/** Files that gcplan writes, of values drawn from a seed. */
const ofDrawn = <A>(
  name: keyof typeof decode,
  drawn: fc.Arbitrary<A>,
  encode: (value: A) => { readonly _tag: string },
): Entry =>
  ofValues(
    name,
    decode[name] as Entry['read'],
    fc.sample(drawn, { seed: 1, numRuns: 40 }).flatMap((value) => {
      const made = encode(value)
      return made._tag === 'Right' ? [small(right(made))] : []
    }),
  )

const crictl = (...names: ReadonlyArray<string>) => names.map((name) => `containerd-2.1.9/crictl/${name}.json`)
const ctr = (...names: ReadonlyArray<string>) => names.map((name) => `containerd-2.1.9/ctr/0-initial/${name}`)
const kubelet = (name: string) => [`kubelet-1.36.2/1-running.${name}.json`]
const kubectl = (...names: ReadonlyArray<string>) => names.map((name) => `kubectl/${name}.json`)
const podman = (name: string) => [`podman-4.3.1-overlay/storage-${name}.json`, `podman-4.3.1-vfs/storage-${name}.json`]

const lists = kubectl('list-caches', 'list-deployments', 'cascade-foreground.1-just-after-delete', 'raw-podlist')

const digest = 'a'.repeat(64)

const at = '2026-01-01T12:00:00Z'
const approval = { kind: 'gcplan/approval', version: 1, digest, at }
const removal = { target: { _tag: 'Image', id: 'sha256:a' }, actions: [{ _tag: 'RemoveImage', id: 'sha256:a' }] }

const plan = (): unknown => {
  const made = encodePlan<{ readonly _tag: string }>({ collector: 'toy', explain: ({ _tag }) => _tag })(
    planOf([
      { removals: [goes('a', { requires: ['b'] })], reserve: [goes('r')], kept: [stays('k')], goal: freeing(5) },
    ]),
  )
  return right(made)
}

const flags = [
  '--event-ttl=1h',
  '--image-gc-high-threshold',
  '85',
  '--feature-gates=A=true,B=false',
  '--terminated-pod-gc-threshold=5',
]

const settings = {
  pause_threshold: 0.02,
  deletion_threshold: 0,
  mutation_threshold: 100,
  schedule_delay: '0ms',
  startup_delay: '1s',
}
const plugin = 'io.containerd.gc.v1.scheduler'

const listing = ['default_web-0_9015d9df', 'kube-system_dns_1']

/** Every reader of the tables of docs/decoders.md, and those of gcplan's other files. */
export const entries: ReadonlyArray<Entry> = [
  ofFiles('decodeCrictlContainers', crictl('ps-a', 'old-ps-a')),
  ofFiles('decodeCrictlSandboxes', crictl('pods', 'old-pods')),
  ofFiles('decodeCrictlImages', crictl('images', 'old-images')),
  ofFiles('decodeCrictlInspect', crictl('inspect-running', 'inspect-exited')),
  ofFiles('decodeCrictlInspecti', crictl('inspecti-one', 'old-inspecti-one')),
  ofFiles('decodeCrictlStats', crictl('stats-a')),
  ofFiles('decodeCrictlImageFsInfo', crictl('imagefsinfo', 'old-imagefsinfo')),
  ofFiles('decodeStatsSummary', kubelet('stats-summary')),
  ofFiles('decodePressureStats', kubelet('stats-summary')),
  ofFiles('decodeKubeletPods', kubelet('pods')),
  ofFiles('decodePressurePods', kubelet('pods')),
  parsedOnly(ofFiles('decodeKubeletConfiguration', ['kubelet-1.36.2/configz.json'])),
  ofFiles('decodeDockerPs', ['docker-28-overlay2/ps-a.jsonl']),
  ofFiles('decodeDockerInspect', ['docker-28-overlay2/container-inspect.json']),
  ofFiles('decodeDockerImages', ['docker-28-overlay2/image-inspect.json', 'docker-20-vfs/image-inspect.json']),
  ofFiles('decodeDockerDisk', ['docker-28-overlay2/api-system-df.json', 'docker-20-vfs/api-system-df.json']),
  ofFiles('decodeStorageLayers', podman('layers')),
  ofFiles('decodeStorageImages', podman('images')),
  ofFiles('decodeStorageContainers', podman('containers')),
  ofFiles('decodeKubectlObjects', lists),
  ofFiles(
    'decodeKubectlObjectsOf',
    kubectl('raw-podlist', 'raw-partialobjectmetadatalist'),
    decode.decodeKubectlObjectsOf({ apiVersion: 'v1', kind: 'Pod' }),
  ),
  ofTables('decodeApiResources', ['kubectl/api-resources.txt']),
  {
    name: 'namesInListing',
    read: (text) => decode.namesInListing(String(text)),
    values: [],
    texts: [`${listing.join('\n')}\n`],
  },
  {
    name: 'logLinksInListings',
    read: (text) => decode.logLinksInListings({ all: String(text), dead: String(text).slice(7) }),
    values: [],
    texts: ['/var/log/containers/a-1.log\n/var/log/containers/b-2.log\n'],
  },
  ofTables('decodeCtrNamespaces', ctr('namespaces-ls.txt')),
  ofTables('decodeCtrImages', ctr('k8s.io.images-ls.txt', 'build.images-ls.txt')),
  ofTables('decodeCtrContent', ctr('k8s.io.content-ls.txt', 'build.content-ls.txt')),
  ofTables('decodeCtrIngests', ctr('build.content-active.txt')),
  ofTables('decodeCtrSnapshots', ctr('default.snapshots-ls.txt')),
  ofFiles('decodeCtrSnapshotInfos', ctr('default.snapshots-info.json-seq.txt')),
  ofTables('decodeCtrSnapshotUsages', ctr('default.snapshots-usage.txt', 'default.snapshots-usage-b.txt')),
  ofTables('decodeCtrContainers', ctr('k8s.io.containers-ls.txt')),
  ofFiles(
    'decodeCtrContainerInfos',
    ctr('k8s.io.containers-info-sandbox.json', 'k8s.io.containers-info-container.json'),
  ),
  ofTables('decodeCtrLeases', ctr('build.leases-ls.txt')),
  parsedOnly(
    ofValues('decodeContainerdConfig', decode.decodeContainerdConfig(ContainerdScheduler.releases.containerd_2_3), [
      { version: 3, plugins: { [plugin]: settings } },
      { plugins: { scheduler: settings } },
    ]),
  ),
  ofFiles('decodeContainerdSnapshot', ['containerd-2.1.9/metadata/3-images-rm-sync-k8s.json']),
  ofDrawn('decodeKubeletContainerSnapshot', containerSnapshots, decode.encodeKubeletContainerSnapshot),
  ofDrawn('decodeKubeletImageSnapshot', imageSnapshots, decode.encodeKubeletImageSnapshot),
  ofDrawn('decodeKubeletImageMemory', memories, decode.encodeKubeletImageMemory),
  {
    ...ofDrawn('decodeContainerdSnapshot', containerdSnapshots, decode.encodeContainerdSnapshot),
    name: 'decodeContainerdSnapshot.file',
  },
  ofDrawn('decodeKubernetesMemory', clusterMemories, decode.encodeKubernetesMemory),
  ofValues(
    'decodeLifecyclePolicy',
    decode.decodeLifecyclePolicy,
    fc.sample(lifecyclePolicies, { seed: 1, numRuns: 40 }).map((policy) => ({
      kind: 'gcplan/lifecycle-policy',
      version: 1,
      ...(JSON.parse(JSON.stringify({ ...policy, extractors: undefined })) as object),
    })),
  ),
  ofValues('decodeContainerdTrace', decode.decodeContainerdTrace, [
    { events: [{ at: 0, type: 'mutation', dirty: true }], gc: [{ durationNs: '20ms', elapsedNs: 5 }], untilNs: '1m' },
  ]),
  ofValues('decodeApiServerFlags', decode.decodeApiServerFlags, [flags]),
  ofValues('decodeControllerManagerFlags', decode.decodeControllerManagerFlags, [flags]),
  ofValues('decodeKubeletFlags', decode.decodeKubeletFlags, [flags]),
  ofValues('decodePlan', decodePlan, [plan()]),
  ofValues('decodeApproval', decodeApproval, [
    { ...approval, approved: [{ what: 'removal', target: removal.target, digest }] },
  ]),
  ofValues('decodeSightings', decodeSightings, [
    { kind: 'gcplan/sightings', version: 1, at, planned: [{ target: removal.target, times: 1, since: at }] },
  ]),
]

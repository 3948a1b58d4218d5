/**
 * Answers what the growth of readers is measured on whose input is no list of a tool: flags, configuration files, logs, gcplan's
 * own files, and single values.
 */
import { readFileSync } from 'node:fs'

import { either as E } from 'fp-ts'

import * as Decode from '../src/decode/index.js'
import {
  decodeApproval,
  decodePlan,
  decodeSightings,
  encodeApproval,
  encodePlan,
  encodeSightings,
} from '../src/document/index.js'
import { approve, noSightings, observeSightings } from '../src/guard/index.js'
import * as Image from '../src/kubelet/image/index.js'
import { ContainerdScheduler } from '../src/simulate/loop/index.js'
import type { Growing } from './growing.js'
import { planned } from './growth-renderings.js'

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const reading = <A>(name: string, inputOf: (size: number) => A, read: (input: A) => unknown): Growing => ({
  name: `decode ${name}`,
  prepare: (size) => {
    const input = inputOf(size)
    return () => read(input)
  },
})

const capture = (file: string): string => readFileSync(`captures/${file}`, 'utf8')

/** What a reader or a maker made; a refusal ends the bench. */
const right = <A>(made: E.Either<unknown, A>): A => {
  if (E.isLeft(made)) throw new Error(JSON.stringify(made.left))
  return made.right
}

/** The same text so many times. */
const again = (text: string, count: number): string => Array.from({ length: Math.ceil(count) }, () => text).join('')

const gates = (size: number): ReadonlyArray<string> => [
  `--feature-gates=${times(size, (index) => `Gate${index}=true`).join(',')}`,
]
const flags = (size: number): ReadonlyArray<string> => times(size, (index) => `--flag-${index}=${index}`)

const thresholds = (size: number): object => ({
  ...{ apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' },
  evictionHard: Object.fromEntries(times(size, (index) => [`signal-${index}`, '10%'])),
})

const labels = (size: number): object => Object.fromEntries(times(size, (index) => [`l${index}`, `v${index}`]))
const pools = (size: number): object => ({
  ...{ apiVersion: 'v1', kind: 'List' },
  items: times(size, (index) => ({
    ...{ apiVersion: 'machineconfiguration.openshift.io/v1', kind: 'MachineConfigPool' },
    metadata: { name: `p${index}`, labels: {} },
  })),
})

const log = capture('kubelet-1.36.2/kubelet-gc.log.txt')

const sequence = (size: number): string =>
  again(capture('containerd-2.1.9/ctr/0-initial/default.snapshots-info.json-seq.txt'), size / 10)
const infos = (size: number): string =>
  `[${times(size / 4, () => capture('containerd-2.1.9/ctr/0-initial/k8s.io.containers-info-container.json')).join()}]`

const tools: ReadonlyArray<Growing> = [
  reading('ctr snapshot infos, n in a row', sequence, Decode.decodeCtrSnapshotInfos),
  reading('ctr container infos', infos, Decode.decodeCtrContainerInfos),
  reading(
    'ctr namespaces',
    (size) => `NAME           LABELS \n${times(size, (index) => `ns-${String(index).padEnd(12)}\n`).join('')}`,
    Decode.decodeCtrNamespaces,
  ),
  reading(
    'kubelet log',
    (size) => again(log, size / log.split('\n').length),
    Decode.decodeKubeletGcLog({ year: 2026 }),
  ),
  reading(
    'stated versions',
    (size) => ({ kind: 'List', items: times(size, () => ({ kind: 'Pod' })) }),
    Decode.statedVersions,
  ),
  reading(
    'kubectl objects of a type',
    (size) =>
      JSON.stringify({
        kind: 'PodList',
        apiVersion: 'v1',
        items: times(size, (index) => ({ metadata: { name: `p${index}`, namespace: 'ns', uid: `u${index}` } })),
      }),
    Decode.decodeKubectlObjectsOf({ apiVersion: 'v1', kind: 'Pod' }),
  ),
]

const settings: ReadonlyArray<Growing> = [
  reading('flags of a kubelet, n gates', gates, Decode.decodeKubeletFlags),
  reading('flags of a kubelet, n unknown', flags, Decode.decodeKubeletFlags),
  reading('flags of an API server', flags, Decode.decodeApiServerFlags),
  reading('flags of a controller manager', flags, Decode.decodeControllerManagerFlags),
  reading('kubelet configuration, n thresholds', thresholds, Decode.decodeKubeletConfiguration),
  reading('machine config pools', pools, Decode.decodeMachineConfigPools),
  reading(
    'kubelet config resource, n labels',
    (size) => ({
      ...{ apiVersion: 'machineconfiguration.openshift.io/v1', kind: 'KubeletConfig', metadata: { name: 'k' } },
      spec: { machineConfigPoolSelector: { matchLabels: labels(size) }, kubeletConfig: {} },
    }),
    Decode.decodeKubeletConfigResource,
  ),
  reading(
    'containerd configuration, n plugins',
    (size) => ({
      version: 3,
      plugins: Object.fromEntries(times(size, (index) => [`io.containerd.x.v1.p${index}`, {}])),
    }),
    Decode.decodeContainerdConfig(ContainerdScheduler.releases.containerd_2_3),
  ),
  reading(
    'containerd trace',
    (size) => ({
      events: times(size, (index) => ({ at: index, type: 'mutation', dirty: true })),
      gc: [],
      untilNs: '100h',
    }),
    Decode.decodeContainerdTrace,
  ),
]

const own: ReadonlyArray<Growing> = [
  reading(
    'plan',
    (size) => right(encodePlan({ collector: 'image', explain: Image.explain })(planned(size))),
    decodePlan,
  ),
  reading('approval', (size) => right(encodeApproval(right(approve(planned(size), 'with-reserve')))), decodeApproval),
  reading('sightings', (size) => right(encodeSightings(observeSightings(planned(size))(noSightings))), decodeSightings),
  reading(
    'cluster memory',
    (size) => `{"kind":"gcplan/kubernetes-memory","version":1${' '.repeat(size)}}`,
    (text) => E.swap(Decode.decodeKubernetesMemory(text)),
  ),
  reading(
    'lifecycle policy, n unknown fields',
    (size) => ({ kind: 'gcplan/lifecycle-policy', version: 1, ...labels(size) }),
    (value) => E.swap(Decode.decodeLifecyclePolicy(value)),
  ),
]

/** Single values, of any length; some are refused once all of it was looked at. */
const texts: ReadonlyArray<Growing> = [
  reading(
    'a Go duration of n parts',
    (size) => again('1ns', size),
    (text) => E.isLeft(Decode.parseGoDuration(text)),
  ),
  reading(
    'a quantity of n figures',
    (size) => `0.${again('0', size)}1`,
    (text) => E.isLeft(Decode.parseQuantity(text)),
  ),
  reading('an instant of n figures', (size) => `2026-01-01T00:00:00.${again('0', size)}Z`, Decode.parseRfc3339),
  reading('a name of Docker of n parts', (size) => `/k8s_${again('a_', size)}`, Decode.parseDockerName),
]

export const files: ReadonlyArray<Growing> = [...tools, ...settings, ...own, ...texts]

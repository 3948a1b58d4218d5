/** Which questions files can answer. */
import type { Command } from '../../../src/cli/command.js'
import type { Held } from './files'
import type { Nearly, Offer } from './offer'
import type { Question } from './question'
import { settingsOf } from './settings'

interface Candidate {
  readonly question: Question
  readonly title: string
  readonly about: string
  readonly needs?: 'object' | 'record'
  /** Whether what is there can answer it. */
  readonly when: (has: (...kinds: ReadonlyArray<string>) => boolean) => boolean
  readonly command: () => Promise<Command>
}

const settings = {}

const lists = ['KubectlList', 'KubernetesObject', 'KubernetesObjects', 'KubernetesYaml'] as const
const stores = ['CrictlInspecti', 'ContainerdSnapshot', 'StorageImages', 'DockerImageInspect'] as const

type Has = (...kinds: ReadonlyArray<string>) => boolean

const hasImages = (has: Has): boolean => (has('CrictlImages') && has('CrictlPs')) || has('KubeletImageSnapshot')
const hasLayers = (has: Has): boolean => hasImages(has) && has(...stores)

/** In the order in which they are offered. */
const candidates: ReadonlyArray<Candidate> = [
  {
    question: { kind: 'plan', of: 'kubernetes', settings },
    title: 'What would the controllers delete now?',
    about: 'Pod GC, finished Jobs, histories, and objects whose owners are gone.',
    when: (has) => has(...lists),
    command: async () => (await import('../../../src/cli/commands/plan-kubernetes.js')).planKubernetes,
  },
  {
    question: { kind: 'cascade', objects: [], how: 'background', outcomes: false, settings },
    title: 'What goes when an object is deleted?',
    about: 'Wave by wave: what goes along, what is lost, what stays, what gets stuck.',
    needs: 'object',
    when: (has) => has(...lists),
    command: async () => (await import('../../../src/cli/commands/cascade.js')).cascadeDelete,
  },
  {
    question: { kind: 'diagnosis', objects: [], settings },
    title: 'Why is it still there, or terminating?',
    about: 'What holds a namespace or an object that is being deleted, and who has to act.',
    when: (has) => has(...lists),
    command: async () => (await import('../../../src/cli/commands/diagnose.js')).diagnoseCommand,
  },
  {
    question: { kind: 'plan', of: 'kubernetes-owners', settings },
    title: 'What would the garbage collector delete now?',
    about: 'Only objects whose owners are gone or waiting.',
    when: (has) => has(...lists),
    command: async () => (await import('../../../src/cli/commands/plan-kubernetes-owners.js')).planKubernetesOwners,
  },
  {
    question: { kind: 'images', failing: [], settings },
    title: 'Which images would the kubelet remove?',
    about: 'In which order, until when, and what is next if a removal fails.',
    when: hasImages,
    command: async () => (await import('../../../src/cli/commands/plan-kubelet-image.js')).planKubeletImage,
  },
  {
    question: { kind: 'forecast', settings },
    title: 'When does the disk fill up, and which pods are evicted?',
    about: 'Collections and evictions over time; thresholds can be dragged.',
    when: hasLayers,
    command: async () => (await import('../../../src/cli/commands/forecast-node.js')).forecastNode,
  },
  {
    question: { kind: 'layers', settings },
    title: 'Which images free enough, at the least loss?',
    about: 'Images share layers: what the kubelet counts, what becomes free, and the cheapest choice.',
    when: hasLayers,
    command: async () => (await import('../../../src/cli/commands/plan-reclaim.js')).planReclaim,
  },
  {
    question: { kind: 'plan', of: 'kubelet-container', settings },
    title: 'Which dead containers would the kubelet remove?',
    about: 'Containers, sandboxes and logs of one collection.',
    when: (has) => has('CrictlPs', 'DockerPs', 'DockerInspect', 'KubeletContainerSnapshot'),
    command: async () => (await import('../../../src/cli/commands/plan-kubelet-container.js')).planKubeletContainer,
  },
  {
    question: { kind: 'containerd', drop: [], settings },
    title: 'Why is it alive in containerd?',
    about: 'What keeps images, blobs and snapshots, and what dropping them frees.',
    when: (has) => has('ContainerdSnapshot') || (has('CtrImages') && has('CtrContent')),
    command: async () => (await import('../../../src/cli/commands/retained-containerd.js')).retainedContainerd,
  },
  {
    question: { kind: 'plan', of: 'containerd', settings },
    title: 'What would containerd remove?',
    about: 'Every record that one garbage collection sweeps, and why the others stay.',
    when: (has) => has('ContainerdSnapshot') || (has('CtrImages') && has('CtrContent')),
    command: async () => (await import('../../../src/cli/commands/plan-containerd.js')).planContainerd,
  },
  {
    question: { kind: 'schedule', settings },
    title: 'When does containerd collect?',
    about: 'A course of events through its scheduler: which deletion or write leads to which collection, and when.',
    when: (has) => has('ContainerdTrace'),
    command: async () => (await import('../../../src/cli/commands/schedule-containerd.js')).scheduleContainerd,
  },
]

/** The kinds of file that a gathered directory stands for. */
const gatheredKinds: ReadonlyArray<readonly [file: RegExp, kind: string]> = [
  [/^images\.json$/, 'CrictlImages'],
  [/^(ps|docker-containers)\.json$/, 'CrictlPs'],
  [/^inspecti\.json$/, 'CrictlInspecti'],
  [/^docker-images\.json$/, 'DockerImageInspect'],
  [/^containerd\.json$/, 'ContainerdSnapshot'],
  [/^ctr\/[^/]+\/images$/, 'CtrImages'],
  [/^ctr\/[^/]+\/content$/, 'CtrContent'],
  [/^kubernetes\/[^/]+\.json$/, 'KubectlList'],
]

type Kinds = ReadonlyArray<string>

/** Pairs of files without which a question cannot be asked, and what prints the second of each pair. */
const pairs: ReadonlyArray<{ readonly of: Kinds; readonly with: Kinds; readonly add: string; readonly for: Kinds }> = [
  { of: ['CrictlImages'], with: ['CrictlPs'], add: 'crictl ps -a -o json', for: ['images'] },
  { of: ['CrictlPs'], with: ['CrictlImages'], add: 'crictl images -o json', for: ['images'] },
  {
    of: ['CrictlImages', 'KubeletImageSnapshot'],
    with: stores,
    add: 'crictl inspecti -o json $(crictl images -q)',
    for: ['forecast', 'layers'],
  },
  { of: ['StatsSummary', 'CrictlImagefsinfo'], with: ['CrictlImages'], add: 'crictl images -o json', for: ['images'] },
  { of: ['StatsSummary', 'CrictlImagefsinfo'], with: ['CrictlPs'], add: 'crictl ps -a -o json', for: ['images'] },
  { of: ['CtrImages'], with: ['CtrContent'], add: 'ctr -n k8s.io content ls', for: ['containerd'] },
  { of: ['CtrContent'], with: ['CtrImages'], add: 'ctr -n k8s.io images ls', for: ['containerd'] },
]

/** What could be asked with one more file, or with two. */
export const nearlyFor = (held: Held): ReadonlyArray<Nearly> => {
  const has = hasOf(held)
  return candidates
    .filter(({ when, question }) => question.kind !== 'plan' && !when(has))
    .flatMap(({ question, title }) => {
      const lacking = pairs.filter((pair) => has(...pair.of) && !has(...pair.with))
      const own = lacking.filter((pair) => pair.for.includes(question.kind))
      // Without the images and containers, layers answer nothing.
      const also = question.kind === 'containerd' ? [] : lacking.filter((pair) => pair.for.includes('images'))
      return own.length === 0 ? [] : [{ title, add: [...new Set([...also, ...own].map(({ add }) => add))] }]
    })
}

/** What can be asked of files. */
export const offersFor = async (held: Held): Promise<ReadonlyArray<Offer>> => {
  const has = hasOf(held)
  return Promise.all(
    candidates
      .filter(({ when }) => when(has))
      .map(async ({ question, title, about, needs, command }) => ({
        ...{ question, title, about },
        ...(needs === undefined ? {} : { needs }),
        groups: settingsOf(await command()),
      })),
  )
}

const hasOf = ({ files, bundles }: Held): Has => {
  const kinds = new Set([
    ...files.map(({ kind }) => (kind === 'KubeletPods' && files.length === 1 ? 'KubectlList' : kind)),
    ...[...bundles.values()].flatMap(({ names }) =>
      gatheredKinds.flatMap(([pattern, kind]) => (names.some((name) => pattern.test(name)) ? [kind] : [])),
    ),
  ])
  return (...wanted) => wanted.some((kind) => kinds.has(kind))
}

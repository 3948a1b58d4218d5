/** Examples from the captures, which is what real tools printed, and from files that are made where it says so; loaded when one is chosen. */
import type { SourceFile } from '../worker/known-files'
import type { Question } from '../worker/question'

/** An example. */
export interface Example {
  readonly id: string
  readonly title: string
  readonly about: string
  /** Whose output it is. */
  readonly tool: 'kubectl' | 'crictl' | 'ctr' | 'docker' | 'kubelet'
  /** Where its files are, below `captures`, in `demo/` or beside this file (`./`), by the name that each gets. */
  readonly files: Readonly<Record<string, string>>
  readonly question: Question
}

const kubelet = 'kubelet-1.36.2'
const ctr = 'containerd-2.1.9/ctr/0-initial'
const cri = 'containerd-2.1.9/crictl'
const at = '2026-11-21T03:01:10Z'
const cluster = { 'all-namespaces': true, at } as const

/** A node whose images share layers. */
const sharing = {
  'images.json': `${cri}/images.json`,
  'ps.json': `${cri}/ps-a.json`,
  'inspecti.json': `${cri}/inspecti-all.json`,
  'usage.txt': `${ctr}/k8s.io.snapshots-usage-b.txt`,
} as const
/** What the kubelet would remember of images that nobody used. */
const unused = {
  at,
  'assume-first-detected': 'long-ago',
  'assume-last-used': 'never',
  'assume-no-image-volumes': true,
} as const

const tables = (space: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      'images-ls',
      'content-ls',
      'content-active',
      'snapshots-ls',
      'snapshots-usage-b',
      'containers-ls',
      'leases-ls',
    ].map((table) => [
      `ctr/${space}/${table.startsWith('snapshots') ? 'overlayfs/' : ''}${table}.txt`,
      `${ctr}/${space}.${table}.txt`,
    ]),
  )

export const catalogue: ReadonlyArray<Example> = [
  {
    id: 'delete-deployment',
    title: 'Before you delete a Deployment',
    about: 'Its ReplicaSets and pods, wave by wave; try foreground and orphan.',
    tool: 'kubectl',
    files: { 'shop.json': 'kubectl/cascade-background.0-before.json' },
    question: {
      kind: 'cascade',
      objects: ['deployment/d-background'],
      how: 'background',
      outcomes: false,
      settings: cluster,
    },
  },
  {
    id: 'delete-namespace',
    title: 'Before you delete a namespace',
    about: 'A small cluster with Jobs, claims and custom resources: what goes with it and what stays.',
    tool: 'kubectl',
    files: { 'cluster.json': 'kubectl/cluster-before.all.json' },
    question: { kind: 'cascade', objects: ['namespace/shop'], how: 'background', outcomes: false, settings: cluster },
  },
  {
    id: 'race',
    title: 'A deletion that races',
    about:
      'A ReplicaSet that hangs until the garbage collector restarts; a captured Deployment with made-up ConfigMaps.',
    tool: 'kubectl',
    files: { 'race.json': 'demo/race.json' },
    question: {
      kind: 'cascade',
      objects: ['replicaset/d-foreground-d6c75c947'],
      how: 'foreground',
      outcomes: false,
      settings: { 'whole-cluster': true, at },
    },
  },
  {
    id: 'two-ends',
    title: 'One deletion, two ends',
    about:
      'Whether a ConfigMap goes depends on who comes first; every course is followed. It is made up, its owners are captured.',
    tool: 'kubectl',
    files: { 'two-ends.json': 'demo/two-ends.json' },
    question: {
      kind: 'cascade',
      objects: ['deployment/d-background'],
      how: 'background',
      outcomes: true,
      settings: { 'whole-cluster': true, at },
    },
  },
  {
    id: 'stuck-namespace',
    title: 'A namespace that stays Terminating',
    about:
      'Its content has finalizers that nobody takes off. The captured namespace, as the fake cluster leaves it 20 minutes after its deletion.',
    tool: 'kubectl',
    files: { 'shop.json': 'demo/stuck-namespace.json' },
    question: {
      kind: 'diagnosis',
      objects: ['namespace/shop'],
      settings: { 'all-namespaces': true, at: '2026-11-21T03:21:10Z' },
    },
  },
  {
    id: 'controllers',
    title: 'What the controllers delete next',
    about: 'Finished Jobs, old revisions, orphaned pods and objects whose owners are gone.',
    tool: 'kubectl',
    files: { 'cluster.json': 'kubectl/cluster-before.all.json' },
    question: { kind: 'plan', of: 'kubernetes', settings: { ...cluster, 'terminated-pod-gc-threshold': '3' } },
  },
  {
    id: 'still-there',
    title: 'Deleted, and still there',
    about: 'A Deployment in the middle of a foreground deletion: who holds it, who acts next.',
    tool: 'kubectl',
    files: { 'web.json': 'kubectl/cascade-foreground.1-just-after-delete.json' },
    question: { kind: 'diagnosis', objects: [], settings: cluster },
  },
  {
    id: 'stuck',
    title: 'What is stuck in this cluster',
    about: 'Everything that is being deleted after the controllers acted, with finalizers that nobody takes off.',
    tool: 'kubectl',
    files: { 'cluster-after.json': 'kubectl/cluster-after.all.json' },
    question: { kind: 'diagnosis', objects: [], settings: { ...cluster, at: '2026-11-21T03:02:26Z' } },
  },
  {
    id: 'owners',
    title: 'Owners that are gone',
    about: 'Dangling, foreign and misspelt owner references, as the garbage collector sees them.',
    tool: 'kubectl',
    files: {
      'cluster.json': 'kubectl/cluster-before.all.json',
      'clusterroles.json': 'kubectl/cluster-before.clusterroles.json',
    },
    question: { kind: 'plan', of: 'kubernetes-owners', settings: cluster },
  },
  {
    id: 'image-gc',
    title: 'The kubelet runs out of disk',
    about: 'Just before a real collection: it wants 178 GB and finds 2 MB.',
    tool: 'kubelet',
    files: {
      'images.json': `${kubelet}/2-before-image-gc.crictl-images.json`,
      'ps.json': `${kubelet}/2-before-image-gc.crictl-ps-a.json`,
      'stats.json': `${kubelet}/1-running.stats-summary.json`,
      'config.yaml': `${kubelet}/config-2.yaml`,
    },
    question: {
      kind: 'images',
      failing: [],
      settings: {
        at: '2026-11-21T03:07:36Z',
        'assume-first-detected': '2026-11-21T03:02:36Z',
        'assume-last-used': '2026-11-21T03:02:36Z',
        'assume-no-image-volumes': true,
      },
    },
  },
  {
    id: 'container-gc',
    title: 'Dead containers of a deleted pod',
    about: 'The manifest is gone; its container, sandbox and logs go with the next collection.',
    tool: 'kubelet',
    files: {
      'ps.json': `${kubelet}/4-before-container-gc.crictl-ps-a.json`,
      'sandboxes.json': `${kubelet}/4-before-container-gc.crictl-pods.json`,
      'pods.json': `${kubelet}/4-before-container-gc.pods.json`,
    },
    question: {
      kind: 'plan',
      of: 'kubelet-container',
      settings: { at: '2026-11-21T03:08:36Z', 'assume-pods-synced': true },
    },
  },
  {
    id: 'layers',
    title: 'Images that share layers',
    about: 'What the kubelet would count as freed, what really becomes free, and the cheapest choice.',
    tool: 'crictl',
    files: sharing,
    question: {
      kind: 'layers',
      settings: { ...unused, 'capacity-bytes': '3MB', 'available-bytes': '300kB' },
    },
  },
  {
    id: 'forecast',
    title: 'A disk that fills up',
    about: 'Collections every five minutes count 1.7 MB as freed, and 176 kB become free: DiskPressure follows.',
    tool: 'crictl',
    files: sharing,
    question: {
      kind: 'forecast',
      settings: { ...unused, 'capacity-bytes': '6MB', 'available-bytes': '2500kB', growth: '60', horizon: '24h' },
    },
  },
  {
    id: 'eviction',
    title: 'When will this node evict?',
    about: 'The same node with pods, which are made up: who is evicted when, and for how long it helps.',
    tool: 'kubelet',
    files: {
      'pods.json': './node/pods.json',
      'stats.json': './node/stats.json',
      ...sharing,
      'container-stats.json': `${cri}/stats-a.json`,
    },
    question: {
      kind: 'forecast',
      settings: { ...unused, growth: '60', horizon: '24h' },
    },
  },
  {
    id: 'why-alive',
    title: 'Why is this blob alive?',
    about: 'The path from an image to a layer, what dropping the image frees, and what retains most.',
    tool: 'ctr',
    files: { 'containerd.json': 'containerd-2.1.9/metadata/0-initial.json' },
    question: { kind: 'containerd', record: 'content:270575565f3a', drop: [], settings: {} },
  },
  {
    id: 'ctr-tables',
    title: 'A collection from tables of ctr',
    about: 'Three namespaces as ctr prints them; what its tables leave open is kept.',
    tool: 'ctr',
    files: {
      ...tables('k8s.io'),
      ...tables('default'),
      ...tables('build'),
      'namespaces.txt': `${ctr}/namespaces-ls.txt`,
    },
    question: { kind: 'plan', of: 'containerd', settings: { at, release: '2.1' } },
  },
  {
    id: 'schedule',
    title: 'When does containerd collect?',
    about:
      'Deletions, writes and a synchronous delete through its scheduler; the events are made up. Change its thresholds.',
    tool: 'ctr',
    files: { 'events.json': './node/events.json' },
    question: { kind: 'schedule', settings: { 'deletion-threshold': '2', 'schedule-delay': '1s' } },
  },
  {
    id: 'docker-containers',
    title: 'Docker under a kubelet',
    about: 'Containers of Docker as the kubelet of that time would collect them; those that are not its own stay.',
    tool: 'docker',
    files: { 'inspect.json': 'docker-28-overlay2/container-inspect.json' },
    question: { kind: 'plan', of: 'kubelet-container', settings: { preset: 'docker_era', at } },
  },
]

/** Loaders of the addresses of captures; each file is an asset of its own. */
const assets = import.meta.glob<string>(
  [
    '../../../captures/kubectl/cascade-background.0-before.json',
    '../../../captures/kubectl/cascade-foreground.1-just-after-delete.json',
    '../../../captures/kubectl/cluster-{before,after}.{all,clusterroles}.json',
    '../../../captures/kubelet-1.36.2/{1-running.stats-summary,2-before-image-gc.crictl-*,4-before-container-gc.*}.json',
    '../../../captures/kubelet-1.36.2/config-2.yaml',
    '../../../captures/containerd-2.1.9/crictl/{images,ps-a,inspecti-all,stats-a}.json',
    './node/{pods,stats,events}.json',
    '../../../demo/{race,two-ends,stuck-namespace}.json',
    '../../../captures/containerd-2.1.9/ctr/0-initial/*.txt',
    '../../../captures/containerd-2.1.9/metadata/0-initial.json',
    '../../../captures/docker-28-overlay2/container-inspect.json',
  ],
  { query: '?url', import: 'default' },
)

const addressOf = (path: string): string =>
  path.startsWith('./') ? path : path.startsWith('demo/') ? `../../../${path}` : `../../../captures/${path}`

/** Fetches the files of an example, from where the page itself is from. */
export const filesOf = async ({ files }: Example): Promise<ReadonlyArray<SourceFile>> =>
  Promise.all(
    Object.entries(files).map(async ([name, path]) => {
      const address = await assets[addressOf(path)]?.()
      const answer = address === undefined ? undefined : await fetch(address)
      if (answer?.ok !== true) throw new Error(`${path} could not be loaded`)
      return { name, content: await answer.text() }
    }),
  )

/** Kinds that sequences are about. Bodies say all that a server would fill in, so that answers can be compared whole. */

/** A kind, and what an object of it is like. */
export interface Kind {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly namespaced: boolean
  readonly hasStatus: boolean
  readonly custom: boolean
  /** The server takes no other specification later. */
  readonly fixed?: true
  /** What it holds beside its metadata; `turn` makes it another. */
  readonly body: (turn: number) => Readonly<Record<string, unknown>>
  /** A status that a client may set. */
  readonly status: (turn: number) => Readonly<Record<string, unknown>>
}

const containers = [
  {
    name: 'main',
    image: 'example.com/app:1',
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: 'IfNotPresent',
  },
]

const template = (restartPolicy: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: {
    containers,
    restartPolicy,
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
  },
})

const tolerations = ['not-ready', 'unreachable'].map((trouble) => ({
  key: `node.kubernetes.io/${trouble}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}))

const selector = { matchLabels: { app: 'web' } }

const plain = {
  apiVersion: 'v1',
  namespaced: true,
  hasStatus: false,
  custom: false,
  status: () => ({}),
}

/** A custom resource with a status of its own. */
const widgets: Kind = {
  ...plain,
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  resource: 'widgets',
  hasStatus: true,
  custom: true,
  body: (turn) => ({ spec: { size: turn } }),
  status: (turn) => ({ ready: turn }),
}

/** Every kind, those of most interest more than once. */
export const kinds: ReadonlyArray<Kind> = [
  { ...plain, kind: 'ConfigMap', resource: 'configmaps', body: (turn) => ({ data: { turn: String(turn) } }) },
  { ...plain, kind: 'ConfigMap', resource: 'configmaps', body: (turn) => ({ data: { turn: String(turn) } }) },
  {
    ...plain,
    kind: 'Secret',
    resource: 'secrets',
    body: (turn) => ({ type: 'Opaque', data: { turn: btoa(String(turn)) } }),
  },
  { ...plain, kind: 'ServiceAccount', resource: 'serviceaccounts', body: () => ({}) },
  {
    ...plain,
    kind: 'Pod',
    resource: 'pods',
    hasStatus: true,
    fixed: true,
    body: (turn) => ({
      spec: {
        ...template('Always').spec,
        tolerations,
        priority: 0,
        enableServiceLinks: true,
        preemptionPolicy: 'PreemptLowerPriority',
        ...(turn % 2 === 0 ? { nodeName: 'node-a' } : {}),
      },
    }),
    status: (turn) => ({ phase: turn % 2 === 0 ? 'Running' : 'Succeeded' }),
  },
  {
    ...plain,
    kind: 'PersistentVolumeClaim',
    resource: 'persistentvolumeclaims',
    hasStatus: true,
    body: () => ({
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, volumeMode: 'Filesystem' },
    }),
    status: () => ({ phase: 'Lost' }),
  },
  {
    ...plain,
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    resource: 'leases',
    body: (turn) => ({ spec: { holderIdentity: `holder-${turn}`, leaseDurationSeconds: 15 } }),
  },
  {
    ...plain,
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    resource: 'replicasets',
    hasStatus: true,
    body: (turn) => ({ spec: { replicas: turn, selector, template: template('Always') } }),
    status: (turn) => ({ replicas: turn + 1 }),
  },
  {
    ...plain,
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    resource: 'deployments',
    hasStatus: true,
    body: (turn) => ({
      spec: {
        ...{ replicas: turn, selector, template: template('Always'), revisionHistoryLimit: 10 },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
        progressDeadlineSeconds: 600,
      },
    }),
    status: (turn) => ({ replicas: turn + 1 }),
  },
  {
    ...plain,
    apiVersion: 'batch/v1',
    kind: 'Job',
    resource: 'jobs',
    hasStatus: true,
    body: () => ({
      spec: {
        ...{ parallelism: 0, completions: 1, backoffLimit: 6, manualSelector: true },
        ...{ selector, template: template('Never') },
      },
    }),
    status: (turn) => ({ active: turn + 1 }),
  },
  {
    ...plain,
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    resource: 'clusterroles',
    namespaced: false,
    body: () => ({ rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
  },
  widgets,
  widgets,
  { ...widgets, kind: 'Gadget', resource: 'gadgets', hasStatus: false },
]

/** The definitions of the custom resources. */
export const definitions: ReadonlyArray<object> = [
  ['Widget', 'widgets', { subresources: { status: {} } }] as const,
  ['Gadget', 'gadgets', {}] as const,
].map(([kind, plural, more]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    ...{ group: 'example.com', scope: 'Namespaced' },
    names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        ...more,
      },
    ],
    conversion: { strategy: 'None' },
  },
}))

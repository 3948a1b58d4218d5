import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { WholeObject } from '../../../src/apiserver/index.js'
import type { ReferenceExtractor, ReferenceRow } from '../../../src/controllers/lifecycle/index.js'
import { podSpecs, referenceTable } from '../../../src/controllers/lifecycle/index.js'
import { clusterOf, enabled, going, noon, object, planOf, pod, reasonsFor, scopes, secret } from './build.js'

const unused = { enabled: true, afterUnused: true, ttlSeconds: 0 } as const

/** Every row of the table by its path, with an object written by hand that uses `x` that way. */
const written: ReadonlyArray<readonly [path: string, target: string, user: WholeObject]> = [
  ...podRows('Secret', [
    ['imagePullSecrets[].name', { imagePullSecrets: [{ name: 'x' }] }],
    ['initContainers[].env[].valueFrom.secretKeyRef.name', { initContainers: [env('secretKeyRef')] }],
    ['containers[].env[].valueFrom.secretKeyRef.name', { containers: [{}, env('secretKeyRef')] }],
    ['ephemeralContainers[].env[].valueFrom.secretKeyRef.name', { ephemeralContainers: [env('secretKeyRef')] }],
    ['initContainers[].envFrom[].secretRef.name', { initContainers: [{ envFrom: [{ secretRef: { name: 'x' } }] }] }],
    ['containers[].envFrom[].secretRef.name', { containers: [{ envFrom: [{}, { secretRef: { name: 'x' } }] }] }],
    [
      'ephemeralContainers[].envFrom[].secretRef.name',
      { ephemeralContainers: [{ envFrom: [{ secretRef: { name: 'x' } }] }] },
    ],
    ['volumes[].secret.secretName', volume({ secret: { secretName: 'x' } })],
    [
      'volumes[].projected.sources[].secret.name',
      volume({ projected: { sources: [{ serviceAccountToken: {} }, { secret: { name: 'x' } }] } }),
    ],
    ['volumes[].azureFile.secretName', volume({ azureFile: { secretName: 'x' } })],
    ['volumes[].cephfs.secretRef.name', volume({ cephfs: { secretRef: { name: 'x' } } })],
    ['volumes[].cinder.secretRef.name', volume({ cinder: { secretRef: { name: 'x' } } })],
    ['volumes[].flexVolume.secretRef.name', volume({ flexVolume: { secretRef: { name: 'x' } } })],
    ['volumes[].rbd.secretRef.name', volume({ rbd: { secretRef: { name: 'x' } } })],
    ['volumes[].scaleIO.secretRef.name', volume({ scaleIO: { secretRef: { name: 'x' } } })],
    ['volumes[].iscsi.secretRef.name', volume({ iscsi: { secretRef: { name: 'x' } } })],
    ['volumes[].storageos.secretRef.name', volume({ storageos: { secretRef: { name: 'x' } } })],
    ['volumes[].csi.nodePublishSecretRef.name', volume({ csi: { nodePublishSecretRef: { name: 'x' } } })],
  ]),
  ...podRows('ConfigMap', [
    ['initContainers[].env[].valueFrom.configMapKeyRef.name', { initContainers: [env('configMapKeyRef')] }],
    ['containers[].env[].valueFrom.configMapKeyRef.name', { containers: [env('configMapKeyRef')] }],
    ['ephemeralContainers[].env[].valueFrom.configMapKeyRef.name', { ephemeralContainers: [env('configMapKeyRef')] }],
    [
      'initContainers[].envFrom[].configMapRef.name',
      { initContainers: [{ envFrom: [{ configMapRef: { name: 'x' } }] }] },
    ],
    ['containers[].envFrom[].configMapRef.name', { containers: [{ envFrom: [{ configMapRef: { name: 'x' } }] }] }],
    [
      'ephemeralContainers[].envFrom[].configMapRef.name',
      { ephemeralContainers: [{ envFrom: [{ configMapRef: { name: 'x' } }] }] },
    ],
    ['volumes[].configMap.name', volume({ configMap: { name: 'x', optional: true } })],
    [
      'volumes[].projected.sources[].configMap.name',
      volume({ projected: { sources: [{ configMap: { name: 'x' } }] } }),
    ],
  ]),
  ...podRows('ServiceAccount', [
    ['serviceAccount', { serviceAccount: 'x' }],
    ['serviceAccountName', { serviceAccountName: 'x' }],
  ]),
  ...podRows('PersistentVolumeClaim', [
    ['volumes[].persistentVolumeClaim.claimName', volume({ persistentVolumeClaim: { claimName: 'x' } })],
  ]),
  ...podRows('ResourceClaim', [
    ['resourceClaims[].resourceClaimName', { resourceClaims: [{ name: 'gpu', resourceClaimName: 'x' }] }],
  ]),
  ...podRows('ResourceClaimTemplate', [
    [
      'resourceClaims[].resourceClaimTemplateName',
      { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'x' }] },
    ],
  ]),
  ...podRows('PriorityClass', [['priorityClassName', { priorityClassName: 'x' }]]),
  ...podRows('RuntimeClass', [['runtimeClassName', { runtimeClassName: 'x' }]]),
  [
    'spec.volumes[].name',
    'PersistentVolumeClaim web-scratch',
    object('v1', 'Pod', 'web', {}, { spec: volume({ name: 'scratch', ephemeral: {} }) }),
  ],
  [
    'status.resourceClaimStatuses[].resourceClaimName',
    'ResourceClaim',
    object('v1', 'Pod', 'web', {}, { status: { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'x' }] } }),
  ],
  [
    'spec.volumeClaimTemplates[].metadata.name',
    'PersistentVolumeClaim data-db-17',
    object('apps/v1', 'StatefulSet', 'db', {}, { spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] } }),
  ],
  ['spec.serviceName', 'Service', object('apps/v1', 'StatefulSet', 'db', {}, { spec: { serviceName: 'x' } })],
  [
    'spec.configSource.configMap.name',
    'ConfigMap',
    whole('v1', 'Node', { spec: { configSource: { configMap: { namespace: 'ns', name: 'x' } } } }),
  ],
  ['secrets[].name', 'Secret', object('v1', 'ServiceAccount', 'robot', {}, { secrets: [{ name: 'x' }] })],
  [
    'imagePullSecrets[].name',
    'Secret',
    object('v1', 'ServiceAccount', 'robot', {}, { imagePullSecrets: [{ name: 'x' }] }),
  ],
  [
    "metadata.annotations['kubernetes.io/service-account.name']",
    'ServiceAccount',
    object(
      'v1',
      'Secret',
      'token',
      {},
      {
        type: 'kubernetes.io/service-account-token',
        metadata: { annotations: { 'kubernetes.io/service-account.name': 'x' } },
      },
    ),
  ],
  [
    'spec.tls[].secretName',
    'Secret',
    object('networking.k8s.io/v1', 'Ingress', 'web', {}, { spec: { tls: [{ secretName: 'x' }] } }),
  ],
  [
    'spec.tls[].secretName',
    'Secret',
    object('extensions/v1beta1', 'Ingress', 'web', {}, { spec: { tls: [{ secretName: 'x' }] } }),
  ],
  [
    'spec.defaultBackend.service.name',
    'Service',
    object('networking.k8s.io/v1', 'Ingress', 'web', {}, { spec: { defaultBackend: { service: { name: 'x' } } } }),
  ],
  [
    'spec.rules[].http.paths[].backend.service.name',
    'Service',
    object(
      'networking.k8s.io/v1',
      'Ingress',
      'web',
      {},
      { spec: { rules: [{ http: { paths: [{ backend: { service: { name: 'x' } } }] } }] } },
    ),
  ],
  [
    'spec.volumeName',
    'PersistentVolume',
    object('v1', 'PersistentVolumeClaim', 'data', {}, { spec: { volumeName: 'x' } }),
  ],
  [
    'spec.storageClassName',
    'StorageClass',
    object('v1', 'PersistentVolumeClaim', 'data', {}, { spec: { storageClassName: 'x' } }),
  ],
  ['spec.storageClassName', 'StorageClass', whole('v1', 'PersistentVolume', { spec: { storageClassName: 'x' } })],
  [
    'spec.claimRef.name',
    'PersistentVolumeClaim',
    whole('v1', 'PersistentVolume', { spec: { claimRef: { namespace: 'ns', name: 'x' } } }),
  ],
  ...[
    'controllerPublishSecretRef',
    'nodeStageSecretRef',
    'nodePublishSecretRef',
    'controllerExpandSecretRef',
    'nodeExpandSecretRef',
  ].map(
    (field) =>
      [
        `spec.csi.${field}.name`,
        'Secret',
        whole('v1', 'PersistentVolume', { spec: { csi: { [field]: { namespace: 'ns', name: 'x' } } } }),
      ] as const,
  ),
  ...['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos'].map(
    (field) =>
      [
        `spec.${field}.secretRef.name`,
        'Secret',
        whole('v1', 'PersistentVolume', { spec: { [field]: { secretRef: { namespace: 'ns', name: 'x' } } } }),
      ] as const,
  ),
  [
    'spec.azureFile.secretName',
    'Secret',
    whole('v1', 'PersistentVolume', {
      spec: { claimRef: { namespace: 'ns', name: 'c' }, azureFile: { secretName: 'x' } },
    }),
  ],
  [
    'parameters',
    'Secret',
    whole('storage.k8s.io/v1', 'StorageClass', {
      parameters: {
        'csi.storage.k8s.io/provisioner-secret-name': 'x',
        'csi.storage.k8s.io/provisioner-secret-namespace': 'ns',
      },
    }),
  ],
  [
    'parameters',
    'Secret',
    whole('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', {
      parameters: {
        'csi.storage.k8s.io/snapshotter-secret-name': 'x',
        'csi.storage.k8s.io/snapshotter-secret-namespace': 'ns',
      },
    }),
  ],
  [
    'roleRef.name',
    'ClusterRole',
    object('rbac.authorization.k8s.io/v1', 'RoleBinding', 'b', {}, { roleRef: { kind: 'ClusterRole', name: 'x' } }),
  ],
  [
    'roleRef.name',
    'Role',
    object('rbac.authorization.k8s.io/v1', 'RoleBinding', 'b', {}, { roleRef: { kind: 'Role', name: 'x' } }),
  ],
  [
    'roleRef.name',
    'ClusterRole',
    whole('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', { roleRef: { kind: 'ClusterRole', name: 'x' } }),
  ],
  [
    'spec.ingressClassName',
    'IngressClass',
    object('networking.k8s.io/v1', 'Ingress', 'user', {}, { spec: { ingressClassName: 'x' } }),
  ],
  [
    'spec.backend.serviceName',
    'Service',
    object('extensions/v1beta1', 'Ingress', 'user', {}, { spec: { backend: { serviceName: 'x' } } }),
  ],
  [
    'spec.rules[].http.paths[].backend.serviceName',
    'Service',
    object(
      'extensions/v1beta1',
      'Ingress',
      'user',
      {},
      { spec: { rules: [{}, { http: { paths: [{ backend: { serviceName: 'x' } }] } }] } },
    ),
  ],
  [
    'spec.dataSource.name',
    'PersistentVolumeClaim',
    object(
      'v1',
      'PersistentVolumeClaim',
      'user',
      {},
      { spec: { dataSource: { kind: 'PersistentVolumeClaim', name: 'x' } } },
    ),
  ],
  [
    'spec.dataSourceRef.name',
    'PersistentVolumeClaim',
    object(
      'v1',
      'PersistentVolumeClaim',
      'user',
      {},
      {
        spec: { dataSourceRef: { kind: 'PersistentVolumeClaim', namespace: 'ns', name: 'x' } },
        metadata: { namespace: 'other' },
      },
    ),
  ],
  [
    'spec.source.persistentVolumeName',
    'PersistentVolume',
    whole('storage.k8s.io/v1', 'VolumeAttachment', { spec: { source: { persistentVolumeName: 'x' } } }),
  ],
  [
    'webhooks[].clientConfig.service.name',
    'Service',
    whole('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', {
      webhooks: [{ clientConfig: { service: { namespace: 'ns', name: 'x' } } }],
    }),
  ],
  [
    'webhooks[].clientConfig.service.name',
    'Service',
    whole('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', {
      webhooks: [{ clientConfig: { service: { namespace: 'ns', name: 'x' } } }],
    }),
  ],
  [
    'spec.service.name',
    'Service',
    whole('apiregistration.k8s.io/v1', 'APIService', { spec: { service: { namespace: 'ns', name: 'x' } } }),
  ],
  [
    'spec.conversion.webhook.clientConfig.service.name',
    'Service',
    whole('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
      spec: { conversion: { webhook: { clientConfig: { service: { namespace: 'ns', name: 'x' } } } } },
    }),
  ],
]

function env(field: string): unknown {
  return {
    env: [
      { name: 'A', value: 'b' },
      { name: 'B', valueFrom: { [field]: { name: 'x', key: 'k', optional: true } } },
    ],
  }
}

function volume(source: object): object {
  return {
    volumes: [
      { name: 'other', emptyDir: {} },
      { name: 'v', ...source },
    ],
  }
}

function podRows(
  target: string,
  rows: ReadonlyArray<readonly [string, object]>,
): ReadonlyArray<readonly [string, string, WholeObject]> {
  return rows.map(([path, spec]) => [
    path,
    target,
    object('v1', 'Pod', 'web', {}, { spec, status: { phase: 'Running' } }),
  ])
}

function whole(apiVersion: string, kind: string, more: object): WholeObject {
  return object(apiVersion, kind, 'user', {}, { ...more, metadata: { namespace: undefined } })
}

const clusterKinds = new Set([
  'PersistentVolume',
  'StorageClass',
  'PriorityClass',
  'RuntimeClass',
  'ClusterRole',
  'IngressClass',
])

/** What is used, opted in to go when it is unused; and one that nobody uses. */
const used = (target: string): ReadonlyArray<WholeObject> => {
  const [kind = '', name = 'x'] = target.split(' ')
  const { apiVersion = '' } = scopes.find((scope) => scope.kind === kind) ?? {}
  const place = clusterKinds.has(kind) ? { metadata: { namespace: undefined } } : {}
  return [object(apiVersion, kind, name, unused, place), object(apiVersion, kind, 'y', unused, place)]
}

describe('the table of references', () => {
  it.each(written)('finds what %s names (%s)', (_path, target, user) => {
    const [mine, others] = used(target)
    if (mine === undefined || others === undefined) throw new Error('nothing used')
    expect(going(planOf(clusterOf([mine, others, user])))).toEqual(['y'])
  })

  it('is tried row by row', () => {
    const key = ({ source, path, target }: ReferenceRow): string =>
      `${path} ${target.kind} ${source === 'PodSpec' ? 'Pod' : source.kind}`
    const tried = written.map(([path, target, { kind }]) => `${path} ${target.split(' ')[0] ?? ''} ${kind}`)
    expect(tried.toSorted()).toEqual(referenceTable.map(key).toSorted())
  })

  it.each(podSpecs)('reads the pod of a $source.kind of group "$source.group" at $path', ({ source, path }) => {
    const version = source.group === '' ? 'v1' : `${source.group}/v1`
    const spec = { volumes: [{ name: 'v', secret: { secretName: 'x' } }] }
    const body = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), spec)
    const user = object(version, source.kind, 'user', {}, body as Record<string, unknown>)
    expect(going(planOf(clusterOf([secret('x', unused), secret('y', unused), user])))).toEqual(['y'])
  })

  it('takes the service account that is called default where a pod names none', () => {
    const account = object('v1', 'ServiceAccount', 'default', unused)
    expect(reasonsFor(planOf(clusterOf([account, pod('web', null)])), 'default')).toEqual(['InUse'])
  })

  it('ignores names without characters, and other namespaces', () => {
    const elsewhere = object(
      'v1',
      'Pod',
      'there',
      {},
      { spec: volume({ secret: { secretName: 'x' } }), metadata: { namespace: 'there' } },
    )
    expect(going(planOf(clusterOf([secret('x', unused), pod('web', ''), elsewhere])))).toEqual(['x'])
  })

  it('takes a claim of a set only with a number at its end', () => {
    const set = object(
      'apps/v1',
      'StatefulSet',
      'db',
      {},
      { spec: { volumeClaimTemplates: [{ metadata: { name: 'data' } }] } },
    )
    const claims = ['data-db-0', 'data-db-x', 'data-db-'].map((name) =>
      object('v1', 'PersistentVolumeClaim', name, unused),
    )
    expect(going(planOf(clusterOf([set, ...claims])))).toEqual(['data-db-', 'data-db-x'])
  })
})

describe('a user', () => {
  it.each([
    ['a pod that waits', pod('u', 'x', { phase: 'Pending' }), false],
    ['a pod without a status', pod('u', 'x', undefined), false],
    ['a pod that succeeded', pod('u', 'x', { phase: 'Succeeded' }), true],
    ['a pod that failed', pod('u', 'x', { phase: 'Failed' }), true],
    [
      'a running pod that is being deleted',
      { ...pod('u', 'x'), metadata: { ...pod('u', 'x').metadata, deletionTimestamp: noon } },
      false,
    ],
    ['a job that runs', carrier('batch/v1', 'Job', {}), false],
    ['a job that has finished', carrier('batch/v1', 'Job', { conditions: [{ type: 'Failed', status: 'True' }] }), true],
    ['a replica set of no replicas', carrier('apps/v1', 'ReplicaSet', {}), false],
  ])('counts until it has ended: %s', (_what, user, goes) => {
    expect(going(planOf(clusterOf([secret('x', unused), user])))).toEqual(goes ? ['x'] : [])
  })

  it('counts although it is about to go itself', () => {
    const claim = object('v1', 'PersistentVolumeClaim', 'data', unused, { spec: { volumeName: 'disk' } })
    const disk = object('v1', 'PersistentVolume', 'disk', unused, { metadata: { namespace: undefined } })
    expect(going(planOf(clusterOf([claim, disk])))).toEqual(['data'])
  })

  it('that is a revision kept for a rollback counts, unless the policy says otherwise', () => {
    const controlled = {
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'd', controller: true }],
    }
    const set = object(
      'apps/v1',
      'ReplicaSet',
      'old',
      {},
      { spec: { replicas: 0, template: { spec: volume({ secret: { secretName: 'x' } }) } }, metadata: controlled },
    )
    const byHand = object(
      'apps/v1',
      'ReplicaSet',
      'hand',
      {},
      { spec: { replicas: 0, template: { spec: volume({ secret: { secretName: 'y' } }) } } },
    )
    const cluster = clusterOf([secret('x', unused), secret('y', unused), set, byHand])
    expect(going(planOf(cluster))).toEqual([])
    expect(going(planOf(cluster, enabled({ revisions: 'ignore' })))).toEqual(['x'])
  })
})

function carrier(apiVersion: string, kind: string, status: object): WholeObject {
  return object(
    apiVersion,
    kind,
    'u',
    {},
    { spec: { replicas: 0, template: { spec: volume({ secret: { secretName: 'x' } }) } }, status },
  )
}

describe('a chain', () => {
  it('of pod, claim, volume and secret holds its end', () => {
    const chain = [
      object('v1', 'Pod', 'web', {}, { spec: volume({ persistentVolumeClaim: { claimName: 'data' } }) }),
      object('v1', 'PersistentVolumeClaim', 'data', unused, { spec: { volumeName: 'disk' } }),
      object('v1', 'PersistentVolume', 'disk', unused, {
        spec: { csi: { nodeStageSecretRef: { namespace: 'ns', name: 'x' } } },
        metadata: { namespace: undefined },
      }),
      secret('x', unused),
    ]
    for (const liveness of ['count', 'reachability'] as const)
      expect(going(planOf(clusterOf(chain), enabled({ liveness })))).toEqual([])
    expect(going(planOf(clusterOf(chain.slice(1))))).toEqual(['data'])
    expect(going(planOf(clusterOf(chain.slice(1)), enabled({ liveness: 'reachability' })))).toEqual([
      'disk',
      'data',
      'x',
    ])
  })

  it('of a service account and its token is a circle: counting keeps it, reaching does not', () => {
    const account = object('v1', 'ServiceAccount', 'robot', unused, { secrets: [{ name: 'token' }] })
    const token = object(
      'v1',
      'Secret',
      'token',
      {},
      {
        type: 'kubernetes.io/service-account-token',
        metadata: {
          annotations: { ...secret('s', unused).metadata.annotations, 'kubernetes.io/service-account.name': 'robot' },
        },
      },
    )
    const run = object('v1', 'Pod', 'web', {}, { spec: { serviceAccountName: 'robot' } })
    const reaching = enabled({ liveness: 'reachability' })
    expect(going(planOf(clusterOf([account, token])))).toEqual([])
    expect(going(planOf(clusterOf([account, token]), reaching))).toEqual(['robot', 'token'])
    expect(going(planOf(clusterOf([account, token, run]), reaching))).toEqual([])
    const heldByOwner = {
      ...account,
      metadata: { ...account.metadata, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }] },
    }
    expect(going(planOf(clusterOf([heldByOwner, token]), reaching))).toEqual([])
  })
})

describe('when nobody can tell', () => {
  const everyKindBut = (...kinds: ReadonlyArray<string>) => ({
    _tag: 'Resources' as const,
    resources: scopes
      .filter(({ kind }) => !kinds.includes(kind))
      .map(({ apiVersion, kind }) => ({
        group: apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '',
        kind,
        namespaces: 'all' as const,
      })),
  })

  it.each(['Pod', 'CronJob', 'Ingress', 'PersistentVolume', 'StorageClass', 'ServiceAccount'])(
    'because no %s was listed, a secret stays',
    (kind) => {
      const plan = planOf(clusterOf([secret('x', unused)], { coverage: everyKindBut(kind) }))
      expect(reasonsFor(plan, 'x')).toEqual(['UsersNotCovered'])
      expect(going(planOf(clusterOf([secret('x', unused)], { coverage: everyKindBut('Lease') })))).toEqual(['x'])
    },
  )

  it('because a storage class has placeholders, secrets of the namespaces it may mean stay', () => {
    const to = (namespace: string) =>
      whole('storage.k8s.io/v1', 'StorageClass', {
        parameters: {
          'csi.storage.k8s.io/node-stage-secret-name': '${pvc.name}',
          'csi.storage.k8s.io/node-stage-secret-namespace': namespace,
        },
      })
    const cluster = (namespace: string) => planOf(clusterOf([secret('x', unused), to(namespace)]))
    expect(reasonsFor(cluster('${pvc.namespace}'), 'x')).toEqual(['UserUnclear'])
    expect(reasonsFor(cluster('ns'), 'x')).toEqual(['UserUnclear'])
    expect(going(cluster('elsewhere'))).toEqual(['x'])
  })

  it('because a pod cannot be read, what it may use stays', () => {
    const broken = object('v1', 'Pod', 'web', {}, { spec: { volumes: 'none' } })
    expect(reasonsFor(planOf(clusterOf([secret('x', unused), broken])), 'x')).toEqual(['UserUnclear'])
  })

  it('because nothing says who uses a kind, its objects stay', () => {
    expect(reasonsFor(planOf(clusterOf([object('example.com/v1', 'Build', 'b', unused)])), 'b')).toEqual([
      'UsageUnobserved',
    ])
  })
})

describe('a kind of the user', () => {
  const Env = { group: 'example.com', kind: 'Env' }
  const env1 = object('example.com/v1', 'Env', 'e', {}, { spec: { files: [{ from: 'x' }], count: 1 } })

  it('refers by rows of the policy', () => {
    const row: ReferenceRow = { source: Env, target: { group: '', kind: 'Secret' }, path: 'spec.files[].from' }
    const cluster = clusterOf([secret('x', unused), secret('y', unused), env1])
    expect(going(planOf(cluster, enabled({ references: [row] })))).toEqual(['y'])
    expect(going(planOf(cluster))).toEqual(['x', 'y'])
  })

  it('refers by an extractor, and what it fails on stays', () => {
    const by = (references: ReferenceExtractor['references']) =>
      planOf(
        clusterOf([secret('x', unused), secret('y', unused), env1]),
        enabled({ extractors: [{ source: Env, targets: [{ group: '', kind: 'Secret' }], references }] }),
      )
    const target = { group: '', kind: 'Secret' }
    expect(
      going(
        by(() =>
          E.right([
            { target, namespace: 'ns', name: 'x' },
            { target, namespace: 'ns', name: '' },
          ]),
        ),
      ),
    ).toEqual(['y'])
    expect(going(by(() => E.left('no idea')))).toEqual([])
    const thrown: ReferenceExtractor['references'] = () => {
      throw new Error('bug')
    }
    expect(reasonsFor(by(thrown), 'x')).toEqual(['UserUnclear'])
  })
})

describe('a definition', () => {
  const definition = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'builds.example.com', unused, {
    spec: { group: 'example.com', names: { kind: 'Build', plural: 'builds' } },
    metadata: { namespace: undefined },
  })
  const build = object('example.com/v1', 'Build', 'b')

  it('is used by every object of its kind', () => {
    expect(reasonsFor(planOf(clusterOf([definition, build])), 'builds.example.com')).toEqual(['InUse'])
    expect(going(planOf(clusterOf([definition])))).toEqual(['builds.example.com'])
  })

  it('stays while its instances were not all listed', () => {
    const coverage = {
      _tag: 'Resources',
      resources: [{ group: 'example.com', kind: 'Build', namespaces: ['ns'] }],
    } as const
    expect(reasonsFor(planOf(clusterOf([definition], { coverage })), 'builds.example.com')).toEqual(['UsersNotCovered'])
  })

  it('that goes all the same names the instances that go with it', () => {
    const gone = { enabled: true, ttlSeconds: 0 }
    const owned = { namespace: undefined, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'n' }] }
    const same = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'builds', gone, {
      spec: definition.spec,
      metadata: owned,
    })
    const owners = [{ _tag: 'Classified', uid: 'builds', solid: [], dangling: ['n'], waiting: [] }] as const
    const [removal] = planOf(clusterOf([same, build], { owners })).passes[0].removals
    expect(removal?.reasons.at(-1)).toMatchObject({ _tag: 'TakesAlong', objects: [{ kind: 'Build', name: 'b' }] })
  })
})

describe('a namespace', () => {
  const place = object('v1', 'Namespace', 'ns', unused, { metadata: { namespace: undefined } })

  it('is used by what is in it, apart from what every namespace holds', () => {
    const furniture = [object('v1', 'ServiceAccount', 'default'), object('v1', 'ConfigMap', 'kube-root-ca.crt')]
    expect(going(planOf(clusterOf([place, ...furniture])))).toEqual(['ns'])
    expect(reasonsFor(planOf(clusterOf([place, secret('x')])), 'ns')).toEqual(['InUse'])
  })
})

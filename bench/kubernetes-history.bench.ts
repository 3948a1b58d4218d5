/**
 * Answers how long the clean-up of histories takes beside grouping, sorting and cutting ReplicaSets by hand.
 */
import type { Deployment, ReplicaSet } from '../src/controllers/history/index.js'
import { defaultPolicy, emptySnapshot, plan } from '../src/controllers/history/index.js'
import type { Bench } from './bench.js'
import { planning } from './bench.js'

const setsPerDeployment = 20
const limit = 10
const decide = plan(defaultPolicy)

const template = (version: number): object => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image: `registry.example.com/web:${version}`, resources: {} }] },
})

const named = (kind: string, name: string) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { namespace: 'shop', name, uid: name },
})

const deploymentOf = (index: number): Deployment => ({
  ...named('Deployment', `d-${String(index).padStart(6, '0')}`),
  spec: {
    replicas: 0,
    revisionHistoryLimit: limit,
    template: { ...template(setsPerDeployment - 1) },
  },
})

const setOf = ({ metadata: { uid, name } }: Deployment, version: number): ReplicaSet => ({
  ...named('ReplicaSet', `${name}-${String(version).padStart(2, '0')}`),
  metadata: {
    ...named('ReplicaSet', `${name}-${String(version).padStart(2, '0')}`).metadata,
    annotations: { 'deployment.kubernetes.io/revision': `${version}` },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name, uid, controller: true }],
  },
  spec: { replicas: 0, template: { ...template(version) } },
})

/** Uids over the limit, Deployment by Deployment: no templates, no reasons, nothing about what is kept. */
const naive = (deployments: ReadonlyArray<Deployment>, sets: ReadonlyArray<ReplicaSet>): ReadonlyArray<string> => {
  const groups = new Map<string, { readonly uid: string; readonly revision: number }[]>()
  for (const { metadata } of sets) {
    const owner = metadata.ownerReferences?.[0]?.uid ?? ''
    const one = { uid: metadata.uid, revision: Number(metadata.annotations?.['deployment.kubernetes.io/revision']) }
    const group = groups.get(owner)
    if (group === undefined) groups.set(owner, [one])
    else group.push(one)
  }
  return deployments.flatMap(({ metadata }) =>
    (groups.get(metadata.uid) ?? [])
      .sort((a, b) => a.revision - b.revision)
      .slice(0, setsPerDeployment - 1 - limit)
      .map(({ uid }) => uid),
  )
}

export const kubernetesHistory: Bench = {
  name: 'kubernetes-history',
  about:
    'the whole plan, everything kept with its reason, beside a map and a sort per Deployment; items are ReplicaSets',
  sizes: [1000, 10_000, 100_000],
  prepare: (size) => {
    const deployments = Array.from({ length: size / setsPerDeployment }, (_, index) => deploymentOf(index))
    const replicaSets = deployments.flatMap((deployment) =>
      Array.from({ length: setsPerDeployment }, (_, version) => setOf(deployment, version)),
    )
    const snapshot = { ...emptySnapshot, deployments, replicaSets }
    return planning(
      size,
      () => decide(snapshot),
      () => naive(deployments, replicaSets),
    )
  },
}

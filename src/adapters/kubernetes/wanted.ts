/** Which kinds a collector reads, and how much of them. */
import { groupOf } from '../../apiserver/object.js'
import type { ServedKind } from './discovery.js'

/** The collector that a snapshot is for. `cluster`: all of them, and cascades. */
export type Collector = 'cluster' | 'owner' | 'pod' | 'ttl' | 'history' | 'csr' | 'tokens'

/** How much of a kind's objects is read. */
export type Depth = 'whole' | 'metadata' | 'nothing'

/** How much of a kind a collector reads. */
export const depthFor =
  (collector: Collector) =>
  ({ apiVersion, kind }: Pick<ServedKind, 'apiVersion' | 'kind'>): Depth => {
    const name = `${groupOf(apiVersion)}/${kind}`
    if (collector === 'owner') return 'metadata'
    if (collector === 'cluster') return shallow.has(name) ? 'metadata' : 'whole'
    return read[collector].includes(name) ? 'whole' : 'nothing'
  }

/** Many, large or secret, and nobody reads more of them than their metadata. */
const shallow: ReadonlySet<string> = new Set([
  '/Secret',
  '/ConfigMap',
  '/Event',
  'events.k8s.io/Event',
  'coordination.k8s.io/Lease',
])

const read: Readonly<Record<Exclude<Collector, 'cluster' | 'owner'>, ReadonlyArray<string>>> = {
  pod: ['/Pod', '/Node'],
  ttl: ['batch/Job'],
  history: [
    ...['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'ControllerRevision'].map((kind) => `apps/${kind}`),
    ...['batch/CronJob', 'batch/Job', '/Pod'],
  ],
  csr: ['certificates.k8s.io/CertificateSigningRequest'],
  tokens: ['/Secret', '/ServiceAccount', '/Pod', '/ConfigMap'],
}

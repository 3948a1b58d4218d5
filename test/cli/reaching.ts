import type { Acting } from '../../src/cli/world.js'
import { type ServedCluster, type ServedOptions, clientOf, servedCluster } from '../../src/testing/http/index.js'
import { type Trouble, troubled } from '../adapters/kubernetes/troubled.js'
import { noCluster } from './call.js'

/** A cluster in which nobody acts but the command. */
export const clusterOf = (
  objects: Parameters<typeof servedCluster>[0] = [],
  options: ServedOptions = {},
): ServedCluster => servedCluster(objects, { collectors: 'off', ...options })

/** A machine that reaches a cluster, without any network. */
export const reaching = (
  cluster: ServedCluster,
  trouble: Trouble = () => undefined,
  server = 'https://127.0.0.1:6443',
): Acting => ({
  ...noCluster,
  withCluster: () => (use) =>
    use({ ...troubled(clientOf(cluster), trouble), context: 'kind-test', namespace: 'default', server }),
})

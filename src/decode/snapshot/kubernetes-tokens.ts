/** Builds snapshots for the cleaner of legacy service account tokens from listings. */
import { either as E, function as F } from 'fp-ts'

import type { Snapshot } from '../../controllers/token-cleaner/snapshot.js'
import type { InvalidInput } from '../../core/problem.js'
import { account, configMap, podWithSpec, secret } from '../kubectl/accounts.js'
import type { Listing } from '../kubectl/listing.js'
import { type CoverageStatement, coverageOf } from './kubernetes-coverage.js'
import { kindsIn } from './kubernetes-objects.js'

/** Input for a snapshot of tokens of ServiceAccounts. */
export interface KubernetesTokenParts {
  readonly at: Date
  /** From {@link decodeKubectlObjects}; an object in several listings counts as within one. */
  readonly listings: ReadonlyArray<Listing>
  /** Which listings are complete; none: a pod that is not listed may name any Secret. */
  readonly covers: ReadonlyArray<CoverageStatement>
}

const source = 'parts of a legacy-token snapshot'

/**
 * Builds a snapshot for the legacy token cleaner: Secrets, ServiceAccounts, Pods, and the ConfigMap
 * `kube-system/kube-apiserver-legacy-service-account-token-tracking`. Other kinds are ignored, and data of Secrets is not read.
 *
 * Order: as listed. Times are cut to the millisecond. Fails with InvalidInput for invalid fields, when a statement covers a
 * list with missing pages, and for uids and names on which listings contradict each other.
 *
 * @example
 * ```ts
 * import { decodeKubectlObjects, kubernetesTokenSnapshot } from 'gcplan/decode'
 *
 * const tracking = {
 *   metadata: { name: 'kube-apiserver-legacy-service-account-token-tracking', namespace: 'kube-system', uid: 'a1' },
 *   data: { since: '2026-01-01' },
 * }
 * const listing = decodeKubectlObjects({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: {}, items: [tracking] })
 * if (listing._tag === 'Left') throw new Error('broken input')
 * const snapshot = kubernetesTokenSnapshot({ at: new Date('2026-11-21T03:01:10Z'), listings: [listing.right], covers: [] })
 * if (snapshot._tag === 'Right') console.log(snapshot.right.trackedSince) // 2026-01-01
 * ```
 */
export const kubernetesTokenSnapshot = ({
  at,
  listings,
  covers,
}: KubernetesTokenParts): E.Either<InvalidInput, Snapshot> =>
  F.pipe(
    E.Do,
    E.bind('found', () => kindsIn(source)(kinds)(listings)),
    E.bind('coverage', () => coverageOf(source)(covers, listings)),
    E.map(({ found: { configMaps, ...objects }, coverage }) => {
      const tracking = configMaps.find(
        ({ metadata: { namespace, name } }) => namespace === 'kube-system' && name === trackingName,
      )
      const since = tracking?.data?.['since']
      return { at, ...objects, ...(since === undefined ? {} : { trackedSince: since }), coverage }
    }),
  )

const trackingName = 'kube-apiserver-legacy-service-account-token-tracking'

const kinds = {
  secrets: { group: '', kind: 'Secret', reader: secret },
  accounts: { group: '', kind: 'ServiceAccount', reader: account },
  pods: { group: '', kind: 'Pod', reader: podWithSpec },
  configMaps: { group: '', kind: 'ConfigMap', reader: configMap },
}

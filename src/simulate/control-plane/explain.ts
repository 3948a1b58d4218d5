import { explain as explainHistory } from '../../controllers/history/explain.js'
import { explain as explainLifecycle } from '../../controllers/lifecycle/explain.js'
import { explain as explainOwner } from '../../controllers/owner/explain.js'
import { explain as explainPod } from '../../controllers/pod/explain.js'
import { explain as explainTtl } from '../../controllers/ttl/explain.js'
import type { AmendReason, KeepReason, Reason } from './reason.js'
import type { CollectorName } from './collector-names.js'

/** The name of a collector in a sentence. */
export const collectorTitle: Readonly<Record<CollectorName, string>> = {
  Pod: 'pod GC',
  Ttl: 'the TTL-after-finished controller',
  History: 'the history controller',
  Lifecycle: 'the lifecycle collector',
  Owner: 'the garbage collector',
}

/**
 * One line for a reason.
 *
 * @example
 * ```ts
 * import * as ControlPlane from 'gcplan/simulate/control-plane'
 *
 * const wanted = [{ _tag: 'Pod', reason: { _tag: 'NodeGone', node: 'worker-7' } }] as const
 * console.log(ControlPlane.explain({ _tag: 'Held', wanted, by: ['Owner'] }))
 * // pod GC would delete it, but the garbage collector objects
 * ```
 */
export const explain = (reason: Reason | AmendReason | KeepReason): string => {
  switch (reason._tag) {
    case 'Pod':
      return explainPod(reason.reason)
    case 'Ttl':
      return explainTtl(reason.reason)
    case 'History':
      return explainHistory(reason.reason)
    case 'Lifecycle':
      return explainLifecycle(reason.reason)
    case 'Owner':
      return explainOwner(reason.reason)
    case 'Held':
      return `${verb(unique(reason.wanted.map(({ _tag }) => _tag)), 'would delete', 'would delete')} it, but ${verb(reason.by, 'objects', 'object')}`
    case 'NobodysMatter':
      return 'no collector is responsible for it'
  }
}

const unique = (names: ReadonlyArray<CollectorName>): ReadonlyArray<CollectorName> => [...new Set(names)]

const verb = (names: ReadonlyArray<CollectorName>, one: string, several: string): string =>
  `${names.map((name) => collectorTitle[name]).join(' and ')} ${names.length === 1 ? one : several}`

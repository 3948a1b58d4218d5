/** Shows what follows from a delete request before it is sent, as plain JSON. */
import type { Snapshot } from '../../controllers/owner/snapshot.js'
import { formatInstant } from '../../internal/formats.js'
import { safeText } from '../../internal/safe-text.js'
import type { CascadePlan, CascadeRequest } from '../../simulate/cascade/reason.js'
import { cascadeGraph } from './graph.js'
import { headlineOf, toneOf } from './headline.js'
import type { CascadeView } from './model.js'
import { nextOf } from './next.js'
import { requestViews } from './requests.js'
import { sectionsOf } from './sections.js'
import { totalsOf, touchedBy } from './totals.js'
import { pendingViews, waveViews } from './waves.js'

/** What a cascade is shown with. */
export interface CascadeViewOptions {
  /** The requests that were planned, in their order. Default: none is shown. */
  readonly requests?: ReadonlyArray<CascadeRequest>
  /** The snapshot that it was planned for, to draw the graph. Default: no graph. */
  readonly snapshot?: Snapshot
  /** Namespaces that the lists did not hold and that were added to the snapshot. Default: none. */
  readonly unlisted?: ReadonlyArray<string>
}

/**
 * A cascade as an interface shows it before the request is sent.
 *
 * Shape: plain JSON; `tone` and `headline` say what matters, `waves` and `sections` all of it, each reason with its
 * sentence and tag. In every text line breaks, control characters and marks of direction are escaped, in ids too.
 * Order: waves in time order, lines as in the plan, nodes of the graph as in the snapshot.
 * Units: milliseconds; bytes; instants RFC 3339 in UTC.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { planCascade } from 'gcplan/simulate/cascade'
 * import { kubectlOptions, scopes_1_36 } from 'gcplan/apiserver'
 * import { cascadeView } from 'gcplan/view'
 *
 * const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u-a' }
 * const namespace = 'shop'
 * const snapshot: Owner.Snapshot = {
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [
 *     { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'a', uid: 'u-a' } },
 *     { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name: 'b', uid: 'u-b', ownerReferences: [owner] } },
 *   ],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * }
 * const requests = [{ _tag: 'Delete', target: 'u-a', options: kubectlOptions() }] as const
 * const planned = planCascade(Owner.defaultPolicy)(requests)(snapshot)
 * if (E.isRight(planned)) {
 *   const { tone, headline, requests: asked, graph } = cascadeView(planned.right, { requests, snapshot })
 *   console.log(tone, headline[0]) // harmless 2 objects go in this plan, and no volume loses its data
 *   console.log(asked[0]?.said) // delete ConfigMap shop/a with policy Background
 *   console.log(graph?.nodes.map(({ label, goes }) => `${label} goes in wave ${goes}`)) // [ 'a goes in wave 0', 'b goes in wave 1' ]
 * }
 * ```
 */
export const cascadeView = (
  plan: CascadePlan,
  { requests = [], snapshot, unlisted = [] }: CascadeViewOptions = {},
): CascadeView => {
  const touched = touchedBy(plan)
  const [first, ...others] = headlineOf(plan, touched)
  return {
    at: formatInstant(plan.askedAt),
    tone: toneOf(plan, touched),
    headline: [safeText(first), ...others.map(safeText)],
    requests: requestViews(plan, requests, unlisted),
    pending: pendingViews(plan),
    waves: waveViews(plan),
    sections: sectionsOf(plan),
    next: nextOf(plan),
    totals: totalsOf(plan, touched),
    graph: snapshot === undefined ? null : cascadeGraph(plan, snapshot),
    isQuiet: plan.isQuiet,
  }
}

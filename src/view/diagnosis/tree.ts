/** The text tree of a diagnosis. */
import { counted } from '../../internal/words.js'
import { type Twig, leaf, titled } from '../twig.js'
import type { DiagnosisView, NamespaceView, ReportView } from './model.js'

/**
 * A diagnosis as a tree of lines, for `renderTree`.
 *
 * Order: why it is kept, what holds it, what its controller reports, what holds those that it waits for, outside parties,
 * next steps. Names ten pods at most.
 *
 * @example
 * ```ts
 * import { either as E, option as O } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { diagnose } from 'gcplan/simulate/cascade'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 * import { renderTree } from 'gcplan/render'
 * import { diagnosisTree, diagnosisView } from 'gcplan/view'
 *
 * const found = diagnose(Owner.defaultPolicy)({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker', uid: 'u' } }],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })('u')
 * if (E.isRight(found) && O.isSome(found.right)) console.log(renderTree([diagnosisTree(diagnosisView(found.right.value))]))
 * // Node worker stays
 * // ├─ it has no owners
 * // └─ next steps
 * //    └─ nobody has to act: it is not being deleted
 * ```
 */
export const diagnosisTree = (view: DiagnosisView): Twig => {
  const { said, why, holds, namespace, definition, behind, waits, next } = view
  return {
    text: said,
    twigs: [
      ...[...why, ...holds].map((one) => leaf(one.said)),
      ...(namespace === null ? [] : namespaceTwigs(namespace)),
      ...(definition === null ? [] : [...reportTwigs(definition), leaf(definition.nextLook)]),
      ...titled(
        'what holds those that it waits for',
        behind.map((one) => ({ text: one.target.said, twigs: one.holds.map((hold) => leaf(hold.said)) })),
      ),
      ...titled(
        'waits for others',
        waits.filter(({ party }) => party !== null).map((wait) => leaf(wait.said)),
      ),
      ...titled(
        'next steps',
        next.map((act) => leaf(act.said)),
      ),
    ],
  }
}

const reportTwigs = ({ reported }: { readonly reported: ReadonlyArray<ReportView> }): ReadonlyArray<Twig> =>
  titled(
    'reported by its controller',
    reported.map(({ said }) => leaf(said)),
  )

const namespaceTwigs = ({ reported, pods, finalizers, nextSweep }: NamespaceView): ReadonlyArray<Twig> => [
  ...reportTwigs({ reported }),
  ...titled('its pods, which go before everything else', [
    ...pods.slice(0, mostNamed).map(({ said }) => leaf(said)),
    ...(pods.length > mostNamed ? [leaf(`and ${counted(pods.length - mostNamed, 'other')}`)] : []),
  ]),
  ...titled(
    'finalizers on its content',
    finalizers.map(({ said }) => leaf(said)),
  ),
  leaf(nextSweep),
]

const mostNamed = 10

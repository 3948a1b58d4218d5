/** The text tree of a cascade: waves, and in each the changes with their reasons. */
import { type Twig, leaf, titled } from '../twig.js'
import type { CascadeView, ChangeView, Section, WaveView } from './model.js'

/**
 * A cascade as a tree of lines, for `renderTree`.
 *
 * Order: pending, waves with the earliest time after the requests, left behind, kept by other owners, stuck, circles, races,
 * unknown.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { planCascade } from 'gcplan/simulate/cascade'
 * import { kubectlOptions, scopes_1_36 } from 'gcplan/apiserver'
 * import { renderTree } from 'gcplan/render'
 * import { cascadeTree, cascadeView } from 'gcplan/view'
 *
 * const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u-a' }
 * const namespace = 'shop'
 * const planned = planCascade(Owner.defaultPolicy)([{ _tag: 'Delete', target: 'u-a', options: kubectlOptions() }])({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [
 *     { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'a', uid: 'u-a' } },
 *     { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name: 'b', uid: 'u-b', ownerReferences: [owner] } },
 *   ],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(planned)) console.log(renderTree(cascadeTree(cascadeView(planned.right))))
 * // requests
 * // └─ ConfigMap shop/a is removed: its deletion was requested
 * // collector
 * // └─ Secret shop/b is removed: its owner ConfigMap a does not exist
 * ```
 */
export const cascadeTree = ({
  pending,
  waves,
  sections,
}: Pick<CascadeView, 'pending' | 'waves' | 'sections'>): ReadonlyArray<Twig> => [
  ...[...pending, ...waves].map(waveTwig),
  ...linesOf(sections.leftBehind),
  ...linesOf(sections.keptByOthers),
  ...titled(
    sections.stuck.title,
    sections.stuck.lines.map(({ said, sentences }) => ({ text: said, twigs: sentences.map(leaf) })),
  ),
  ...linesOf(sections.circles),
  ...linesOf(sections.races),
  ...linesOf(sections.unknown),
]

const linesOf = ({ title, lines }: Section<{ readonly said: string }>): ReadonlyArray<Twig> =>
  titled(
    title,
    lines.map(({ said }) => leaf(said)),
  )

const waveTwig = ({ said, changes }: WaveView): Twig => ({ text: said, twigs: changes.map(changeTwig) })

const changeTwig = ({ target, said, sentences: [first = '', ...others] }: ChangeView): Twig => ({
  text: `${target.said} ${said}: ${first}`,
  twigs: others.map(leaf),
})

/** Patches of a release whose rules are not those of its preset: decided by the patch before the change and by the one after. */
import { either as E } from 'fp-ts'
import { expect, it } from 'vitest'

import { kubeletImageRules, kubernetesRules } from '../../src/upgrade/index.js'
import {
  clusterOf,
  nullCreation,
  planOf,
  revision,
  statefulSet,
  summary,
  template,
} from '../controllers/history/build.js'
import { container, image, node, planned, record, removed } from '../kubelet/image/build.js'

it('a pinned image goes up to 1.26.8, and stays from 1.26.9 on', () => {
  const pinned = { image: image('p', { pinned: true }), record: record('p', 1, { pinned: true }) }
  const goes = (version: string): ReadonlyArray<string> => {
    const rules = kubeletImageRules(version)
    return E.isRight(rules)
      ? removed('space', planned(node([pinned], { containers: [container('c', 'other')] }), rules.right))
      : [rules.left._tag]
  }
  expect(['1.26.0', '1.26.8', '1.26.9', 'v1.26.15-eks-1', '1.31.0'].map(goes)).toEqual([['p'], ['p'], [], [], []])
})

it('a revision of a StatefulSet that another release wrote is not its current one in 1.34.0 and 1.34.1', () => {
  const set = statefulSet(
    { template: template('new'), revisionHistoryLimit: 0 },
    { currentRevision: 'r1', updateRevision: 'r2' },
  )
  const controllerRevisions = [revision(set, 'r1', 1), nullCreation(revision(set, 'r2', 2, {}, 'new'))]
  const goes = (version: string): ReadonlyArray<string> => {
    const rules = kubernetesRules(version)
    return E.isRight(rules)
      ? summary(
          planOf(clusterOf({ statefulSets: [set], controllerRevisions }), rules.right.collectors.history).passes[1],
        ).goes
      : [rules.left._tag]
  }
  expect(['1.33.9', '1.34.0', '1.34.1', '1.34.2', '1.34', '1.35.0'].map(goes)).toEqual([[], ['r2'], ['r2'], [], [], []])
})

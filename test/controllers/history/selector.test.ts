import { describe, expect, it } from 'vitest'

import type { LabelSelector } from '../../../src/controllers/history/index.js'
import { clusterOf, deployment, planOf, replicaSet } from './build.js'

/** Whether a Deployment of a selector takes its ReplicaSet of these labels for its own. */
const selects = (selector: LabelSelector, labels: Readonly<Record<string, string>> | undefined): boolean => {
  const held = { ...replicaSet('a', '1'), metadata: { ...replicaSet('a', '1').metadata, labels } }
  const [{ kept, removals }] = planOf(
    clusterOf({ deployments: [deployment({ selector, revisionHistoryLimit: 0 })], replicaSets: [held] }),
  ).passes
  return removals.length === 1 && kept.length === 0
}

const key = 'tier'

describe('a selector', () => {
  it.each<[LabelSelector, Readonly<Record<string, string>> | undefined, boolean]>([
    [{ matchLabels: { tier: 'web' } }, { tier: 'web', app: 'x' }, true],
    [{ matchLabels: { tier: 'web' } }, { tier: 'db' }, false],
    [{ matchLabels: { tier: 'web' } }, undefined, false],
    [{ matchLabels: { tier: 'web', app: 'x' } }, { tier: 'web' }, false],
    [{ matchExpressions: [{ key, operator: 'In', values: ['web', 'db'] }] }, { tier: 'db' }, true],
    [{ matchExpressions: [{ key, operator: 'In', values: ['web', 'db'] }] }, { tier: 'cache' }, false],
    [{ matchExpressions: [{ key, operator: 'In', values: ['web'] }] }, {}, false],
    [{ matchExpressions: [{ key, operator: 'In' }] }, { tier: 'web' }, false],
    [{ matchExpressions: [{ key, operator: 'NotIn', values: ['web'] }] }, { tier: 'web' }, false],
    [{ matchExpressions: [{ key, operator: 'NotIn', values: ['web'] }] }, { tier: 'db' }, true],
    [{ matchExpressions: [{ key, operator: 'NotIn', values: ['web'] }] }, {}, true],
    [{ matchExpressions: [{ key, operator: 'Exists' }] }, { tier: '' }, true],
    [{ matchExpressions: [{ key, operator: 'Exists' }] }, {}, false],
    [{ matchExpressions: [{ key, operator: 'DoesNotExist' }] }, {}, true],
    [{ matchExpressions: [{ key, operator: 'DoesNotExist' }] }, { tier: 'web' }, false],
    [{ matchExpressions: [{ key, operator: 'Resembles', values: ['web'] }] }, { tier: 'web' }, false],
    [{ matchLabels: { app: 'x' }, matchExpressions: [{ key, operator: 'Exists' }] }, { tier: 'web', app: 'y' }, false],
    [{ matchLabels: { app: 'x' }, matchExpressions: [{ key, operator: 'Exists' }] }, { tier: 'web', app: 'x' }, true],
  ])('%o takes labels %o: %s', (selector, labels, takes) => {
    expect(selects(selector, labels)).toBe(takes)
  })
})

/** Each switch of each release changes a decision: a cluster for each, decided by every preset. */
import { expect, it } from 'vitest'

import {
  type Answer,
  type CallAnswer,
  type Policy,
  type Snapshot,
  added,
  attemptToDelete,
  deleted,
  itemsToDelete,
  memoryOf,
  nodeOf,
  observe,
  presets,
  runProgram,
} from '../../../src/controllers/owner/index.js'
import { scopeTable } from '../../../src/apiserver/scope.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { switches } from '../../../src/controllers/owner/switches.js'
import { type Decisions, decided, unnoticed, untold } from '../../decisions.js'
import { since } from '../../since.js'
import { clusterOf, object, planOf, scopes, to } from './build.js'

const lonely = object('b', [to('x')])

/** How the attempt ends to delete an object whose owner is gone, by the answer to its delete; a look after it finds none. */
const attempted = (policy: Policy, answer: CallAnswer<string>): string => {
  const seen = observe(policy)(deleted(object('x')))(observe(policy)(added(lonely))(memoryOf(policy)([object('x')])))
  const item = itemsToDelete(seen).find(({ uid }) => uid === 'b')
  if (item === undefined) throw new Error('b does not wait')
  const looks: Answer<string>[] = [{ _tag: 'Found', object: lonely }]
  const { result, queueAction } = runProgram<string>({
    get: () => looks.shift() ?? { _tag: 'NotFound' },
    call: () => answer,
  })(attemptToDelete(policy, scopeTable(scopes))(seen)<string>(item))
  return `${result._tag} ${queueAction}`
}

const widgets = { group: 'example.com', kind: 'Widget' }
const goes = (snapshot: Snapshot, policy: Policy): string =>
  planOf(snapshot, policy)
    .passes[1].removals.map(({ target }) => target.id)
    .join()

const guessed = to('x', { kind: 'Node' })
const events = [object('e1', [], {}, 'Event'), object('e2', [], {}, 'Event', 'events.k8s.io/v1')]

const decisions: Decisions<Policy> = {
  deletePreconditions: (policy) =>
    planOf(clusterOf([lonely]), policy).passes[1].removals.map(({ actions: [action] }) =>
      action._tag === 'Delete' ? Object.keys(action.options.preconditions).join() : action._tag,
    ),
  notFoundOnDelete: (policy) => attempted(policy, { _tag: 'NotFound' }),
  goneAfterConflict: (policy) =>
    attempted({ ...policy, deletePreconditions: 'uid-and-resource-version' }, { _tag: 'Conflict' }),
  unsyncedKind: (policy) => goes({ ...clusterOf([lonely]), unsyncedKinds: [widgets] }, policy),
  failedDiscovery: (policy) => {
    const widget = object('w', [to('x')], {}, 'Deployment', 'apps/v1')
    return goes({ ...clusterOf([widget]), scopes: scopes_1_36.scopes, undiscoveredGroups: ['apps'] }, policy)
  },
  namespacedDependentOfVirtualClusterOwner: (policy) =>
    itemsToDelete(memoryOf(policy)([object('n', [guessed], { namespace: undefined }, 'Node'), object('b', [guessed])]))
      .map(({ uid }) => uid)
      .join(),
  ignoredKinds: (policy) => {
    const memory = memoryOf(policy)(events)
    return ['e1', 'e2'].filter((uid) => nodeOf(uid)(memory) !== undefined).join()
  },
}

it('each release decides so since', () => {
  expect(since(decided(presets, decisions))).toEqual({
    deletePreconditions: { '1.20': ['uid'], '1.34': ['uid,resourceVersion'] },
    notFoundOnDelete: { '1.20': 'Gone requeue', '1.36': 'FoundAbsent forget' },
    goneAfterConflict: { '1.20': 'Ok forget', '1.36': 'FoundAbsent forget' },
    unsyncedKind: { '1.20': '', '1.32': 'b' },
    failedDiscovery: { '1.20': '', '1.31': 'w' },
    namespacedDependentOfVirtualClusterOwner: { '1.20': 'x', '1.26': 'x,b' },
    ignoredKinds: { '1.20': 'e2', '1.26': '' },
  })
})

it('no value of a switch could be another one unnoticed', () => {
  expect(unnoticed(presets, switches, decisions)).toEqual([])
})

it('every switch says what it decides, where upstream does, and what becomes of a situation', () => {
  expect(untold(switches)).toEqual([])
})

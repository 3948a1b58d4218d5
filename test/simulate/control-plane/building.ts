/**
 * Answers how small clusters are made for tests: Jobs and pods of one namespace at noon.
 */
import type { WholeObject } from '../../../src/apiserver/index.js'
import type { OwnerReference } from '../../../src/apiserver/object.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import type { Plan, Snapshot } from '../../../src/simulate/control-plane/index.js'
import { emptyMemory } from '../../../src/simulate/control-plane/index.js'
import { known } from '../../../src/core/index.js'

const noon = new Date('2026-01-01T12:00:00Z')
export const after = (seconds: number): Date => new Date(noon.getTime() + seconds * 1000)

export const ownedBy = (kind: string, name: string): ReadonlyArray<OwnerReference> => [
  { apiVersion: 'batch/v1', kind, name, uid: `u-${name}`, controller: true },
]

export const metadata = (name: string, more: object = {}) => ({
  namespace: 'shop',
  name,
  uid: `u-${name}`,
  resourceVersion: '7',
  ...more,
})

export const job = (
  name: string,
  more: object = {},
  spec: object = {},
  conditions: ReadonlyArray<object> = [],
): WholeObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: metadata(name, more),
  spec,
  status: { conditions },
})

export const complete = [{ type: 'Complete', status: 'True', lastTransitionTime: noon }]

export const pod = (name: string, more: object = {}, spec: object = {}, phase = 'Succeeded'): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: metadata(name, more),
  spec,
  status: { phase },
})

export const cluster = (...objects: ReadonlyArray<WholeObject>): Snapshot => ({
  at: noon,
  objects,
  scopes: scopes_1_36.scopes,
  coverage: { _tag: 'Everything' },
  apiNodes: known([]),
  memory: emptyMemory,
})

/** Names of what goes. */
export const goingIn = ({ passes: [{ removals }] }: Plan): ReadonlyArray<string> =>
  removals.map(({ target }) => target.name)

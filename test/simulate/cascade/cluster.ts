/**
 * Answers how a cascade is written down in a test.
 */
import { either as E, option as O } from 'fp-ts'

import type { Cascade, WholeObject } from '../../../src/apiserver/index.js'
import { kubectlOptions } from '../../../src/apiserver/index.js'
import type { CascadePlan, CascadeRequest, Diagnosis } from '../../../src/simulate/cascade/index.js'
import { diagnose, planCascade } from '../../../src/simulate/cascade/index.js'
import type { Coverage } from '../../../src/apiserver/scope.js'
import type { KubeObject, ObjectMeta, OwnerReference } from '../../../src/apiserver/object.js'
import type { Snapshot } from '../../../src/controllers/owner/index.js'
import { defaultPolicy } from '../../../src/controllers/owner/index.js'
import { scopes_1_36 } from '../../../src/apiserver/scopes.js'
import { everything, noon, object, scopes, to } from '../../controllers/owner/build.js'

/** A reference for which the owner waits. */
export const blocking = (uid: string, more: Partial<OwnerReference> = {}): OwnerReference =>
  to(uid, { blockOwnerDeletion: true, ...more })

/** A pod on a node, with so many seconds to end. */
export const pod = (uid: string, owners: ReadonlyArray<OwnerReference>, phase = 'Running'): WholeObject => ({
  ...object(uid, owners, {}, 'Pod'),
  spec: { nodeName: 'worker-1', terminationGracePeriodSeconds: 30 },
  status: { phase },
})

/** An object of the cluster. */
export const node = (uid: string, owners: ReadonlyArray<OwnerReference> = []): KubeObject =>
  object(uid, owners, { namespace: undefined }, 'Node')

/** A namespace, as it is after `more` has happened to it. */
export const namespace = (name: string, more: Partial<ObjectMeta> = {}): WholeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, uid: `uid-${name}`, resourceVersion: '7', ...more },
  spec: { finalizers: ['kubernetes'] },
})

export const cluster = (objects: ReadonlyArray<WholeObject>, coverage: Coverage = everything): Snapshot => ({
  at: noon,
  objects,
  scopes: [...scopes, ...scopes_1_36.scopes.filter(({ kind }) => kind === 'Namespace' || kind === 'Job')],
  coverage,
})

/** A request of kubectl. */
export const kubectl = (target: string, cascade: Cascade = 'background'): CascadeRequest => ({
  _tag: 'Delete',
  target,
  options: kubectlOptions(cascade),
})

export const cascadeOf = (snapshot: Snapshot, ...requests: ReadonlyArray<CascadeRequest>): CascadePlan => {
  const planned = planCascade(defaultPolicy)(requests)(snapshot)
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}

export const diagnosisOf = (snapshot: Snapshot, uid: string): Diagnosis => {
  const found = diagnose(defaultPolicy)(snapshot)(uid)
  if (E.isLeft(found) || O.isNone(found.right)) throw new Error('no diagnosis')
  return found.right.value
}

/** Waves in short: who, what, of which object, and why first. */
export const told = ({ waves }: Pick<CascadePlan, 'waves'>): ReadonlyArray<string> =>
  waves.flatMap(({ by, changes }, wave) =>
    changes.map(({ _tag, target, reasons }) => `${wave} ${by} ${_tag} ${target.id} ${reasons[0]._tag}`),
  )

/** Ends in short. */
export const ended = ({
  outcomes: fates,
}: Pick<CascadePlan, 'outcomes'>): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    Object.entries(fates).map(([fate, targets]) => [fate, targets.map(({ id }: { readonly id: string }) => id)]),
  )

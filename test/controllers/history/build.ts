/**
 * Answers how controllers and their histories are written down in a test: names are uids, all in one namespace.
 */
import { either as E } from 'fp-ts'

import type { KubeObject, OwnerReference } from '../../../src/apiserver/object.js'
import type { ControllerRevision, Pass, Plan, Policy, Snapshot } from '../../../src/controllers/history/index.js'
import { defaultPolicy, explain, plan } from '../../../src/controllers/history/index.js'

export * from '../../../src/testing/arbitrary/history-objects.js'

/** The plan of a sound snapshot. */
export const planOf = (snapshot: Snapshot, policy: Policy = defaultPolicy): Plan => {
  const planned = plan(policy)(snapshot)
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}

/** Names of what goes, in order, and each of what stays with its sentences. */
export const summary = ({
  removals,
  kept,
}: Pass): { readonly goes: ReadonlyArray<string>; readonly stays: object } => ({
  goes: removals.map(({ target }) => target.name),
  stays: Object.fromEntries(kept.map(({ target, reasons }) => [target.name, reasons.map(explain).join('; ')])),
})

/** The revision as releases up to 1.33 write it. */
export const nullCreation = ({ data, ...rest }: ControllerRevision): ControllerRevision => ({
  ...rest,
  data: JSON.parse(JSON.stringify(data).replace('"metadata":{', '"metadata":{"creationTimestamp":null,')) as unknown,
})

/** The object with a reference to its controller that says something else of it. */
export const naming = <O extends KubeObject>(object: O, difference: Partial<OwnerReference>): O => ({
  ...object,
  metadata: {
    ...object.metadata,
    ownerReferences: (object.metadata.ownerReferences ?? []).map((reference) => ({ ...reference, ...difference })),
  },
})

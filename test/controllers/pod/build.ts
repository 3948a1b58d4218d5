/**
 * Answers how pods, nodes and looks at them are written down in a test.
 */
import { either as E } from 'fp-ts'

import { instant } from '../../../src/core/time.js'
import { known } from '../../../src/core/index.js'
import type {
  KeepReason,
  PassName,
  Plan,
  Pod,
  PodStatus,
  Policy,
  Reason,
  Snapshot,
} from '../../../src/controllers/pod/index.js'
import { defaultPolicy, emptyMemory, plan } from '../../../src/controllers/pod/index.js'

export const noon = new Date('2026-01-01T12:00:00Z')

/** So many seconds after noon. */
export const at = (seconds: number): Date => instant(noon.getTime() + seconds * 1000)

/** A pod of namespace `ns` that was created so many seconds after noon. */
export const pod = (
  name: string,
  more: Partial<Pod['metadata']> & { readonly node?: string; readonly status?: PodStatus } = {},
): Pod => {
  const { node, status = { phase: 'Running' }, ...metadata } = more
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'ns', name, uid: `u-${metadata.namespace ?? 'ns'}-${name}`, ...metadata },
    ...(node === undefined ? {} : { spec: { nodeName: node } }),
    status,
  }
}

/** A pod that has succeeded. */
export const done = (name: string, second: number, more: Parameters<typeof pod>[1] = {}): Pod =>
  pod(name, { creationTimestamp: at(second), status: { phase: 'Succeeded' }, ...more })

export { node, outOfService } from '../../../src/testing/arbitrary/pod.js'

export const lookAt = (pods: ReadonlyArray<Pod>, more: Partial<Snapshot> = {}): Snapshot => ({
  at: noon,
  pods,
  nodes: [],
  coverage: { _tag: 'Everything' },
  apiNodes: known([]),
  memory: emptyMemory,
  ...more,
})

export const planOf = (snapshot: Snapshot, policy: Partial<Policy> = {}): Plan => {
  const planned = plan({ ...defaultPolicy, ...policy })(snapshot)
  if (E.isLeft(planned)) throw new Error(JSON.stringify(planned.left))
  return planned.right
}

/** Names of the pods that go in a pass, in order. */
export const namesGoing = ({ passes }: Plan, name: PassName): ReadonlyArray<string> =>
  passes.flatMap((pass) => (pass.name === name ? pass.removals.map(({ target }) => target.name) : []))

/** Why a pod stays or goes in a pass. */
export const reasonFor = ({ passes }: Plan, name: PassName, podName: string): Reason | KeepReason | undefined =>
  passes
    .filter((pass) => pass.name === name)
    .flatMap(
      ({
        removals,
        kept,
      }): ReadonlyArray<{
        readonly target: { readonly name: string }
        readonly reasons: ReadonlyArray<Reason | KeepReason>
      }> => [...removals, ...kept],
    )
    .find(({ target }) => target.name === podName)?.reasons[0]

/**
 * Runs the controllers of a fake cluster on one engine: the owner collector, the namespace controller, the test's own,
 * and kubelets.
 */
import { millis } from '../../core/time.js'
import type { Controller } from '../../controllers/controller.js'
import { namespaceController } from '../../controllers/namespace/controller.js'
import { ownerController } from '../../controllers/owner/controller.js'
import type { Policy } from '../../controllers/owner/policy.js'
import type { Event } from '../../controllers/owner/reason.js'
import type { CascadePolicy } from '../../simulate/cascade/policy.js'
import { onlyKubelets } from '../../simulate/cascade/controllers.js'
import type { Why } from '../../simulate/cascade/reason.js'
import { stepLimit } from '../../simulate/cascade/play-requests.js'
import { engineOf } from '../../simulate/engine/engine.js'
import { type ControllerSet, controllersIn } from '../../simulate/cascade/controller-sets.js'
import { misuse } from '../misuse.js'
import { clusterClient } from './client.js'
import { type Kubelets, kubeletsOf } from './kubelet.js'
import { checkedController } from './own-controller.js'
import type { State } from './state.js'

/** The controllers of one cluster. */
export interface Controllers {
  /** Runs all but kubelets until nothing moves. */
  readonly run: () => void
  /** Runs all of them, kubelets too; failed requests are tried again. */
  readonly runAll: () => void
  /** Restarts the owner collector: it forgets everything and lists the cluster. */
  readonly restart: () => void
  /** How many changes of objects they have observed. */
  readonly changes: () => number
  /** When the first of them wants to reconcile although nothing changes. */
  readonly wakeAt: () => Date | undefined
  /** True when one of them tries a request again and again. */
  readonly isHeldUp: () => boolean
  /** Events that the owner collector recorded. */
  readonly warnings: () => ReadonlyArray<Event>
}

/** A set of controllers as in a release. */
export interface ReleaseSet {
  readonly set: ControllerSet
  readonly rules: CascadePolicy
}

/** Controllers that have listed what a cluster holds. */
export const controllersOf = (
  state: State,
  policy: Policy,
  when: Kubelets,
  { set, rules }: ReleaseSet,
  others: ReadonlyArray<Controller>,
): Controllers => {
  const { server, scopes } = state
  let owner = ownerController({ policy, scopes })
  const controllers = [
    owner,
    ...controllersIn(set, rules),
    namespaceController({ delay: millis(0), orderedDeletion: rules.namespaceContent === 'pods-first' }),
    ...others.map(checkedController),
    kubeletsOf(when),
  ]
  const engine = engineOf<Why>({ server, client: clusterClient(state), now: () => state.now, controllers })
  const warnings: Event[] = [...owner.takeWarnings()]
  const run = (held?: ReadonlySet<string>): void => {
    const { ended } = engine.run({ limit: stepLimit(server.size()), held })
    warnings.push(...owner.takeWarnings())
    if (ended === 'CutOff') misuse('controllers go round in circles: after very many steps they still change objects')
  }
  return {
    run: () => {
      run(onlyKubelets)
    },
    runAll: () => {
      run()
    },
    restart: () => {
      owner = ownerController({ policy, scopes })
      engine.restart(owner)
      warnings.push(...owner.takeWarnings())
    },
    changes: engine.changes,
    wakeAt: engine.wakeAt,
    isHeldUp: () => controllers.some(({ name }) => engine.unsettled(name).some(({ failed }) => failed === true)),
    warnings: () => warnings,
  }
}

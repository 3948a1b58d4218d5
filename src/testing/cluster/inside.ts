/** The parts of a fake cluster, for functions of the kit that need more than its methods. */
import type { Controller } from '../../controllers/controller.js'
import type { Cast } from '../../simulate/outcomes/cast.js'
import type { World } from '../../simulate/outcomes/world.js'
import { misuse } from '../misuse.js'
import type { ReleaseSet } from './controllers.js'
import type { Policies } from './policies.js'
import type { State } from './state.js'

/** The parts of one fake cluster. */
export interface Inside {
  readonly state: State
  readonly policies: Policies
  readonly others: ReleaseSet
  /** The test's own. */
  readonly controllers: ReadonlyArray<Controller>
  /** Who took it along its last course, and where that ended. */
  latest?: { readonly cast: Cast; readonly world: World }
}

const insides = new WeakMap<object, Inside>()

/** The cluster, once its parts are kept. */
export const keepInside = <Cluster extends object>(cluster: Cluster, inside: Inside): Cluster => {
  insides.set(cluster, inside)
  return cluster
}

/** The parts of a cluster. Ends the test for what is no cluster of `fakeCluster`. */
export const insideOf = (cluster: object): Inside =>
  insides.get(cluster) ?? misuse('it is no cluster that fakeCluster made')

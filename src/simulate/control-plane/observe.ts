import { observe as observeMarks } from '../../controllers/lifecycle/memory.js'
import { observe as observeNodes } from '../../controllers/pod/memory.js'
import type { Policies } from './policy.js'
import type { Memory, Snapshot } from './snapshot.js'
import { viewsOf } from './views.js'

/**
 * Folds one observation into the memories of the collectors that have one.
 *
 * Shape, order: as `PodGc.observe` and `Lifecycle.observe`.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/podgc/gc_controller.go gcOrphaned
 */
export const observe =
  (policies: Policies) =>
  (look: Omit<Snapshot, 'memory'>) =>
  (memory: Memory): Memory => {
    const views = viewsOf({ ...look, memory })
    return {
      pod: observeNodes(policies.pod)(views.Pod)(memory.pod),
      lifecycle: observeMarks(policies.lifecycle)(views.Lifecycle)(memory.lifecycle),
    }
  }

/** The snapshot observed again, at another instant or after a change. */
export const lookAgain =
  (policies: Policies) =>
  (at: Date) =>
  (snapshot: Snapshot): Snapshot => {
    const look = { ...snapshot, at }
    return { ...look, memory: observe(policies)(look)(snapshot.memory) }
  }

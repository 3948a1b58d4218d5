/**
 * Pods that scrub volumes of the policy `Recycle`: an outside party, since nobody simulates what runs in pods. One may fail at
 * any time, or never come to an end.
 *
 * @upstream kubernetes 1.36.2 pkg/volume/util/recyclerclient/recycler_client.go RecycleVolumeByWatchingPodUntilCompletion
 */
import type { WholeObject } from '../../apiserver/object.js'
import { type Controller, noKeys } from '../../controllers/controller.js'
import { isRecyclable } from '../../controllers/pv-binder/deleter.js'
import type { BinderWhy } from '../../controllers/pv-binder/reason.js'
import { reclaimPolicyOf, withPhase } from '../../controllers/pv-binder/volume.js'
import { isVolume, phaseOf } from '../../controllers/volumes.js'

/** What they are called. */
export const recyclerName = 'recycler-pods'

/** Scrubbing fails; the keys are uids of volumes. */
export const failingRecycler = (): Controller<BinderWhy> => ({
  name: recyclerName,
  keysOf: ({ _tag, object }) => (_tag !== 'Deleted' && isScrubbed(object) ? [object.metadata.uid] : noKeys),
  reconcile: (view) => (uid) => {
    const volume = view.find(uid)
    return {
      requests:
        volume === undefined || !isScrubbed(volume)
          ? []
          : [{ _tag: 'Update', object: withPhase(volume, 'Failed'), subresource: 'status' }],
      why: { _tag: 'NotReclaimable', policy: 'Recycle' },
    }
  },
})

const isScrubbed = (object: WholeObject): boolean =>
  isVolume(object) && reclaimPolicyOf(object) === 'Recycle' && phaseOf(object) === 'Released' && isRecyclable(object)

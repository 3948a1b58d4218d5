/** The pod that scrubs a volume of the policy `Recycle`: it may fail at any time, or never end. */
import { ownField } from '../../../../src/internal/lists.js'
import type { WholeObject } from '../../../../src/apiserver/index.js'
import type { Controller } from '../../../../src/controllers/controller.js'

/** What it is called. */
export const recycler = 'recycler-pods'

const isScrubbed = ({ kind, spec, status }: WholeObject): boolean =>
  kind === 'PersistentVolume' &&
  ownField(spec, 'persistentVolumeReclaimPolicy') === 'Recycle' &&
  ownField(status, 'phase') === 'Released' &&
  (ownField(spec, 'hostPath') !== undefined || ownField(spec, 'nfs') !== undefined)

/** It fails; the keys are uids of volumes. */
export const recyclerPods = (): Controller<unknown> => ({
  name: recycler,
  keysOf: ({ _tag, object }) => (_tag !== 'Deleted' && isScrubbed(object) ? [object.metadata.uid] : []),
  reconcile: (view) => (uid) => {
    const volume = view.find(uid)
    return {
      why: '',
      requests:
        volume === undefined || !isScrubbed(volume)
          ? []
          : [
              {
                _tag: 'Update',
                subresource: 'status',
                object: { ...volume, status: { ...(volume.status as object), phase: 'Failed' } },
              },
            ],
    }
  },
})

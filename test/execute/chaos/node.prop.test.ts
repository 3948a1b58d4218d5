import { describe } from 'vitest'

import * as Containerd from '../../../src/collectors/containerd/index.js'
import * as KubeletContainer from '../../../src/collectors/kubelet-container/index.js'
import * as KubeletImage from '../../../src/collectors/kubelet-image/index.js'
import * as arbitrary from '../../../src/testing/arbitrary/index.js'
import { suffers } from './suffers.js'

describe('in chaos, a node', () => {
  suffers<KubeletContainer.Family, KubeletContainer.Snapshot, KubeletContainer.Policy>(
    'kubelet-container',
    KubeletContainer,
    arbitrary.KubeletContainer.policies,
    arbitrary.KubeletContainer.snapshots,
  )
  suffers<KubeletImage.Family, KubeletImage.Snapshot, KubeletImage.Policy>(
    'kubelet-image',
    KubeletImage,
    arbitrary.KubeletImage.policies,
    arbitrary.KubeletImage.snapshots,
  )
  suffers('containerd', Containerd, arbitrary.Containerd.arbitraryPolicy, arbitrary.Containerd.arbitrarySnapshot)
})

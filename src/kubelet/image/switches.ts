/** What releases change in the collection of images: one row for each rule. */
import type { Switches } from '../../core/switch.js'
import type { Policy } from './policy.js'

const manager = 'kubernetes v1.36.2 pkg/kubelet/images/image_gc_manager.go'

const maximumAge = {
  name: 'ImageMaximumGCAge',
  stages: 'alpha in 1.29, beta in 1.30, locked in 1.35',
}

const imageVolume = {
  name: 'ImageVolume',
  stages: 'alpha in 1.31, beta but off in 1.33, beta in 1.35, locked in 1.36',
}

export const switches: Switches<Policy> = {
  highThresholdPercent: 'setting',
  lowThresholdPercent: 'setting',
  minAge: 'setting',
  maxAge: 'setting',
  entrance: 'setting',
  int64: 'setting',
  runOrder: {
    decides: 'whether a run looks at images before it knows how full the disk is',
    upstream: `${manager} GarbageCollect`,
    example:
      'a disk with room, and an image that was pulled since the last run: it is first seen when the disk is full; it is seen at once',
  },
  maxAgePass: {
    decides: 'whether images that were unused for the maximum age go whatever the disk says',
    gate: maximumAge,
    upstream: `${manager} freeOldImages`,
    example: 'a disk with room, a maximum age of an hour, and an image that was unused for two: it stays; it goes',
  },
  maxAgeGrace: {
    decides: 'whether no image is too old before the kubelet itself has run that long',
    upstream: `${manager} freeOldImages`,
    example:
      'the kubelet started a minute ago, the maximum age is an hour, and an image was never used: it goes; it stays',
  },
  firstDetection: {
    decides: 'whether the minimum age protects images that were there when the kubelet started',
    upstream: `${manager} Start`,
    example:
      'the kubelet has just started, the disk is full, and an image is unused: it goes; it stays for the minimum age',
  },
  sandboxImage: {
    decides: 'which image counts as used whatever containers say',
    upstream: `${manager} detectImages`,
    example: 'a full disk, and no container but the pause image, which the runtime has not pinned: it stays; it goes',
  },
  containerKey: {
    decides: 'whether a container holds the image of its id, or the one of its reference',
    upstream: 'kubernetes v1.36.2 pkg/kubelet/kuberuntime/helpers.go toKubeContainer',
    example: 'a full disk, and a dead container that names its image by digest: the image goes; it stays',
  },
  pinned: {
    decides: 'whether images that the runtime has pinned stay',
    upstream: `${manager} imagesInEvictionOrder`,
    example: 'a full disk, and an unused image that the runtime has pinned: it goes; it stays',
    patches: [{ release: '1.26', from: 9, value: 'honoured' }],
  },
  imageVolumes: {
    decides: 'whether images that are mounted as volumes count as used',
    gate: imageVolume,
    upstream: `${manager} handleImageVolumes`,
    example: 'a full disk, and an unused image that a running container mounts as a volume: it goes; it stays',
  },
  runtimeClassInImageCriApi: {
    decides: 'whether one image counts once for each runtime handler',
    gate: { name: 'RuntimeClassInImageCriApi', stages: 'alpha since 1.29' },
    upstream: `${manager} detectImages`,
    example:
      'the gate is set, and one image is there for runc, in use, and for kata, unused: both count as one; that for kata goes',
  },
  shortage: {
    decides: 'what the event and the error say when too little could be freed',
    upstream: `${manager} GarbageCollect`,
    example:
      '30 of 350 wanted bytes could be freed: the text names the bytes wanted and found; it names how full the disk is, and the bytes freed',
  },
  postGCHooks: {
    decides: 'whether records of pulls go with the images that a run for space leaves no trace of',
    gate: { name: 'KubeletEnsureSecretPulledImages', stages: 'alpha in 1.33, beta in 1.35' },
    upstream: `${manager} freeSpace`,
    example: 'a run for space leaves an image in use, pulled yesterday: its record of the pull stays; it goes',
  },
}

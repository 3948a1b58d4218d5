/** What releases change in the loops of the kubelet: one row for each rule. */
import type { Switches } from '../../../core/switch.js'
import type { Config } from './config.js'

const kubelet = 'kubernetes v1.36.2 pkg/kubelet/kubelet.go'

export const switches: Switches<Config> = {
  highThresholdPercent: 'setting',
  maxAge: 'setting',
  imageLoopStops: {
    decides: 'with which settings the image loop does not start at all',
    gate: { name: 'ImageMaximumGCAge', stages: 'alpha in 1.29, beta in 1.30, locked in 1.35' },
    upstream: `${kubelet} StartGarbageCollection`,
    example: 'a high threshold of 100 and a maximum age of a day: the image loop never runs; it runs',
  },
  imageFailuresRecorded: {
    decides: 'which failures of the image loop are recorded',
    upstream: `${kubelet} StartGarbageCollection`,
    example: 'the first collection of images fails: an event says so; only a second failure in a row is recorded',
  },
  containerPeriod: 'setting',
  imagePeriod: 'setting',
  detectionPeriod: 'setting',
  imageListPeriod: 'setting',
}

/** What releases change in the clean-up of finished Jobs. */
import type { Switches } from '../../core/switch.js'
import type { Policy } from './policy.js'

export const switches: Switches<Policy> = {
  controller: {
    decides: 'whether finished Jobs go when their time to live is over',
    gate: { name: 'TTLAfterFinished', stages: 'alpha in 1.12, beta in 1.21, locked in 1.23' },
    upstream: 'kubernetes 1.36.2 pkg/controller/ttlafterfinished/ttlafterfinished_controller.go processJob',
    example: 'a Job that finished an hour ago and has ttlSecondsAfterFinished 60: it stays; it goes',
  },
}

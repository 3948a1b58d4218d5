/** Sentences for what the binder does. */
import type { BinderWhy } from './reason.js'

/** One line for why a volume or a claim is changed. */
export const explainBinder = (why: BinderWhy): string => {
  switch (why._tag) {
    case 'VolumeReleased':
      return 'its claim is gone'
    case 'VolumeAvailable':
      return 'no claim is bound to it'
    case 'VolumeBound':
      return 'it and its claim name each other'
    case 'StorageDeleted':
      return 'its claim is gone, and under its policy Delete the storage behind it has been deleted'
    case 'NotReclaimable':
      return `its claim is gone, and no volume plugin can carry out its policy ${why.policy}`
    case 'VolumeGuarded':
      return 'a volume plugin created it, and protects it while its policy is Delete'
    case 'ClaimLost':
      return 'its volume is gone, or bound to another claim'
    case 'VolumeProvisioned':
      return 'its storage class makes a volume for each claim'
  }
}

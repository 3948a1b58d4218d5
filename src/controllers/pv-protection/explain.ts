/** Sentences for what the protection of volumes does. */
import type { VolumeProtectionWhy } from './controller.js'

/** One line for why a volume is protected, or no longer. */
export const explainVolumeProtection = ({ _tag }: VolumeProtectionWhy): string =>
  _tag === 'VolumeUnbound'
    ? 'it is being deleted, and no claim is bound to it'
    : 'every volume is protected while it is bound'

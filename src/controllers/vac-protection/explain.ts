/** Sentences for what the protection of VolumeAttributesClasses does. */
import type { ClassProtectionWhy } from './controller.js'

/** One line for why a class is protected, or no longer. */
export const explainClassProtection = ({ _tag }: ClassProtectionWhy): string =>
  _tag === 'ClassUnused'
    ? 'it is being deleted, and no volume or claim names it'
    : 'every class is protected while a volume or claim names it'

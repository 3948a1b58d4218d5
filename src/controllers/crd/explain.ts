/** Sentences for what the finalizer controller of definitions does. */
import type { DefinitionWhy } from './controller.js'

/** One line for why an instance is deleted, or a definition changed. */
export const explainDefinition = (why: DefinitionWhy): string => {
  switch (why._tag) {
    case 'DefinitionDeleted':
      return `its CustomResourceDefinition ${why.definition} is being deleted`
    case 'InstancesGone':
      return 'none of its instances is left'
    case 'DefinitionReported':
      return 'its conditions report the progress'
  }
}

/** Sentences for what the EndpointSlice controller does. */
import type { SliceWhy } from './controller.js'

/** One line for why a slice comes, goes or gets an owner. */
export const explainSlice = ({ _tag, service }: SliceWhy): string => {
  switch (_tag) {
    case 'SliceMissing':
      return `Service ${service} selects pods and has no EndpointSlice`
    case 'SliceAdopted':
      return `its label names Service ${service}, which has no EndpointSlice of its own`
    case 'SliceOfAnother':
      return `it is labelled as a slice of Service ${service} but does not belong to it`
  }
}

/** Sentences for what the ServiceCIDR controller does. */
import type { RangeWhy } from './controller.js'

/** One line for why a range of Service addresses is protected, or no longer. */
export const explainRange = ({ _tag }: RangeWhy): string => {
  switch (_tag) {
    case 'RangeUnused':
      return 'it is being deleted, and every address of it is in another range'
    case 'RangeInUse':
      return 'it is being deleted, and has an address that is in no other range'
    case 'RangeProtected':
      return 'every range is protected while one of its addresses is in no other'
  }
}

/** Sentences for what the StatefulSet controller does. */
import type { SetWhy } from './reason.js'

/** One line for why the StatefulSet controller makes, deletes or changes an object. */
export const explainSet = (why: SetWhy): string => {
  switch (why._tag) {
    case 'SetPodMissing':
      return `StatefulSet ${why.set} has no pod ${why.ordinal}`
    case 'SetClaimMissing':
      return `pod ${why.ordinal} of StatefulSet ${why.set} needs a claim of its template ${why.template}`
    case 'SetPodEnded':
      return `it is ${why.phase}, and its StatefulSet replaces it`
    case 'SetScaledDown':
      return why.from === why.before
        ? `StatefulSet ${why.set} is scaled to 0`
        : `StatefulSet ${why.set} is scaled to the pods ${why.from} to ${why.before - 1}, without ${why.ordinal}`
    case 'SetClaimRetention':
      return `StatefulSet ${why.set} has whenDeleted ${why.whenDeleted} and whenScaled ${why.whenScaled}, and ${why.isWanted ? 'keeps' : 'drops'} the pod of the claim`
    case 'SetClaimOfAnother':
      return `another controller owns the claim, so StatefulSet ${why.set} and its pod stop owning it`
    case 'SetRevisionMissing':
      return `StatefulSet ${why.set} has no revision of its template`
  }
}

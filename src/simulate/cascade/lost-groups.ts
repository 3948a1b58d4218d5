/** Groups for which no server answers any more because of a cascade: from then on no namespace ends. */
import { isApiService, isUnavailable } from '../../controllers/namespace/discovery.js'
import { type BlockerContext, serversIn } from './blockers.js'
import { notListed } from './namespace-blockers.js'
import type { CascadePlan } from './reason.js'

/** Those that lose their server between two moments, in the order of the later one. */
export const lostGroups = (before: BlockerContext, after: BlockerContext): CascadePlan['lostGroups'] => {
  const services = after.objects.filter(isApiService)
  if (services.length === 0) return []
  const [then, now] = [serversIn(before), serversIn(after)]
  const answered = new Set(
    before.objects.filter((one) => isApiService(one) && !isUnavailable(then, one)).map(({ metadata }) => metadata.uid),
  )
  return services.filter((service) => answered.has(service.metadata.uid) && isUnavailable(now, service)).map(notListed)
}

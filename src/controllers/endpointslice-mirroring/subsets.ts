/**
 * How many slices show the addresses of Endpoints: one for each list of ports and family of addresses. The real controller
 * makes more where a list has over a thousand addresses.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/endpointslicemirroring/reconciler_helpers.go newEndpointSlice
 */
import type { WholeObject } from '../../apiserver/object.js'
import { canonicalJson } from '../../internal/canonical-json.js'
import { ownField } from '../../internal/lists.js'
import { listIn } from '../workload/fields.js'

/** The number of slices for Endpoints. */
export const mirroredSlices = (endpoints: WholeObject): number => {
  const kinds = new Set<string>()
  for (const subset of listIn(endpoints, 'subsets')) {
    const ports = canonicalJson(listIn(subset, 'ports'))
    for (const address of [...listIn(subset, 'addresses'), ...listIn(subset, 'notReadyAddresses')]) {
      const ip = ownField(address, 'ip')
      if (typeof ip === 'string') kinds.add(`${ip.includes(':') ? 'IPv6' : 'IPv4'} ${ports}`)
    }
  }
  return kinds.size
}

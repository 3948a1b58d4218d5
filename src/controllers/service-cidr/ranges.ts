/**
 * Whether a ServiceCIDR is in use: while an address of it is in no other one.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/servicecidrs/servicecidrs_controller.go canDeleteCIDR
 */
import { type WholeObject, groupOf } from '../../apiserver/object.js'
import { ownField } from '../../internal/lists.js'
import type { View } from '../controller.js'
import { labelOf } from '../selector.js'
import { listIn } from '../workload/fields.js'
import { type IpAddress, type IpPrefix, addressIn, canAllocate, containsPrefix, prefixIn } from './address.js'

const networking = 'networking.k8s.io'

/** True for a ServiceCIDR. */
export const isRange = ({ apiVersion, kind }: WholeObject): boolean =>
  kind === 'ServiceCIDR' && groupOf(apiVersion) === networking

/** The address that an IPAddress stands for; only those that the API server itself keeps count. */
export const addressOf = (object: WholeObject): IpAddress | undefined =>
  object.kind === 'IPAddress' &&
  groupOf(object.apiVersion) === networking &&
  labelOf('ipaddress.kubernetes.io/managed-by')(object) === 'ipallocator.k8s.io'
    ? addressIn(object.metadata.name)
    : undefined

/** Whether anything would be left without a range. `unknown`: what is not shown or can't be read may be. */
export const useOf = (view: View, range: WholeObject): 'used' | 'unused' | 'unknown' => {
  const written = ownField(range.spec, 'cidrs')
  const own = prefixesOf(range)
  if (!Array.isArray(written) || own.length < written.length) return 'unknown'
  const others = rangesIn(view).filter(({ metadata }) => metadata.uid !== range.metadata.uid)
  const isContained = own.every((inner) =>
    others.some((other) => prefixesOf(other).some((outer) => containsPrefix(outer, inner))),
  )
  if (isContained) return 'unused'
  const { apiVersion } = range
  if (hasOwnAddress(view, range, others)) return view.covers(apiVersion, 'ServiceCIDR') ? 'used' : 'unknown'
  return view.covers(apiVersion, 'IPAddress') ? 'unused' : 'unknown'
}

/** True if an address is in this range alone. */
const hasOwnAddress = (view: View, range: WholeObject, others: ReadonlyArray<WholeObject>): boolean =>
  view.listOf(networking, 'IPAddress').some((object) => {
    const address = addressOf(object)
    const allocates = (one: WholeObject): boolean =>
      address !== undefined && prefixesOf(one).some((prefix) => canAllocate(prefix, address))
    return allocates(range) && !others.some(allocates)
  })

const rangesIn = (view: View): ReadonlyArray<WholeObject> => view.listOf(networking, 'ServiceCIDR')

/** Those that can be read. */
const prefixesOf = ({ spec }: WholeObject): ReadonlyArray<IpPrefix> =>
  listIn(spec, 'cidrs').flatMap((cidr) => {
    const prefix = typeof cidr === 'string' ? prefixIn(cidr) : undefined
    return prefix === undefined ? [] : [prefix]
  })

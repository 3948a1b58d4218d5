/**
 * The ServiceCIDR controller: a range that is being deleted keeps its finalizer while an address of it is in no other range.
 * Then it goes 10 s after the request.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/servicecidrs/servicecidrs_controller.go sync
 */
import { type Condition, withCondition } from '../../apiserver/definition.js'
import { type WholeObject, hasFinalizer, isBeingDeleted } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { type Millis, after, millis } from '../../core/time.js'
import { compareInstant } from '../../internal/lists.js'
import { putFinalizer, takeFinalizer } from '../acts.js'
import { type Controller, type View, noKeys } from '../controller.js'
import { andThen, call, done, inTurn } from '../program.js'
import { addressOf, isRange, useOf } from './ranges.js'

/** Why a range is protected, or no longer. */
export type RangeWhy =
  /**
   * It is being deleted, and every address of it is in another range.
   * @upstream kubernetes 1.36.2 pkg/controller/servicecidrs/servicecidrs_controller.go removeServiceCIDRFinalizerIfNeeded
   */
  | { readonly _tag: 'RangeUnused' }
  /**
   * It is being deleted, and has an address that is in no other range.
   * @upstream kubernetes 1.36.2 pkg/controller/servicecidrs/servicecidrs_controller.go canDeleteCIDR
   */
  | { readonly _tag: 'RangeInUse' }
  /**
   * Every range has the finalizer.
   * @upstream kubernetes 1.36.2 pkg/controller/servicecidrs/servicecidrs_controller.go addServiceCIDRFinalizerIfNeeded
   */
  | { readonly _tag: 'RangeProtected' }

/** What it is called. */
const serviceCidrControllerName = 'service-cidr-controller'

/** The finalizer of ranges. */
export const rangeFinalizer = 'networking.k8s.io/service-cidr-finalizer'

/**
 * So long the API servers may still give out addresses of a range that is being deleted.
 *
 * @upstream kubernetes 1.36.2 pkg/controller/servicecidrs/servicecidrs_controller.go deletionGracePeriod
 */
const propagation: Millis = millis(10_000)

/** The key of all ranges that are being deleted; it is no name. */
const everyTerminating = '/'

/** The controller; its keys are names of ranges, and one for all that are being deleted. */
export const serviceCidrController = (): Controller<RangeWhy> => ({
  name: serviceCidrControllerName,
  /** @upstream kubernetes 1.36.2 pkg/controller/servicecidrs/servicecidrs_controller.go processNext */
  retries: 'refusals',
  watches: ['ServiceCIDR', 'IPAddress'],
  keysOf: ({ _tag, object }) => {
    if (isRange(object))
      return _tag === 'Deleted' ? noKeys : [object.metadata.name, ...(_tag === 'Added' ? [everyTerminating] : [])]
    return _tag !== 'Updated' && addressOf(object) !== undefined ? [everyTerminating] : noKeys
  },
  reconcile: (view) => (key) => {
    const ranges = view
      .listOf('networking.k8s.io', 'ServiceCIDR')
      .filter((range) => (key === everyTerminating ? isBeingDeleted(range) : range.metadata.name === key))
    const turns = ranges.map((range) => turnOf(view, range))
    const [due] = turns.flatMap(({ waits }) => waits).sort(compareInstant)
    return andThen(inTurn(turns.flatMap(({ requests }) => requests).map((one) => () => call(one))), () =>
      done({
        why: ({ request, before }) => [whyOf(request, before)],
        again: due === undefined ? undefined : { _tag: 'At', at: due },
      }),
    )
  },
})

/** What to do about one range, or when. */
interface Turn {
  readonly requests: ReadonlyArray<ApiRequest>
  readonly waits: ReadonlyArray<Date>
}

const turnOf = (view: View, range: WholeObject): Turn => {
  const { deletionTimestamp: begun } = range.metadata
  const has = hasFinalizer(rangeFinalizer)(range)
  if (begun === undefined) return has ? idle : doing([putFinalizer(range, rangeFinalizer)])
  const use = useOf(view, range)
  if (use === 'used') return doing(sayingInUse(range))
  if (use === 'unknown' || !has) return idle
  const due = after(begun, propagation)
  return due > view.at ? { requests: [], waits: [due] } : doing([takeFinalizer(range, rangeFinalizer)])
}

const doing = (requests: ReadonlyArray<ApiRequest>): Turn => ({ requests, waits: [] })

const idle = doing([])

const sayingInUse = (range: WholeObject): ReadonlyArray<ApiRequest> => {
  const object = withCondition(range, inUse)
  return object === range ? [] : [{ _tag: 'Update', object, subresource: 'status' }]
}

const inUse: Condition = {
  type: 'Ready',
  status: 'False',
  reason: 'Terminating',
  message: 'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
}

const whyOf = (request: ApiRequest, before: WholeObject): RangeWhy =>
  request._tag === 'Update' && request.subresource === 'status'
    ? { _tag: 'RangeInUse' }
    : { _tag: isBeingDeleted(before) ? 'RangeUnused' : 'RangeProtected' }

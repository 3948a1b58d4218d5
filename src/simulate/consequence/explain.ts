/** Sentences for what a cascade does to data, and for what comes back. */
import { named } from '../../apiserver/object.js'
import { isClaim } from '../../controllers/volumes.js'
import type { ComesBack } from './comes-back.js'
import type { DataVerdict } from './data.js'
import { type NeedState, type OutsideWait, domainOf } from './holder.js'

/**
 * One line for a verdict on data.
 *
 * @example
 * ```ts
 * import { explainData } from 'gcplan/simulate/cascade'
 *
 * const target = { _tag: 'Object', id: 'u', apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'shop', name: 'db' } as const
 * const by = { _tag: 'Driver', driver: 'ebs.csi.aws.com' } as const
 * console.log(explainData({ target, verdict: 'lost', by, isWaiting: false }))
 * // the data of PersistentVolumeClaim shop/db is lost: ebs.csi.aws.com deletes the storage
 * ```
 */
export const explainData = ({ target, verdict, by, with: other, isWaiting, deletedBy }: DataVerdict): string => {
  const whose = `the data of ${named(target)}`
  const when = deletedBy !== undefined ? ` once ${deletedBy} deletes it` : isWaiting ? ' once it goes' : ''
  switch (verdict) {
    case 'lost':
      return `${whose} is lost${when}: ${destroyer(by)}`
    case 'kept':
      return `${whose} is kept: a claim is bound to it`
    case 'unbound':
      if (isClaim(target) && other === undefined)
        return `${named(target)} has no volume of its own: no data goes with it`
      return `${whose} is kept${when}, but no claim is bound to it any more`
    case 'unknown':
      return `${whose}: unknown, its volume or its policy is not listed`
  }
}

const destroyer = (by: DataVerdict['by']): string => {
  switch (by?._tag) {
    case 'Driver':
      return `${by.driver} deletes the storage`
    case 'Scrubber':
      return 'a pod scrubs the volume for the next claim'
    default:
      return 'a volume plugin of the control plane deletes the storage'
  }
}

/** One line for what comes back. */
export const explainComesBack = ({ target, maker }: ComesBack): string =>
  `${named(target)} comes back: ${maker === undefined ? 'every namespace has one' : `${named(maker)} makes ${anew(maker)}`}`

/** A CronJob waits for its schedule, and gives its Jobs other names. */
const anew = ({ kind }: { readonly kind: string }): string =>
  kind === 'CronJob' ? 'another one when its schedule says so' : 'it again'

/**
 * One line for a finalizer that an outside party removes.
 *
 * @example
 * ```ts
 * import { explainWait } from 'gcplan/simulate/cascade'
 *
 * const target = { _tag: 'Object', id: 'u', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a' } as const
 * console.log(explainWait({ target, finalizer: 'example.com/hold', needs: [], deletes: [] }))
 * // ConfigMap shop/a waits for the controller of example.com to remove example.com/hold
 * ```
 */
export const explainWait = ({ target, finalizer, holder, needs, deletes, pausedBy }: OutsideWait): string => {
  const { domain } = domainOf(finalizer, target)
  const who = holder?.party ?? (domain === undefined ? 'whoever set it' : `the controller of ${domain}`)
  const when = holder === undefined ? '' : `, which happens ${holder.when}`
  const dying = needs.flatMap(({ state, what, by }) =>
    state === 'dies'
      ? [diesToo(what, by)]
      : state === 'absent'
        ? [`; but ${what} does not exist, so it may stay forever`]
        : [],
  )
  const [first] = deletes
  const lost =
    first === undefined
      ? ''
      : `; it deletes ${deletes.length} listed object${deletes.length === 1 ? '' : 's'} first (${deletes.length === 1 ? '' : 'e.g. '}${named(first)})`
  const paused = pausedBy === undefined ? '' : `; but the annotation ${pausedBy} stops that as long as it is there`
  return `${named(target)} waits for ${who} to remove ${finalizer}${when}${lost}${dying.join('')}${paused}`
}

const diesToo = (what: string, by: NeedState['by']): string =>
  `; but ${what} goes in the same cascade${by === undefined ? '' : ` (${named(by)})`}, so it may stay forever`

const mostNamed = 3

/** How much data is lost, and whose, in one sentence; nothing where none is. Volumes of unknown size are counted without it. */
export const sayLosses = (
  data: ReadonlyArray<DataVerdict>,
  sayBytes: (bytes: number) => string,
): string | undefined => {
  const lost = data.filter(({ verdict }) => verdict === 'lost')
  if (lost.length === 0) return undefined
  const bytes = lost.reduce((sum, one) => sum + (one.bytes ?? 0), 0)
  const size = bytes === 0 ? '' : ` (${sayBytes(bytes)})`
  const when = lost.every(({ isWaiting }) => isWaiting) ? ` once ${lost.length === 1 ? 'it goes' : 'they go'}` : ''
  const more = lost.length > mostNamed ? ` and ${lost.length - mostNamed} more` : ''
  const which = lost.slice(0, mostNamed).map(({ target }) => named(target))
  return `${lost.length} volume${lost.length === 1 ? ' loses its' : 's lose their'} data${size}${when}: ${which.join(', ')}${more}`
}

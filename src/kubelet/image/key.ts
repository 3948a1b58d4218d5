/**
 * The key by which the kubelet tells images apart. Keys of images, records and uses are made only here.
 */
import type { option as O } from 'fp-ts'

import * as fp from '../../core/fp.js'
import type { Policy } from './policy.js'
import type { Target } from './reason.js'

type Gate = Pick<Policy, 'runtimeClassInImageCriApi'>

/** Anything with an image id and a runtime handler: a listed image, a record, the image that a container uses. */
interface Handled {
  readonly id: string
  readonly runtimeHandler: string
}

/** The runtime handler as part of the key: none while the gate is off. */
export const handlerOf = ({ runtimeClassInImageCriApi }: Gate, { runtimeHandler }: Handled): O.Option<string> =>
  runtimeClassInImageCriApi ? (runtimeHandler === '' ? noHandler : fp.some(runtimeHandler)) : fp.none

/** Of most images. */
const noHandler: O.Option<string> = fp.some('')

/** The runtime handler that a record remembers: empty while the gate is off. */
export const rememberedHandler = (gate: Gate, handled: Handled): string => {
  const handler = handlerOf(gate, handled)
  return fp.isNone(handler) ? '' : handler.value
}

/** The key: the image id, followed by a comma and the runtime handler if the gate is on and there is one. */
export const keyOf = ({ runtimeClassInImageCriApi }: Gate, { id, runtimeHandler }: Handled): string =>
  keyWith(id, runtimeClassInImageCriApi ? runtimeHandler : '')

/** Whether a record belongs to one of these targets; a target without a handler is keyed by the image id alone. */
export const belongsToAny = (targets: ReadonlyArray<Target>): ((record: Handled) => boolean) => {
  const keysBy = (heedsHandler: boolean): ReadonlySet<string> =>
    new Set(targets.flatMap(({ id, runtimeHandler }) => (fp.isSome(runtimeHandler) === heedsHandler ? [id] : [])))
  const [withHandler, withoutHandler] = [keysBy(true), keysBy(false)]
  return ({ id, runtimeHandler }) => withHandler.has(keyWith(id, runtimeHandler)) || withoutHandler.has(id)
}

const keyWith = (id: string, handler: string): string => (handler === '' ? id : `${id},${handler}`)

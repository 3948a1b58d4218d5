import { option as O } from 'fp-ts'

import { type Decoder, inside, own, reading, withDefault } from '../codec.js'
import { text } from '../leaf.js'
import { isRecord } from '../../internal/lists.js'

/** Label by which a container names the uid of its pod. */
const podUidLabel = 'io.kubernetes.pod.uid'

/** The uid of the pod that labels name; empty when they name none. */
export const podUidOf: Decoder<string> = withDefault(
  reading(`an object in which ${podUidLabel}, if there, is a string`, (labels) => {
    if (!isRecord(labels)) return O.none
    const uid = own(labels, podUidLabel) ?? ''
    return typeof uid === 'string' ? O.some(uid) : O.none
  }),
  '',
)

/** The runtime handler that an image spec names; empty when it names none, or when there is no spec. */
export const handlerOf: Decoder<string> = withDefault(inside('runtimeHandler', withDefault(text, '')), '')

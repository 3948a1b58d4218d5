import { type Schema, instant, text, where } from '../../internal/schema/schema.js'
import { distinctBy, list, object } from '../../internal/schema/object.js'
import type { Mark, Memory } from './snapshot.js'

const name = where(text, 'text that is not empty', (value) => value !== '')

export const memory: Schema<Memory> = object<Memory>({
  marks: distinctBy('uid', list(object<Mark>({ uid: name, since: instant, epoch: text }))),
})

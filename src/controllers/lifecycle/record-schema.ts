import { instant, text } from '../../internal/schema/leaf.js'
import { distinctBy, list } from '../../internal/schema/list.js'
import { object } from '../../internal/schema/object.js'
import type { Schema } from '../../internal/schema/schema.js'
import { where } from '../../internal/schema/schema.js'
import type { Mark, Memory } from './snapshot.js'

const name = where(text, 'text that is not empty', (value) => value !== '')

export const memory: Schema<Memory> = object<Memory>({
  marks: distinctBy('uid', list(object<Mark>({ uid: name, since: instant, epoch: text }))),
})

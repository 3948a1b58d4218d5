import { instant, text, where } from '../../internal/schema/schema.js'
import { list, object } from '../../internal/schema/object.js'
import type { Schema } from '../../internal/schema/schema.js'
import type { Memory, Quarantined } from './record.js'

const name = where(text, 'text that is not empty', (value) => value !== '')

export const memory: Schema<Memory> = object<Memory>({
  waiting: list(object<Quarantined>({ node: name, until: instant })),
  ripe: list(text),
})

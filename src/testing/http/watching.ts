/** A watch as a value. */
import type { Resource } from './resources.js'
import type { Selects } from './selector.js'
import type { Form } from './show.js'

/** One watch, as far as it has got. */
export interface Watch {
  readonly resource: Resource
  readonly prefix: string
  readonly selects: Selects
  readonly form: Form
  /** What is there comes first: as events, and with a bookmark at its end where that was asked for. */
  readonly first: 'nothing' | 'objects' | 'objects-and-bookmark'
  /** The version up to which it has told. */
  readonly revision: number
  readonly bookmarks: boolean
  /** When it last said how far it is. */
  readonly toldAt: Date
  /** When the server ends it. */
  readonly endsAt: Date
}

/**
 * The memory of the pod garbage collector.
 */
import { type Schema, instant, name, text } from '../../internal/schema/schema.js'
import { list, object } from '../../internal/schema/object.js'

/** A node in quarantine, and until when. */
export interface Quarantined {
  readonly node: string
  readonly until: Date
}

/** State kept between runs. */
export interface Memory {
  /** By name. */
  readonly waiting: ReadonlyArray<Quarantined>
  /** Nodes whose quarantine ended at the last observation, by name; looked up in that run, then dropped. */
  readonly ripe: ReadonlyArray<string>
}

/** A document may hold an empty name, which a plan refuses. */
const node: Schema<string> = { ...name, form: text.form }

export const memory: Schema<Memory> = object<Memory>({
  waiting: list(object<Quarantined>({ node, until: instant })),
  ripe: list(text),
})

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

/** What is carried from run to run. */
export interface Memory {
  /** By name. */
  readonly waiting: ReadonlyArray<Quarantined>
  /** Nodes whose time was over at the last look, by name; they are looked up in that run and then forgotten. */
  readonly ripe: ReadonlyArray<string>
}

/** A document may hold an empty name, which a plan refuses. */
const node: Schema<string> = { ...name, form: text.form }

export const memory: Schema<Memory> = object<Memory>({
  waiting: list(object<Quarantined>({ node, until: instant })),
  ripe: list(text),
})

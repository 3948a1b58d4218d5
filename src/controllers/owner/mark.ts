/**
 * Answers which facts of an object the collector's graph holds, one bit each.
 */

/** Facts by name. */
export const marks = {
  /** Its deletion has been asked for. */
  deleting: 1,
  /** It is being deleted and waits for its dependents, as the graph knows. */
  foreground: 2,
  /** It is being deleted and leaves its dependents behind. */
  orphaning: 4,
  /** The collector looks at it by itself. */
  examined: 8,
  /** Every reference names an object seen before by its version, kind, name and namespace. */
  exact: 16,
  /** The collector does not watch it. */
  ignored: 32,
} as const

/** Adds facts to a node. */
export const mark = (all: Uint8Array, node: number, facts: number): void => {
  all[node] = (all[node] as number) | facts
}

/** True when a node has all of these facts. */
export const hasMarks = (all: Uint8Array, node: number, facts: number): boolean =>
  ((all[node] as number) & facts) === facts

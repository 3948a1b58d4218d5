/** How long a list of an answer is, of which the page holds the first rows only. */
import type { Answer } from '../worker/protocol'

/** The rows of a list in all; `list` is its JSON pointer in the view. */
export const totalOf = ({ cuts }: Pick<Answer, 'cuts'>, list: string, rows: ReadonlyArray<unknown>): number =>
  cuts.find((cut) => cut.list === list)?.total ?? rows.length

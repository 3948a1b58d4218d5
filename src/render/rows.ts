/** What columns show of rows. */
import type { Int64 } from '../core/int64.js'
import type { Row } from '../view/plan/model.js'

/** True for a row that frees bytes; the count is zero if the component does not count bytes. */
export const freesBytes = (row: Row): row is Row & { readonly frees: Int64 } => row.frees !== null && row.frees !== 0

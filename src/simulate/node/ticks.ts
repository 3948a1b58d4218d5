/** The first instant of a rhythm that is not before `moment`. */
export const nextTick = (first: number, period: number, moment: number): number =>
  moment <= first ? first : first + Math.ceil((moment - first) / period) * period

/** The last instant of a rhythm that is before `moment`; null: there is none. */
export const lastTickBefore = (first: number, period: number, moment: number): number | null =>
  moment <= first ? null : first + (Math.ceil((moment - first) / period) - 1) * period

/**
 * The first instant of a rhythm from `from`, itself an instant of it, up to `until` at which something holds that never
 * ceases to hold once it does; infinity where there is none.
 */
export const firstTickWhere = (
  from: number,
  period: number,
  until: number,
  holds: (moment: number) => boolean,
): number => {
  if (from > until) return Infinity
  let least = 0
  let most = Math.floor((until - from) / period)
  if (!holds(from + most * period)) return Infinity
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (holds(from + middle * period)) most = middle
    else least = middle + 1
  }
  return from + least * period
}

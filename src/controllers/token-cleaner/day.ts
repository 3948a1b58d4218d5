/** Days as labels have them, e.g. `2026-01-31`. They begin at midnight UTC. */
import { after, epochOfRfc3339, instant, millis } from '../../core/time.js'

const wholeDay = millis(86_400_000)

/** The day of an instant. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The instant at which the day after one begins; nothing for a text that is no day. */
export const endOfDay = (day: string): Date | undefined => {
  const epoch = epochOfRfc3339(`${day}T00:00:00Z`)
  return epoch === null ? undefined : after(instant(epoch), wholeDay)
}

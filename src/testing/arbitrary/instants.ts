import { after, instant, millis } from '../../core/time.js'
import { noon } from '../when.js'

/** So many minutes after noon. */
export const minute = (minutes: number): Date => after(noon, millis(60_000 * minutes))

/** So many seconds after noon. */
export const second = (seconds: number): Date => after(noon, millis(1000 * seconds))

/** When arbitrary stores are looked at; the milliseconds count. */
export const momentOfContainerd: Date = instant(1_772_600_767_008)

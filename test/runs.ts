/**
 * The one place that decides how often a property runs. The configuration of vitest says which speed it is, and nothing
 * else: no environment variable reaches a test's runs.
 */
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Quick runs a sample of the full number. A configuration that says nothing runs in full. */
    readonly speed?: 'quick' | 'full'
  }
}

/** One run in so many is made at the quick speed, but never fewer than {@link LEAST}. */
const ONE_IN = 20
const LEAST = 5

/** Whether laws run as often as they say: what they meet on the way can be counted then, which few runs leave to chance. */
export const full: boolean = inject('speed') !== 'quick'

/** How often a property runs that asks for so many runs in full. */
export const runs = (inFull: number): number =>
  full ? inFull : Math.min(inFull, Math.max(LEAST, Math.ceil(inFull / ONE_IN)))

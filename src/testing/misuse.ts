/**
 * Errors for tests that misuse the kit. The kit throws, so that the test fails at the mistake; the library itself
 * never throws.
 */
import { type DecodeError, linesOf } from '../decode/index.js'

/** Ends a test with a sentence. */
export const misuse = (what: string): never => {
  throw new Error(`gcplan/testing: ${what}`)
}

/** Ends a test with what is wrong with an input. */
export const badInput = (error: DecodeError): never => misuse(linesOf(error).join('; '))

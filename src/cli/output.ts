/** What is printed in parts: small enough, it is one text like any other. */
import type { Output, Result } from './command.js'

type Printed = Pick<Result, 'stdout' | 'more'>

/** What is shorter is made at once. */
const smallest = 2 ** 24

/** The beginning of what is printed, and what follows it. */
export const begun = (output: Output, limit: number = smallest): Printed => {
  if (typeof output === 'string') return { stdout: output }
  const parts = output.parts[Symbol.iterator]()
  const first: string[] = []
  for (let length = 0; length <= limit; length += first.at(-1)?.length ?? 0) {
    const next = parts.next()
    if (next.done === true) return { stdout: first.join('') }
    first.push(next.value)
  }
  return { stdout: first.join(''), more: { [Symbol.iterator]: () => parts } }
}

/** All that is printed as one text, which a longer one cannot be. */
export const wholeOf = ({ stdout, more = [] }: Printed): string => [stdout, ...more].join('')

/** Bytes to the JSON values of their lines. */
import { thrownAs } from './request.js'

/** A line that is longer is no event of a server: an object has a megabyte at most. */
const longestLine = 64 * 1024 * 1024

/** The JSON value of each line, as soon as it is whole. Throws {@link Unreadable}; half a line at the end is dropped. */
export const jsonLines = async function* (path: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<unknown> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw failure(path, 'a line without end')
    for (const line of lines) if (line.trim() !== '') yield parsed(path, line)
  }
}

const parsed = (path: string, line: string): unknown => {
  try {
    const value: unknown = JSON.parse(line)
    return value
  } catch {
    throw failure(path, `expected an event of a watch, got ${JSON.stringify(line.slice(0, 80))}`)
  }
}

const failure = (path: string, message: string): Error => thrownAs({ _tag: 'Unreadable', path, message })

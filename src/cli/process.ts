/** What the process tells and hears: signals, and progress on a terminal. */
import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import process from 'node:process'
import type { Writable } from 'node:stream'

import { function as F } from 'fp-ts'

import { countingMebibytes, mebibyte } from './bytes.js'

/** True for a descriptor that is no pipe and no file, such as /dev/null, or closed. */
export const isNothing = (descriptor: number): boolean => {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    return true
  }
}

/** A text in parts, whose bytes need less room than those of the whole; no part ends within a character. */
export function* inParts(text: string, length: number = mebibyte): Iterable<string> {
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at + length - 1)
    const end = at + length + (code >= 0xd800 && code < 0xdc00 ? 1 : 0)
    yield text.slice(at, end)
    at = end
  }
}

/** Writes parts one after the other, each once there is room for it, and no more of them where nobody reads on. */
export const writeParts = async (
  stream: Writable,
  parts: Iterable<string>,
  say: (line: string) => void,
): Promise<void> => {
  const count = countingMebibytes((mebibytes) => say(`writing: ${mebibytes} MiB`))
  for (const part of parts) {
    if (stream.destroyed || stream.errored !== null) return
    if (!stream.write(part)) await once(stream, 'drain').catch(F.constVoid)
    count(part.length)
  }
}

let ending: AbortController | undefined

/** A signal that the first interrupt aborts; the second ends the process as ever. */
export const interrupted = (): AbortSignal => {
  if (ending === undefined) {
    ending = new AbortController()
    const end = (): void => {
      ending?.abort()
    }
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
  }
  return ending.signal
}

/** Progress in one line that is written over, from the second second on; nothing where nobody looks. */
export const progressOn = (
  stream: NodeJS.WriteStream,
): { readonly say: (line: string) => void; readonly end: () => void } => {
  const begun = Date.now()
  let isShown = false
  const clear = isErasing(stream)
  return {
    say: (line) => {
      if (!clear || Date.now() - begun < 1000) return
      isShown = true
      stream.write(`\r\u001B[K${line.slice(0, Math.max(1, stream.columns - 1))}`)
    },
    end: () => {
      if (isShown) stream.write('\r\u001B[K')
    },
  }
}

const isErasing = (stream: NodeJS.WriteStream): boolean => stream.isTTY && process.env['TERM'] !== 'dumb'

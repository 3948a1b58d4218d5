/** What a link holds, and its form: `#1.` and the compressed JSON in base64url. */
import type { Question } from '../worker/question'
import { type Seen, seenIn } from './seen'

/** Files, the question about them, and what is chosen in its answer; opening a link restores exactly this. */
export interface Shared {
  readonly files: ReadonlyArray<{ readonly name: string; readonly text: string }>
  readonly question?: Question | undefined
  readonly seen?: Seen
}

/** The longest fragment: chats and issue trackers take such a link whole. */
export const longestFragment = 60_000

const mark = '1.'

/** The fragment of compressed bytes. */
export const fragmentOf = (packed: Uint8Array): string => {
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('')
  return mark + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The compressed bytes of a fragment; nothing where it is none of ours. */
export const packedIn = (fragment: string): Uint8Array | undefined => {
  const text = fragment.replace(/^#/, '')
  if (!text.startsWith(mark)) return undefined
  try {
    const letters = atob(text.slice(mark.length).replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** The JSON of a link. */
export const jsonOf = ({ files, question, seen = {} }: Shared): string =>
  JSON.stringify({
    files: files.map(({ name, text }) => [name, text]),
    ...(question === undefined ? {} : { question }),
    ...(Object.keys(seen).length === 0 ? {} : { seen }),
  })

/** What JSON of a link says; nothing where it is not of that form, as in a link that was cut. */
export const sharedIn = (json: string): Shared | undefined => {
  try {
    const { files, question, seen } = JSON.parse(json) as {
      readonly files?: unknown
      readonly question?: Question
      readonly seen?: unknown
    }
    if (!Array.isArray(files)) return undefined
    const read = files.flatMap((file: unknown) =>
      Array.isArray(file) && typeof file[0] === 'string' && typeof file[1] === 'string'
        ? [{ name: file[0], text: file[1] }]
        : [],
    )
    return {
      files: read,
      ...(isQuestion(question) ? { question } : {}),
      ...(seen === undefined ? {} : { seen: seenIn(seen) }),
    }
  } catch {
    return undefined
  }
}

const kinds = new Set(['cascade', 'diagnosis', 'plan', 'containerd', 'images', 'forecast', 'layers', 'schedule'])

const isQuestion = (value: unknown): value is Question =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  kinds.has(String(value.kind)) &&
  'settings' in value &&
  typeof value.settings === 'object' &&
  value.settings !== null

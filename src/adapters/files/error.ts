/** Why a file could not be read or written. */
import { thrownText } from '../../core/thrown.js'

/** A file that could not be read or written. */
export interface FileError {
  readonly _tag: 'FileError'
  readonly path: string
  /** `missing`: a folder of the path; `denied`: permission; `not-text`: bytes that are not UTF-8; `other`: see the message. */
  readonly because: 'missing' | 'denied' | 'not-text' | 'other'
  readonly message: string
}

/** One sentence about an error. */
export const explainFileError = ({ path, because, message }: FileError): string =>
  `${path}: ${because === 'other' ? message : sentences[because]}`

const sentences = { missing: 'no such file', denied: 'permission denied', 'not-text': 'is not UTF-8' } as const

/** The error for what a function of the file system threw. */
export const fileError =
  (path: string) =>
  (thrown: unknown): FileError => {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
    const because =
      code === 'ENOENT'
        ? 'missing'
        : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
          ? 'denied'
          : code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
            ? 'not-text'
            : 'other'
    return { _tag: 'FileError', path, because, message: thrownText(thrown) }
  }

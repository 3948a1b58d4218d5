/**
 * A port for plans of images. A daemon removes names; an image goes, with the layers that it alone has, when its last name
 * does.
 */
import { function as F, taskEither as TE } from 'fp-ts'

import type { Port } from '../../kubelet/image/index.js'
import type { SocketError } from '../socket/error.js'
import { type Daemon, ask } from './http.js'
import { textsIn } from './json.js'

/** What a removal did, by the daemon's own words. */
export interface Removed {
  readonly untagged: ReadonlyArray<string>
  /** Ids of images and chain ids of layers. */
  readonly deleted: ReadonlyArray<string>
}

/** Removes every name of an image, and the image. */
export const removeImage =
  (daemon: Daemon) =>
  (id: string): TE.TaskEither<SocketError, Removed> =>
    F.pipe(
      ask(daemon, 'GET', pathOf(id, '/json')),
      TE.map(namesIn),
      TE.flatMap(TE.traverseSeqArray((name) => gone(ask(daemon, 'DELETE', pathOf(name))))),
      TE.flatMap((answers) =>
        F.pipe(
          gone(ask(daemon, 'DELETE', pathOf(id))),
          TE.map((last) => removedIn([...answers, last])),
        ),
      ),
    )

/** A port for `execute` with this adapter's `classify`. */
export const port = (daemon: Daemon): Port<SocketError> => ({ removeImage: removeImage(daemon) })

const pathOf = (name: string, rest: string = ''): string =>
  `/images/${name.split('/').map(encodeURIComponent).join('/')}${rest}`

/** With the last name the image is gone. */
const gone: (asked: TE.TaskEither<SocketError, unknown>) => TE.TaskEither<SocketError, unknown> = TE.orElse((error) =>
  error._tag === 'NotThere' ? TE.right([]) : TE.left(error),
)

/** Tags; an image without one may still have digests of repositories. */
const namesIn = (image: unknown): ReadonlyArray<string> => {
  const tags = textsIn('RepoTags')(image)
  return tags.length > 0 ? tags : textsIn('RepoDigests')(image)
}

const removedIn = (answers: ReadonlyArray<unknown>): Removed => {
  const entries = answers.flatMap((answer) =>
    Array.isArray(answer)
      ? answer.flatMap((one: unknown) => (typeof one === 'object' && one !== null ? Object.entries(one) : []))
      : [],
  )
  const of = (word: string): ReadonlyArray<string> =>
    entries.flatMap(([key, value]) => (key === word && typeof value === 'string' ? [value] : []))
  return { untagged: of('Untagged'), deleted: of('Deleted') }
}

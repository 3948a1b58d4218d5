/** What is in the bytes of a tar that `gcplan gather` wrote. */
import { either as E, function as F } from 'fp-ts'

import { textOf } from '../bytes.js'
import type { Bundle } from './files.js'
import { manifestName } from './gathered.js'
import { filesInTar } from './tar.js'

/** The files of an unpacked tar, all in one directory or in none. */
export const bundleOfTar =
  (path: string) =>
  (bytes: Uint8Array): E.Either<string, Bundle> =>
    F.pipe(
      filesInTar(bytes),
      E.flatMap((files) => {
        const manifest = [...files.keys()].find((name) => /^([^/]+\/)?manifest\.json$/.test(name))
        if (manifest === undefined) return E.left('was not written by gcplan gather: it has no manifest.json')
        const below = manifest.slice(0, -manifestName.length)
        const inside = new Map([...files].flatMap(([name, content]) => under(below, name, content)))
        return E.right({
          names: [...inside.keys()].sort(),
          read: (name: string) => Promise.resolve(textIn(`${path}/${name}`, inside.get(name) ?? new Uint8Array())),
        })
      }),
    )

const textIn = (name: string, bytes: Uint8Array): E.Either<string, string> =>
  E.mapLeft((wrong: string) => `${name} ${wrong}`)(textOf(bytes))

const under = (
  below: string,
  name: string,
  content: Uint8Array,
): ReadonlyArray<readonly [name: string, content: Uint8Array]> =>
  name.startsWith(below) ? [[name.slice(below.length), content]] : []

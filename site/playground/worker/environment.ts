/** What a command may know on a page: the files, the clock, YAML and TOML once they are needed, and no machine. */
import { either as E, function as F } from 'fp-ts'

import type { Environment, Text } from '../../../src/cli/command.js'
import { objectsAsJson } from '../../../src/cli/objects-as-json.js'
import { looksLikeJson } from '../../../src/cli/structured.js'
import { unloadedToml, unloadedYaml } from '../../../src/cli/unloaded.js'
import type { Acting } from '../../../src/cli/world.js'

/** Reads texts by name, as JSON where they are objects in YAML. */
export const environmentOf = async (
  texts: ReadonlyMap<string, Text>,
  readsToml: boolean,
  say: (line: string) => void,
): Promise<E.Either<string, Environment>> => {
  const yaml = [...texts.values()].every(({ text }) => looksLikeJson(text))
    ? unloadedYaml
    : (await import('../../../src/cli/yaml.js')).yaml
  const toml = readsToml ? (await import('../../../src/cli/toml.js')).toml : unloadedToml
  return F.pipe(
    [...texts],
    E.traverseArray(([name, file]) => E.map((one: Text) => [name, one] as const)(objectsAsJson(yaml)(file))),
    E.map((read) => {
      const files = new Map(read)
      return {
        read: (path) => files.get(path) ?? { name: path, text: '' },
        clock: new Date(),
        color: false,
        yaml,
        toml,
        acting: acting(say),
        answer: () => Promise.resolve(E.left('a page answers one question at a time')),
      }
    }),
  )
}

/** A page reaches no cluster, writes no file and is nobody's host. */
const acting = (say: (line: string) => void): Acting => ({
  withCluster: () => () => Promise.resolve(E.left('a page reads no cluster')),
  files: {
    makeDirectory: () => Promise.resolve(E.left('a page writes no files')),
    readIfThere: () => Promise.resolve(E.left('a page reads no other files')),
    write: () => Promise.resolve(E.left('a page writes no files')),
  },
  members: () => Promise.resolve(E.left('a page reads no directories')),
  hostName: () => '',
  say,
  print: say,
  note: say,
  signal: new AbortController().signal,
  clock: { now: () => new Date(), sleep: () => () => Promise.resolve() },
})

/**
 * Keeps what is costly to find out between runs, in node_modules/.cache: the catalogue with its bundle, what each case passes,
 * and what was found of each rule. Everything is forgotten when a file changes that it comes from.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

const folder = 'node_modules/.cache/gcplan/citations'

/** Files of these folders decide what is found. */
const sources = ['src', 'conformance', 'atlas', 'scripts/citations', 'vectors', 'test/testing/cluster']

/** The digest of everything that is read. */
const digest = (): string => {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const path of (readdirSync(source, { recursive: true }) as string[]).sort())
      if (/\.(?:ts|json|gz)$/.test(path)) hash.update(path).update(readFileSync(join(source, path)))
  return hash.digest('hex')
}

/** Things by name, as long as nothing has changed. */
export interface Store {
  readonly keep: <A>(name: string, make: () => Promise<A>) => Promise<A>
  /** Lines that an earlier run has added. */
  readonly lines: (name: string) => ReadonlyArray<string>
  readonly add: (name: string, line: string) => void
}

/** Opens it; `fresh` forgets all. */
export const openStore = (fresh: boolean): Store => {
  const stamp = join(folder, 'digest')
  const now = digest()
  if (fresh || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== now)
    rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, now)
  return {
    keep: async (name, make) => {
      const file = join(folder, name)
      if (existsSync(file)) return deserialize(readFileSync(file)) as Awaited<ReturnType<typeof make>>
      const made = await make()
      writeFileSync(file, serialize(made))
      return made
    },
    lines: (name) => {
      const file = join(folder, name)
      return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
    },
    add: (name, line) => {
      appendFileSync(join(folder, name), `${line}\n`)
    },
  }
}

/** Makes problems with a place of the lines in which a command says what is wrong. */
import type { Problem } from './known-files'

interface Named {
  readonly name: string
}

/** Each line of a message: the file it names, the path in it, its line. */
export const problemsIn = (message: string, files: ReadonlyArray<Named>): ReadonlyArray<Problem> => {
  const names = files.map(({ name }) => name).toSorted((a, b) => b.length - a.length)
  return message.split('\n').map((line) => {
    const file = names.find((name) => line.startsWith(`${name}: `))
    const said = file === undefined ? line : line.slice(file.length + 2)
    const [, path, rest] = /^([\w$[\]."'/-]+(?:\.[\w$[\]."'/-]+|\[\d+\])*): (expected .*)$/s.exec(said) ?? []
    const [, at] = /\bat line (\d+)/.exec(said) ?? []
    return {
      message: rest ?? said,
      ...(file === undefined ? {} : { file }),
      ...(path === undefined ? {} : { path }),
      ...(at === undefined ? {} : { line: Number(at) }),
    }
  })
}

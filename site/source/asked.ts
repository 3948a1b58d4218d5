/** Reads the command of an example as the command line does, and says what the playground is asked by it. */
import type { Command, Given } from '../../src/cli/command.js'
import { parseCommandLine } from '../../src/cli/args.js'
import { commands } from '../../src/cli/commands/index.js'
import { flagsOf } from '../../src/cli/exit-codes.js'
import type { PlanOf, Question, Settings } from '../playground/worker/question'
import { isFolder, isThere } from './repository.js'

/** An example: the files that it reads, named from the repository's root, and what it asks; nothing: the playground has no such question. */
export interface Asked {
  readonly files: ReadonlyArray<string>
  readonly question: Question | undefined
}

/** Flags that say how an answer is printed, or that a question has a field for. */
const NO_SETTINGS = new Set([
  'output',
  'only',
  'strict',
  'detailed-exitcode',
  'color',
  'svg',
  'cascade',
  'raw',
  'outcomes',
  'remove',
])

const isFile = (word: string): boolean => isThere(word) && !isFolder(word)

/** What `gcplan COMMAND` asks, with `piped` on its standard input. */
export const askedBy = (words: ReadonlyArray<string>, piped: ReadonlyArray<string>): Asked | undefined => {
  const request = parseCommandLine(commands)(words)
  if (request._tag === 'Left' || request.right._tag !== 'Run') return undefined
  const { command, given } = request.right
  const values = flagsOf(command).filter(({ name }) => given.has(name))
  const named = values.flatMap(({ name }) => given.values(name)).filter(isFile)
  const files = [...piped, ...given.files.filter(isFile), ...named]
  const settings = Object.fromEntries(
    values
      .filter(({ name }) => !NO_SETTINGS.has(name) && !given.values(name).some(isFile))
      .map(({ name, value, many }): [string, Settings[string]] => {
        const texts = given.values(name)
        return [name, value === undefined ? true : many === true ? texts : (texts[0] ?? '')]
      }),
  )
  const objects = given.files.filter((word) => !isFile(word) && word !== '-')
  return { files, question: questionOf(command, given, objects, settings) }
}

const questionOf = (
  { words }: Command,
  given: Given,
  objects: ReadonlyArray<string>,
  settings: Settings,
): Question | undefined => {
  const [first, second = ''] = words
  switch (first) {
    case 'cascade':
      return { kind: 'cascade', objects, how: howOf(second, given), outcomes: given.has('outcomes'), settings }
    case 'diagnose':
      return { kind: 'diagnosis', objects, settings }
    case 'why':
      return { kind: 'containerd', drop: [], settings, ...(objects[0] === undefined ? {} : { record: objects[0] }) }
    case 'retained':
    case 'what-if':
      return { kind: 'containerd', drop: given.values('remove'), settings }
    case 'forecast':
      return { kind: 'forecast', settings }
    case 'schedule':
      return { kind: 'schedule', settings }
    case 'plan':
      if (second === 'kubelet-image') return { kind: 'images', failing: [], settings }
      return second === 'reclaim' ? { kind: 'layers', settings } : { kind: 'plan', of: second as PlanOf, settings }
    default:
      return undefined
  }
}

const howOf = (word: string, given: Given): 'background' | 'foreground' | 'orphan' | 'raw' | 'vanish' => {
  if (word === 'vanish') return 'vanish'
  if (given.has('raw')) return 'raw'
  const [how] = given.values('cascade')
  return how === 'foreground' || how === 'orphan' ? how : 'background'
}

/** The help texts: the overview, the commands under a word, and a single command. */
import type { Command, Flag } from './command.js'
import { detailedCodesOf, detailedFlag, plainCodesOf } from './exit-codes.js'

/** Help for the words given: the whole program, a group of commands, or one command. */
export const helpOf =
  (commands: ReadonlyArray<Command>) =>
  (words: ReadonlyArray<string>): string => {
    const under = commands.filter((command) => words.every((word, index) => command.words[index] === word))
    const [only] = under
    return only !== undefined && under.length === 1 && only.words.length === words.length
      ? helpOfCommand(only)
      : helpOfMany(words, under)
  }

const helpOfMany = (words: ReadonlyArray<string>, commands: ReadonlyArray<Command>): string =>
  [
    'gcplan decides what the kubelet, containerd and Kubernetes would garbage-collect, from files or a cluster. Only apply and collect change anything; remember writes its memory, gather --now a directory.',
    '',
    `Usage: ${['gcplan', ...words].join(' ')} ${words.length === 0 ? 'COMMAND' : '...'} [FLAGS] [FILES]`,
    '',
    'Commands:',
    ...columns(commands.map((command) => [['gcplan', ...command.words].join(' '), command.summary])),
    '',
    'Exit codes:',
    ...columns(plainCodesOf(commands)),
    '',
    "'gcplan COMMAND --help' explains a command; 'gcplan --version' prints the version.",
    '',
  ].join('\n')

const helpOfCommand = (command: Command): string =>
  [
    `Usage: ${['gcplan', ...command.words].join(' ')} ${command.usage}`,
    '',
    ...command.about.flatMap((paragraph) => [...wrapped(paragraph, 96), '']),
    ...command.groups.flatMap((group) => [
      `${group.heading}:`,
      ...columns(group.flags.map((flag) => [spelling(flag), flag.about])),
      '',
    ]),
    'Exit codes:',
    ...columns(plainCodesOf([command])),
    '',
    `With --${detailedFlag.name}:`,
    ...columns(detailedCodesOf(command)),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
    '',
  ].join('\n')

const spelling = (flag: Flag): string =>
  `${flag.short === undefined ? '    ' : `-${flag.short}, `}--${flag.name}${flag.value === undefined ? '' : ` ${flag.value}`}`

const columns = (rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

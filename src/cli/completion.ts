/** Completion scripts for bash, zsh and fish. */
import type { Command } from './command.js'
import { flagsOf } from './exit-codes.js'

/** Shells that have a script. */
export const shells = ['bash', 'zsh', 'fish'] as const

/** The script of a shell. */
export const completionFor = (shell: (typeof shells)[number], commands: ReadonlyArray<Command>): string => {
  switch (shell) {
    case 'bash':
      return bash(commands)
    case 'zsh':
      return `#compdef gcplan\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`
    case 'fish':
      return fish(commands)
  }
}

const namesOf = (command: Command): ReadonlyArray<string> => [
  ...new Set(flagsOf(command).map(({ name }) => `--${name}`)),
]

/** Words that may follow others, by those that stand before; nothing stands before the first. */
const wordsAfter = (commands: ReadonlyArray<Command>): ReadonlyMap<string, ReadonlySet<string>> => {
  const next = new Map<string, Set<string>>()
  for (const { words } of commands)
    words.forEach((word, place) => {
      const before = words.slice(0, place).join(' ')
      next.set(before, (next.get(before) ?? new Set()).add(word))
    })
  return next
}

const bash = (commands: ReadonlyArray<Command>): string =>
  [
    '_gcplan() {',
    '  local cur="${COMP_WORDS[COMP_CWORD]}" words="" flags="" line="${COMP_WORDS[*]:1:COMP_CWORD-1}"',
    '  case "$line" in',
    ...[...wordsAfter(commands)].map(([before, words]) => `    '${before}') words='${[...words].join(' ')}' ;;`),
    '  esac',
    '  case "$line " in',
    // The longest first: one command may begin like another.
    ...[...commands]
      .sort((a, b) => b.words.length - a.words.length)
      .map((command) => `    '${command.words.join(' ')} '*) flags='${namesOf(command).join(' ')}' ;;`),
    '  esac',
    '  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$cur"))',
    '  elif [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '  else COMPREPLY=($(compgen -f -- "$cur")); fi',
    '}',
    'complete -o filenames -F _gcplan gcplan',
    '',
  ].join('\n')

const fish = (commands: ReadonlyArray<Command>): string =>
  [
    'function __gcplan_at',
    '  set -l said (commandline -opc)[2..]',
    '  test (count $argv) -eq 0; or test "$said[1..(count $argv)]" = "$argv"',
    'end',
    'function __gcplan_next',
    '  set -l said (commandline -opc)[2..]',
    '  test (count $said) -eq (count $argv); and __gcplan_at $argv',
    'end',
    ...[...wordsAfter(commands)].map(
      ([before, words]) => `complete -c gcplan -f -n '__gcplan_next ${before}' -a '${[...words].join(' ')}'`,
    ),
    ...commands.flatMap((command) =>
      flagsOf(command).map(
        ({ name, short, value, about }) =>
          `complete -c gcplan -n '__gcplan_at ${command.words.join(' ')}' -l ${name}${short === undefined ? '' : ` -s ${short}`}${value === undefined ? '' : ' -r'} -d '${about.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
      ),
    ),
    '',
  ].join('\n')

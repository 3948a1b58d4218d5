/** `gcplan completion`: the script by which a shell completes commands and flags. */
import { either as E, function as F } from 'fp-ts'

import type { Command } from '../command.js'
import { completionFor, shells } from '../completion.js'
import { resultOf } from '../plan/print.js'
import { oneOf } from '../values.js'

/** The command, for a table of commands. */
export const completionCommand = (commands: () => ReadonlyArray<Command>): Command => ({
  words: ['completion'],
  summary: 'print the completion script for bash, zsh or fish',
  usage: shells.join('|'),
  about: ['Load it in the start-up file of your shell.'],
  groups: [{ heading: 'Output', flags: [{ name: 'help', short: 'h', about: 'print this help' }] }],
  examples: ['source <(gcplan completion bash)', 'gcplan completion fish > ~/.config/fish/completions/gcplan.fish'],
  exitCodes: { 0: 'printed', 2: null, 3: null },
  prepare: ({ files: [shell = '', ...others] }) =>
    F.pipe(
      others.length === 0 ? oneOf(shells)('completion', shell) : E.left('expected one shell'),
      E.map((known) => ({
        paths: [],
        stdin: 'none' as const,
        run: () => resultOf(completionFor(known, commands()), [], 0),
      })),
    ),
})

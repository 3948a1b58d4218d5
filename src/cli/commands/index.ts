/** The table of commands, in the order of the help; a command is one file and one line here. */
import type { Command } from '../command.js'
import { lintKubelet } from './lint-kubelet.js'

export const commands: ReadonlyArray<Command> = [lintKubelet]

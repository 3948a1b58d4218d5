/** The table of commands, in the order of the help. */
import type { Command } from '../command.js'

export const commands: ReadonlyArray<Command> = []

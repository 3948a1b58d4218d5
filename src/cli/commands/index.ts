/** The table of commands, in the order of the help; a command is one file and one line here. */
import type { Command } from '../command.js'
import { lintKubelet } from './lint-kubelet.js'
import { planKubeletContainer } from './plan-kubelet-container.js'
import { planKubeletImage } from './plan-kubelet-image.js'

export const commands: ReadonlyArray<Command> = [planKubeletImage, planKubeletContainer, lintKubelet]

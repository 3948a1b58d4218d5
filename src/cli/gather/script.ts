/** The script that gathers what commands read, for machines on which only a shell and the usual tools are. */
import { blankFunction } from './blank.js'
import { type Limits, type Part, partOf } from './parts.js'
import { epilogue, prelude } from './prelude.js'

/** What to gather. */
export interface Asked {
  readonly parts: ReadonlyArray<Part>
  readonly limits: Limits
  /** Pack it as well. */
  readonly tar: boolean
}

/** A POSIX shell script; names of namespaces hold no character that a shell heeds. */
export const gatherScript = ({ parts, limits, tar }: Asked): string =>
  [
    `#!/bin/sh
# Gathers what gcplan reads: ${parts.join(', ')}. It runs only tools that are there, and changes nothing but the
# directory that it makes, or the tar of it. Environments, command lines and the data of Secrets are left out.
#
#   sh gather.sh [--tar] [DIRECTORY]
#
# The name of the node is the host's, or that in $NODE; kubectl uses $KUBECONFIG, ctr $CONTAINERD_ADDRESS.
`,
    prelude(tar).slice(1),
    blankFunction,
    `\nrelease=\nwhole=false\nnamespaces='${limits.kubernetes.join(' ')}'\n`,
    ...parts.map((part) => partOf(part, limits)),
    epilogue,
  ].join('')

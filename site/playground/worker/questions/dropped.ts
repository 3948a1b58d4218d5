/** What a collection does differently after records were dropped. */
import { explain } from 'gcplan/containerd'
import type { Change, WhatIf } from 'gcplan/containerd/analysis'

import { sayWhatIfError } from '../../../../src/cli/commands/what-if-containerd.js'
import { sayExtent } from '../../../../src/cli/containerd/extent.js'
import { sayNode } from '../../../../src/cli/containerd/node.js'
import type { DroppedView } from '../answers'

export const droppedView = ({ goes, freed }: WhatIf): DroppedView => ({
  goes: goes.map(({ target, reasons }) => ({
    said: sayNode(target),
    namespace: target.namespace,
    sentences: reasons.map(explain),
  })),
  freedSaid: sayExtent('text')(freed),
  freedBytes: freed.bytes,
})

/** Why containerd refuses, as the command says it. */
export const sayDropError = (changes: ReadonlyArray<Change>): ReturnType<typeof sayWhatIfError> =>
  sayWhatIfError(changes)

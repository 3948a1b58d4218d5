/**
 * Answers how every command about all collectors of a control plane gets its cluster and its rules.
 */
import { either as E, option as O } from 'fp-ts'

import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import type { KubernetesClusterParts } from '../../decode/index.js'
import { kubernetesClusterSnapshot } from '../../decode/index.js'
import type { Millis } from '../../index.js'
import { assumed } from '../../index.js'
import type { FlagGroup, Given, Prepared, Result, Environment } from '../command.js'
import { failed } from '../plan/print.js'
import { fileFlags } from './files.js'
import { policiesFlags, policiesOf, policyFiles } from './policies.js'
import type { Lists, Reading } from './prepare.js'
import { onLists } from './prepare.js'
import { assembled } from './snapshot.js'
import { statementFlags } from './statements.js'

/** The flags of every command about all collectors. */
export const controlPlaneFlags: ReadonlyArray<FlagGroup> = [fileFlags, statementFlags, policiesFlags]

/** A cluster as all collectors see it, with their rules. */
export interface ControlPlaneInputs {
  readonly lists: Lists
  /** With this look folded into the memory. */
  readonly snapshot: ControlPlane.Snapshot
  readonly policies: ControlPlane.Policies
  readonly eventTtl: Millis
  /** Before this look. */
  readonly memory: ControlPlane.Memory
  readonly notes: ReadonlyArray<string>
}

/** Lists of kubectl come from the server, as lookups do: what they do not show, a lookup does not find. */
export const lookedUp = assumed<ReadonlyArray<string>>([], 'the lists came from the server itself')

/** Prepares a command about all collectors. */
export const onControlPlane = (
  given: Given,
  reading: Reading,
  answer: (environment: Environment, plane: ControlPlaneInputs) => Result,
): E.Either<string, Prepared> => {
  const policiesIn = policiesOf(given)
  if (E.isLeft(policiesIn)) return policiesIn
  return onLists(given, { ...reading, beside: policyFiles(given) }, (environment, lists) => {
    const stated = policiesIn.right(environment)
    if (E.isLeft(stated)) return failed(stated.left)
    const { policies, eventTtl, memory: before } = stated.right
    const made = assembled((parts: KubernetesClusterParts) =>
      kubernetesClusterSnapshot({ ...parts, apiNodes: lookedUp }),
    )(lists)
    if (E.isLeft(made)) return failed(made.left)
    const look = made.right
    const memory = O.getOrElse((): ControlPlane.Memory => ({
      ...ControlPlane.emptyMemory,
      lifecycle: Lifecycle.annotatedMemory(look.objects),
    }))(before)
    const snapshot = { ...look, memory: ControlPlane.observe(policies)(look)(memory) }
    const notes = [...lists.timeNotes, ...lists.notes]
    return answer(environment, { lists, snapshot, policies, eventTtl, memory, notes })
  })
}

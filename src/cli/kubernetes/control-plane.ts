/** What all commands about the whole control plane share: cluster and policies. */
import { either as E, function as F, option as O } from 'fp-ts'

import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import { type KubernetesClusterParts, kubernetesClusterSnapshot } from '../../decode/index.js'
import { type Millis, assumed } from '../../index.js'
import type { FlagGroup, Given } from '../command.js'
import { all } from '../fp.js'
import type { Choice } from '../release/stated.js'
import { type Sources, reading } from '../sources.js'
import { fileFlags } from './files.js'
import { type Stated, policiesFlags, policiesOf, policyFiles } from './policies.js'
import { type Lists, listsIn } from './prepare.js'
import { clusterFlags } from './cluster-flags.js'
import { assembled } from './snapshot.js'
import { statementFlags } from './statements.js'

/** The flags of every command about all collectors. */
export const controlPlaneFlags: ReadonlyArray<FlagGroup> = [fileFlags, clusterFlags, statementFlags, policiesFlags]

/** A cluster as all collectors see it, with their rules. */
export interface ControlPlaneInputs extends Choice {
  readonly lists: Lists
  /** With this look folded into the memory. */
  readonly snapshot: ControlPlane.Snapshot
  readonly policies: ControlPlane.Policies
  readonly eventTtl: Millis
  /** Before this look. */
  readonly memory: ControlPlane.Memory
}

/** Lists of kubectl come from the server, as lookups do: what they do not show, a lookup does not find. */
export const lookedUp = assumed<ReadonlyArray<string>>([], 'the lists came from the API server itself')

/** Reads a cluster and the rules of all collectors. */
export const controlPlaneIn = (
  given: Given,
  files?: ReadonlyArray<string>,
): E.Either<string, Sources<ControlPlaneInputs>> =>
  F.pipe(
    policiesOf(given),
    E.flatMap((policiesIn) =>
      F.pipe(
        listsIn(given, files, policyFiles(given)),
        reading((environment, lists) =>
          F.pipe(
            all({ stated: policiesIn(environment, lists.rules), look: assembled(clusterSnapshot)(lists) }),
            E.map(({ stated, look }) => observed(lists, stated, look)),
          ),
        ),
      ),
    ),
  )

/** What lists show of a cluster. */
export const clusterSnapshot = (parts: KubernetesClusterParts): ReturnType<typeof kubernetesClusterSnapshot> =>
  kubernetesClusterSnapshot({ ...parts, apiNodes: lookedUp })

/** A cluster with this look folded into its memory. */
export const observed = (
  lists: Lists,
  { policies, eventTtl, memory: before }: Stated,
  look: ControlPlane.Snapshot,
): ControlPlaneInputs => {
  const memory = O.getOrElse((): ControlPlane.Memory => ({
    ...ControlPlane.emptyMemory,
    lifecycle: Lifecycle.annotatedMemory(look.objects),
  }))(before)
  const snapshot = { ...look, memory: ControlPlane.observe(policies)(look)(memory) }
  return {
    lists,
    chosen: lists.chosen,
    snapshot,
    policies,
    eventTtl,
    memory,
    notes: [...lists.timeNotes, ...lists.notes],
  }
}

/** `gcplan lint lifecycle`: mistakes in a lifecycle policy. */
import { either as E, function as F, option as O } from 'fp-ts'

import * as ControlPlane from '../../simulate/control-plane/index.js'
import { type LifecycleFinding, explainLifecycleFinding, lintLifecycle, lintLifecycleIn } from '../../lint/index.js'
import type { Command, Given } from '../command.js'
import { controlPlaneFlags, controlPlaneIn } from '../kubernetes/control-plane.js'
import { readLifecyclePolicy } from '../kubernetes/policies.js'
import { linesOf, lintResult } from '../lint/print.js'
import { sayProblems } from '../plan/errors.js'
import { outputFlags, outputFormat } from '../plan/flags.js'
import { type Sources, answering, reading } from '../sources.js'

/** The command. */
export const lintLifecycleCommand: Command = {
  words: ['lint', 'lifecycle'],
  summary: 'find rules of a lifecycle policy that are dangerous or have no effect',
  usage: 'POLICY [FLAGS] [FILES]',
  about: [
    'POLICY is a gcplan/lifecycle-policy file, YAML or JSON. With lists of a cluster, also checks that its namespaces and kinds exist and that its limits can be kept.',
    'A problem does not work as intended, advice may not work.',
  ],
  groups: [...controlPlaneFlags, outputFlags],
  examples: ['gcplan lint lifecycle policy.yaml', 'gcplan lint lifecycle policy.yaml cluster.json --whole-cluster'],
  exitCodes: { 0: 'no problem and no advice', 2: 'a problem or advice', 3: null },
  prepare: (given) => {
    const stated = given.value('lifecycle')
    const [first, ...rest] = given.files
    const policy = O.isSome(stated) ? stated.value : first
    const files = [...given.values('file'), ...(O.isSome(stated) ? given.files : rest)]
    const found =
      policy !== undefined && files.length > 0 ? inCluster(withPolicy(given, policy), files) : E.right(alone(policy))
    return answering(outputFormat(given), found, (environment, { findings, notes }, format) =>
      E.right(lintResult(format, environment, linesOf<LifecycleFinding>(explainLifecycleFinding)(findings), notes)),
    )
  },
}

interface Linted {
  readonly findings: ReadonlyArray<LifecycleFinding>
  readonly notes: ReadonlyArray<string>
}

/** A policy without a cluster. */
const alone = (path: string | undefined): Sources<Linted> => ({
  paths: path === undefined ? [] : [path],
  stdin: 'required',
  read: (environment, stdin) =>
    F.pipe(
      O.getOrElse(() => environment.read(path ?? '-'))(stdin),
      readLifecyclePolicy(environment),
      E.map((policy) => ({ findings: lintLifecycle(policy), notes: [] })),
    ),
})

/** What is given, with the policy as the flag that other commands have for it. */
const withPolicy = (given: Given, policy: string): Given => ({
  ...given,
  value: (name) => (name === 'lifecycle' ? O.some(policy) : given.value(name)),
  values: (name) => (name === 'lifecycle' ? [policy] : given.values(name)),
})

const inCluster = (given: Given, files: ReadonlyArray<string>): E.Either<string, Sources<Linted>> =>
  F.pipe(
    controlPlaneIn(given, files),
    reading((_, { snapshot, policies, notes }) =>
      F.pipe(
        lintLifecycleIn(policies.lifecycle)({
          ...snapshot,
          owners: ControlPlane.ownerStatuses(policies.owner)(snapshot),
          memory: snapshot.memory.lifecycle,
        }),
        E.bimap(sayProblems('snapshot'), (findings) => ({ findings, notes })),
      ),
    ),
  )

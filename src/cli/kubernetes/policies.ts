/**
 * Builds the policies of all collectors from a preset, the command lines of the components and single flags; later
 * sources win.
 */
import { either as E, function as F, option as O } from 'fp-ts'

import type * as Lifecycle from '../../controllers/lifecycle/index.js'
import type * as ControlPlane from '../../simulate/control-plane/index.js'
import {
  type FileDecoder,
  controllerManagerPolicies,
  decodeApiServerFlags,
  decodeControllerManagerFlags,
  decodeKubernetesMemory,
  decodeLifecyclePolicy,
} from '../../decode/index.js'
import type { Millis } from '../../index.js'
import type { FlagGroup, Given, Text, Environment } from '../command.js'
import { all, present } from '../fp.js'
import { sayProblems } from '../plan/errors.js'
import { sayDecodeError } from '../plan/inputs.js'
import { parseStructured } from '../structured.js'
import { oneOf, optional } from '../values.js'
import { componentFlags } from './component-flags.js'
import { policyFlags, policyOf } from './policy.js'

/** Flags of the policies of all collectors. */
export const policiesFlags: FlagGroup = {
  heading: 'Policies',
  flags: [
    ...policyFlags.flags,
    {
      name: 'all-agree',
      about: 'delete an object only if no controller objects, as in KEP-14 (default: each acts on its own)',
    },
    {
      name: 'controller-manager',
      value: 'FILE',
      about: "kube-controller-manager's command line (ps -o args=), or the manifest of its Pod",
    },
    {
      name: 'terminated-pod-gc-threshold',
      value: 'N',
      about: 'terminated pods that may stay (default 12500); 0: no limit',
    },
    { name: 'controllers', value: 'LIST', about: "controllers that run, e.g. '*,-pod-garbage-collector-controller'" },
    {
      name: 'terminated-order',
      value: 'ORDER',
      about: 'which terminated pods go first: evicted-first, oldest-first, or finish-time (gcplan only)',
    },
    {
      name: 'terminated-shares',
      value: 'WHO',
      about: 'cluster: in that order, whatever the namespace; namespace: fair shares (gcplan only)',
    },
    {
      name: 'lifecycle',
      value: 'FILE',
      about: 'KEP-14 lifecycle policy, YAML or JSON (default: disabled)',
    },
    {
      name: 'memory',
      value: 'FILE',
      about: 'memory of the previous run, from gcplan observe kubernetes',
    },
  ],
}

/** The flags about Events, of commands that look ahead. */
export const eventFlags: FlagGroup = {
  heading: 'Events',
  flags: [
    { name: 'event-ttl', value: 'DURATION', about: 'how long the API server keeps Events (default 1h0m0s)' },
    {
      name: 'api-server',
      value: 'FILE',
      about: "kube-apiserver's command line (ps -o args=), or the manifest of its Pod",
    },
  ],
}

/** The files that {@link policiesOf} reads. */
export const policyFiles = (given: Given): ReadonlyArray<string> =>
  ['controller-manager', 'lifecycle', 'memory', 'api-server'].flatMap((flag) => given.values(flag))

/** The rules that hold. */
export interface Stated {
  readonly policies: ControlPlane.Policies
  readonly eventTtl: Millis
  /** Of the look before, where a file says so. */
  readonly memory: O.Option<ControlPlane.Memory>
}

/** What flags say without their files. */
export type FlagPolicies = (environment: Environment, rules: ControlPlane.ReleaseRules) => E.Either<string, Stated>

/** Reads single flags; the files are read once they are there. */
export const policiesOf = (given: Given): E.Either<string, FlagPolicies> =>
  F.pipe(
    readFlags(given),
    E.map(
      (flags) => (environment, rules) =>
        F.pipe(
          readPolicyFiles(given, environment),
          E.map((files) => stated(given, rules, flags, files)),
        ),
    ),
  )

const readFlags = (given: Given) =>
  all({
    ownerUnder: policyOf(given),
    terminatedOrder: optional(oneOf(['evicted-first', 'oldest-first', 'finish-time']))(given, 'terminated-order'),
    terminatedShares: optional(oneOf(['cluster', 'namespace']))(given, 'terminated-shares'),
    single: F.pipe(
      decodeControllerManagerFlags(singleFlags(given, ['terminated-pod-gc-threshold', 'controllers'])),
      E.bimap(sayProblems(''), ({ flags }) => flags),
    ),
    events: F.pipe(decodeApiServerFlags(singleFlags(given, ['event-ttl'])), E.mapLeft(sayProblems(''))),
  })

const readPolicyFiles = (given: Given, environment: Environment) =>
  all({
    manager: oneFile(
      given,
      environment,
      'controller-manager',
      componentFlags(environment.yaml, decodeControllerManagerFlags),
    ),
    server: oneFile(given, environment, 'api-server', componentFlags(environment.yaml, decodeApiServerFlags)),
    lifecycle: oneFile(given, environment, 'lifecycle', readLifecyclePolicy(environment)),
    memory: oneFile(given, environment, 'memory', readAs(environment, decodeKubernetesMemory)),
  })

/** What an `Either` holds when it is no refusal. */
type Right<T> = T extends E.Right<infer A> ? A : never

const stated = (
  given: Given,
  rules: ControlPlane.ReleaseRules,
  { ownerUnder, terminatedOrder, terminatedShares, single, events }: Right<ReturnType<typeof readFlags>>,
  { manager, server, lifecycle, memory }: Right<ReturnType<typeof readPolicyFiles>>,
): Stated => {
  const preset = rules.collectors
  const owner = ownerUnder(rules)
  const { podGc, ttl, stopped } = controllerManagerPolicies({ ...O.toUndefined(manager)?.flags, ...single })
  return {
    policies: {
      ...preset,
      agreement: given.has('all-agree') ? 'all-agree' : 'each-on-its-own',
      owner,
      history: { ...preset.history, uncovered: owner.uncovered },
      pod: {
        ...preset.pod,
        ...podGc,
        ...present({ terminatedOrder, terminatedShares }),
      },
      ttl: preset.ttl.controller === 'off' ? preset.ttl : ttl,
      lifecycle: O.getOrElse(() => preset.lifecycle)(lifecycle),
      stopped,
    },
    eventTtl: given.has('event-ttl') ? events.eventTtl : O.getOrElse(() => events)(server).eventTtl,
    memory,
  }
}
const singleFlags = (given: Given, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => given.values(name).map((value) => `--${name}=${value}`))

/** Reads the file that a flag names, if it is given. */
const oneFile = <A>(
  given: Given,
  environment: Environment,
  flag: string,
  read: (file: Text) => E.Either<string, A>,
): E.Either<string, O.Option<A>> => F.pipe(given.value(flag), O.map(environment.read), O.traverse(E.Applicative)(read))

/** Reads the policy of a lifecycle. */
export const readLifecyclePolicy = (
  environment: Pick<Environment, 'yaml'>,
): ((file: Text) => E.Either<string, Lifecycle.Policy>) => readAs(environment, decodeLifecyclePolicy)

/** Reads JSON, or YAML, by a decoder of files. */
const readAs =
  <A>({ yaml }: Pick<Environment, 'yaml'>, decode: FileDecoder<A>) =>
  (file: Text): E.Either<string, A> =>
    F.pipe(
      parseStructured(yaml, file.text),
      E.mapLeft((message) => `${file.name}: ${message}`),
      E.filterOrElse(
        (value) => typeof value !== 'string',
        () => `${file.name}: expected JSON or YAML, got other text`,
      ),
      E.flatMap((value) => F.pipe(decode(value), E.mapLeft(sayDecodeError(file)))),
    )

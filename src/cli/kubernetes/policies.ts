/**
 * Answers which rules of all collectors a command line means: a preset, the command lines of the components, single flags,
 * the later winning over the earlier.
 */
import { either as E, option as O } from 'fp-ts'

import type * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import {
  controllerManagerPolicies,
  decodeApiServerFlags,
  decodeControllerManagerFlags,
  decodeKubernetesMemory,
  decodeLifecyclePolicy,
} from '../../decode/index.js'
import type { ControllerManagerFlags, FileDecoder } from '../../decode/index.js'
import type { Millis } from '../../index.js'
import type { FlagGroup, Given, Text, Environment } from '../command.js'
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
      about: 'an object goes only if no collector objects, as KEP-14 asks for; left out: each acts on its own',
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
      about: 'which of them go first: evicted-first, oldest-first, or, as no release does, finish-time',
    },
    {
      name: 'terminated-shares',
      value: 'WHO',
      about: 'cluster: they go in that order alone; namespace: fair shares, as no release does',
    },
    {
      name: 'lifecycle',
      value: 'FILE',
      about: 'policy of the lifecycle of KEP-14, YAML or JSON; left out: it is disabled',
    },
    {
      name: 'memory',
      value: 'FILE',
      about: 'what was remembered of the look before, as gcplan observe kubernetes prints it',
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
export type FlagPolicies = (environment: Environment) => E.Either<string, Stated>

/** Reads single flags; the files are read once they are there. */
export const policiesOf = (given: Given): E.Either<string, FlagPolicies> => {
  const owner = policyOf(given)
  if (E.isLeft(owner)) return owner
  const order = optional(oneOf(['evicted-first', 'oldest-first', 'finish-time'] as const))(given, 'terminated-order')
  if (E.isLeft(order)) return order
  const shares = optional(oneOf(['cluster', 'namespace'] as const))(given, 'terminated-shares')
  if (E.isLeft(shares)) return shares
  const single = decodeControllerManagerFlags(singleFlags(given, ['terminated-pod-gc-threshold', 'controllers']))
  if (E.isLeft(single)) return E.left(sayProblems('')(single.left))
  const events = decodeApiServerFlags(singleFlags(given, ['event-ttl']))
  if (E.isLeft(events)) return E.left(sayProblems('')(events.left))
  const presets: Readonly<Record<string, ControlPlane.Policies>> = ControlPlane.presets
  const preset = presets[O.getOrElse(() => 'kubernetes_1_36')(given.value('preset'))] ?? ControlPlane.defaultPolicies
  return E.right((environment) => {
    const manager = oneFile(given, environment, 'controller-manager', (file) =>
      E.map(({ flags }: { readonly flags: ControllerManagerFlags }) => flags)(
        componentFlags(environment.yaml, decodeControllerManagerFlags)(file),
      ),
    )
    if (E.isLeft(manager)) return manager
    const server = oneFile(given, environment, 'api-server', componentFlags(environment.yaml, decodeApiServerFlags))
    if (E.isLeft(server)) return server
    const lifecycle = oneFile(given, environment, 'lifecycle', readLifecyclePolicy(environment))
    if (E.isLeft(lifecycle)) return lifecycle
    const memory = oneFile(given, environment, 'memory', readAs(environment, decodeKubernetesMemory))
    if (E.isLeft(memory)) return memory
    const flags = { ...O.toUndefined(manager.right), ...single.right.flags }
    const { podGc, ttl, stopped } = controllerManagerPolicies(flags)
    return E.right({
      policies: {
        ...preset,
        agreement: given.has('all-agree') ? 'all-agree' : 'each-on-its-own',
        owner: owner.right,
        history: { ...preset.history, uncovered: owner.right.uncovered },
        pod: {
          ...preset.pod,
          ...podGc,
          ...(O.isSome(order.right) ? { terminatedOrder: order.right.value } : {}),
          ...(O.isSome(shares.right) ? { terminatedShares: shares.right.value } : {}),
        },
        ttl: preset.ttl.controller === 'off' ? preset.ttl : ttl,
        lifecycle: O.getOrElse(() => preset.lifecycle)(lifecycle.right),
        stopped,
      },
      eventTtl: given.has('event-ttl') || O.isNone(server.right) ? events.right.eventTtl : server.right.value.eventTtl,
      memory: memory.right,
    })
  })
}

const singleFlags = (given: Given, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => given.values(name).map((value) => `--${name}=${value}`))

/** Reads the file that a flag names, if it is given. */
const oneFile = <A>(
  given: Given,
  environment: Environment,
  flag: string,
  read: (file: Text) => E.Either<string, A>,
): E.Either<string, O.Option<A>> => {
  const path = given.value(flag)
  return O.isNone(path) ? E.right(O.none) : E.map((value: A) => O.some(value))(read(environment.read(path.value)))
}

/** Reads the policy of a lifecycle. */
export const readLifecyclePolicy = (
  environment: Pick<Environment, 'yaml'>,
): ((file: Text) => E.Either<string, Lifecycle.Policy>) => readAs(environment, decodeLifecyclePolicy)

/** Reads JSON, or YAML, by a decoder of files. */
const readAs =
  <A>({ yaml }: Pick<Environment, 'yaml'>, decode: FileDecoder<A>) =>
  (file: Text): E.Either<string, A> => {
    const value = parseStructured(yaml, file.text)
    if (E.isLeft(value)) return E.left(`${file.name}: ${value.left}`)
    if (typeof value.right === 'string') return E.left(`${file.name}: expected JSON or YAML, got other text`)
    const read = decode(value.right)
    return E.isLeft(read) ? E.left(sayDecodeError(file)(read.left)) : E.right(read.right)
  }

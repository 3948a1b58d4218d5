/**
 * Takes a fake cluster along a course, step by step. Its controllers decide afresh, each by what its informers have shown up
 * to then, and every request goes to the server of the cluster.
 */
import type { ApiAnswer } from '../../apiserver/answer.js'
import type { WholeObject } from '../../apiserver/object.js'
import type { ApiRequest } from '../../apiserver/request.js'
import { namespaceController } from '../../controllers/namespace/controller.js'
import { podController } from '../../controllers/pod/controller.js'
import { defaultPolicy as defaultPodPolicy } from '../../controllers/pod/policy.js'
import { instant } from '../../core/time.js'
import { controllersIn } from '../../simulate/cascade/controller-sets.js'
import { type ExploredRequest, sendOutside } from '../../simulate/cascade/outside-request.js'
import { type Cast, castOf } from '../../simulate/outcomes/cast.js'
import { emptyDigests } from '../../simulate/outcomes/digest.js'
import { kindOf } from '../../simulate/outcomes/informers.js'
import { type Machine, enabledIn, machineOf, step } from '../../simulate/outcomes/machine.js'
import type { Setup, Stage } from '../../simulate/outcomes/setup.js'
import { firstWorld } from '../../simulate/outcomes/start.js'
import type { CourseStep, SentRequest, Transition } from '../../simulate/outcomes/transition.js'
import type { World } from '../../simulate/outcomes/world.js'
import { misuse } from '../misuse.js'
import { clusterClient } from './client.js'
import type { FakeCluster } from './cluster.js'
import { type Inside, insideOf } from './inside.js'
import { nameOf } from './name.js'
import { checkedController } from './own-controller.js'
import type { Policies } from './policies.js'
import type { State } from './state.js'

/**
 * Takes a fake cluster along a course that `exploreOutcomes` of `gcplan/simulate/outcomes` has found from its objects: every
 * actor makes its steps in the order of the course, and sees what its informers have shown by then. The next course starts
 * where this one ended.
 *
 * Fails: ends the test at a step that can't be made here, or that sends something else.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { exploreOutcomes } from 'gcplan/simulate/outcomes'
 * import { configMap, fakeCluster, followCourse } from 'gcplan/testing'
 *
 * const cluster = fakeCluster([configMap('settings')])
 * const uid = 'configmap.default.settings'
 * const explored = exploreOutcomes(Owner.defaultPolicy)([{ requests: [{ _tag: 'Delete', uid, options: {} }] }])(cluster.snapshot())
 * if (E.isRight(explored)) followCourse(cluster, explored.right.phases[0]?.[0]?.course ?? [])
 * console.log(cluster.names()) // []
 * ```
 */
export const followCourse = (cluster: FakeCluster, course: ReadonlyArray<CourseStep>): void => {
  const inside = insideOf(cluster)
  const { state, latest } = inside
  const cast = latest?.cast ?? castIn(inside)
  const setupOf = setupsOf(inside.policies, cast)
  const send = senderIn(state)
  const requests = course.flatMap(({ _tag, requests: sent }) =>
    _tag === 'Request' ? sent.flatMap(({ request }) => asked(request)) : [],
  )
  const setup = setupOf(requests)
  const stage: Stage = { world: firstWorld(setup, state.server.fork(), state.now, cast.values) }
  const machine = machineOf(setup, stage)
  const isSame = latest !== undefined && versionsOf(latest.world.server.list()) === versionsOf(state.server.list())
  let world: World =
    latest !== undefined && isSame
      ? { ...latest.world, codes: [] }
      : settled(machineOf(setupOf([]), stage), stage.world, send)
  const seenBefore = state.definitionSeen
  state.definitionSeen = (definition) => shownBy(world, definition)
  course.forEach((expected, index) => {
    const next = enabledIn(machine, world).find(isThat(expected))
    if (next === undefined) return misuse(`step ${index + 1} of the course cannot come now: ${textOf(expected)}`)
    const told = answeredAs(codesOf(expected.requests), machine, world, next, send)
    if (told === undefined)
      return misuse(`step ${index + 1} of the course is answered otherwise here: ${textOf(expected)}`)
    world = told
    if (world.now > state.now) state.now = world.now
  })
  state.definitionSeen = seenBefore
  inside.latest = { cast, world }
}

/** The controllers of a cluster as they take part in courses. */
const castIn = ({ policies, others: { set, rules }, controllers }: Inside): Cast =>
  castOf([
    ...controllersIn(set, rules),
    namespaceController({ orderedDeletion: rules.namespaceContent === 'pods-first' }),
    podController(policies.pod.controller === 'off' ? defaultPodPolicy : policies.pod),
    ...controllers.map(checkedController),
  ])

const setupsOf =
  ({ owner }: Policies, { names, reads, optional, folded }: Cast) =>
  (requests: Setup['requests']): Setup => ({
    names,
    reads,
    optional,
    folded,
    policy: owner,
    covers: () => true,
    digests: emptyDigests(),
    held: new Set(),
    making: 'anybody',
    made: 'anything',
    adopts: true,
    admits: false,
    collects: true,
    requests,
  })

/**
 * The world after a step that is answered as expected. Versions tell more of objects here than in courses, where conditions of
 * namespaces count for nothing: a conflict comes first then, and whoever sent the request reads the object and tries again.
 */
const answeredAs = (
  codes: string,
  machine: Machine,
  before: World,
  transition: Transition,
  send: (sent: SentRequest) => void,
): World | undefined => {
  let world = before
  let hasConflicted = false
  for (let triesLeft = mostSteps; triesLeft > 0; triesLeft--) {
    const next = enabledIn(machine, world).find(isThat(transition))
    if (next === undefined) return undefined
    const told = step(machine, world, next)
    told.requests.forEach(send)
    if (codesOf(told.requests) === codes) return told.world
    hasConflicted ||= codesOf(told.requests) === '409'
    if (!hasConflicted) return undefined
    world = told.world
  }
  return undefined
}

/** A few tries, each of which looks the object up. */
const mostSteps = 10

/** Everybody does what is to be done, in any order, before a course begins. */
const settled = (machine: Machine, first: World, send: (sent: SentRequest) => void): World => {
  const { ofWorld } = machine.setup.digests
  const met = new Set<string>()
  let world = first
  for (;;) {
    const [next] = enabledIn(machine, world)
    const text = ofWorld(world)
    if (next === undefined || met.has(text)) return world
    met.add(text)
    const told = step(machine, world, next)
    told.requests.forEach(send)
    world = told.world
  }
}

/** Sends to the cluster what was sent in the course; the server takes objects as they are. */
const senderIn = (state: State): ((sent: SentRequest) => void) => {
  const client = clusterClient(state, (object): ApiAnswer => {
    const answer = state.server.create(object)
    if (answer._tag === 'Stays') state.uids.add(answer.object.metadata.uid)
    return answer
  })
  return ({ by, request, code }) => {
    const answered = isOutside(request) ? sentOutside(state, request) : client.send(by, request).code
    if (answered !== code) misuse(`a request of the course is answered ${answered}, not ${code}`)
  }
}

type Named = Exclude<ExploredRequest, { readonly _tag: 'Create' }>

const sentOutside = (state: State, request: Named): number => {
  const object = state.server.find(request.uid)
  const { code } = sendOutside(state.server)(request)
  const verb = verbs[request._tag]
  if (verb !== null)
    state.log.push({
      at: instant(state.now.getTime()),
      by: 'test',
      verb,
      name: object === undefined ? '' : nameOf(object),
      code,
    })
  return code
}

const verbs = {
  Delete: 'delete',
  RemoveFinalizer: 'patch',
  SetOwners: 'patch',
  Patch: 'patch',
  Bind: 'update',
  Finalize: 'update',
  Vanish: null,
} as const

/** Requests from outside name objects by uid, those of controllers by address. */
const isOutside = (request: ApiRequest | ExploredRequest): request is Named => 'uid' in request

const asked = (request: ApiRequest | ExploredRequest): ReadonlyArray<ExploredRequest> =>
  isOutside(request) || request._tag === 'Create' ? [request] : []

/** An object as the informer of its kind shows it. */
const shownBy = ({ informers }: World, object: WholeObject): WholeObject =>
  informers.get(kindOf(object))?.find(({ change }) => change.object.metadata.uid === object.metadata.uid)?.before ??
  object

/** True for a transition that is the one of a step. */
const isThat = (expected: CourseStep | Transition): ((transition: Transition) => boolean) => {
  const fields = new Map<string, unknown>(Object.entries(expected))
  return (transition) => Object.entries(transition).every(([field, value]) => fields.get(field) === value)
}

const textOf = ({ requests, ...rest }: CourseStep): string =>
  JSON.stringify([rest, requests.map(({ by, request: { _tag } }) => `${by} ${_tag}`)])

const codesOf = (requests: ReadonlyArray<SentRequest>): string => requests.map(({ code }) => code).join()

const versionsOf = (objects: ReadonlyArray<WholeObject>): string =>
  objects.map(({ metadata }) => `${metadata.uid} ${metadata.resourceVersion ?? ''}`).join()

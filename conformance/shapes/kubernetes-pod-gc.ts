/**
 * Replays `kubernetes/pod-gc`: single passes over one listing, and runs one after the other that share their quarantine.
 */
import { either as E, taskEither as TE } from 'fp-ts'

import * as PodGc from '../../src/controllers/pod/index.js'
import type { Plan } from '../../src/controllers/pod/index.js'
import { known, millis } from '../../src/core/index.js'
import { instant } from '../../src/core/time.js'
import { execute } from '../../src/execute/index.js'
import type { Case, Replayed, Shape } from '../shape.js'
import { tagsOf } from '../tags.js'
import { timesRead } from './kubernetes-times.js'

interface PassInput {
  readonly pass: PodGc.PassName
  readonly pods: ReadonlyArray<PodGc.Pod>
  readonly threshold?: number
  readonly nodes?: ReadonlyArray<PodGc.Node>
  readonly apiNodes?: ReadonlyArray<string>
  readonly quarantineExpiredNodes?: ReadonlyArray<string>
  readonly patchErrorPods?: ReadonlyArray<string>
  readonly nodeGetErrors?: ReadonlyArray<string>
}

interface RunInput {
  readonly threshold: number
  readonly quarantineSeconds: number
  readonly ticks: ReadonlyArray<{
    readonly atSeconds: number
    readonly pods: ReadonlyArray<PodGc.Pod>
    readonly nodes: ReadonlyArray<PodGc.Node>
    readonly apiNodes: ReadonlyArray<string>
  }>
}

/** Any instant: nothing but the quarantine knows the time. */
const begin = Date.UTC(2026, 0, 1)

const everything = { _tag: 'Everything' } as const

/** What the server is sent when a pass is carried out, in the order of names; its patches of some pods fail. */
const callsOf = async (plan: Plan, pass: PodGc.Pass, failing: ReadonlySet<string>): Promise<ReadonlyArray<object>> => {
  const calls: { readonly place: string; readonly call: object }[] = []
  const note = (pod: PodGc.PodName, call: object): void => {
    calls.push({ place: placeOf(pod), call: { resource: 'pods', ...pod, ...call } })
  }
  const port: PodGc.Port<string> = {
    patchStatus: (pod, { patchType, body: patch }) => {
      note(pod, { verb: 'patch', subresource: 'status', patchType, patch })
      return failing.has(placeOf(pod)) ? TE.left('injected') : TE.right(undefined)
    },
    delete: (pod, options) => {
      note(pod, { verb: 'delete', options })
      return TE.right(undefined)
    },
  }
  await execute(PodGc.perform(port))<PodGc.PodFamily>({ ...plan, passes: [pass] })()
  return calls.sort((a, b) => (a.place === b.place ? 0 : a.place < b.place ? -1 : 1)).map(({ call }) => call)
}

const placeOf = ({ namespace, name }: PodGc.PodName): string => `${namespace}/${name}`

const passOf = (plan: Plan, name: PodGc.PassName): PodGc.Pass | undefined =>
  plan.passes.find((pass) => pass.name === name)

/** Of the first pass: how many go, and all that have terminated in the order in which they would go. */
const countsOf = (policy: PodGc.Policy, pods: ReadonlyArray<PodGc.Pod>, pass: PodGc.Pass): object => ({
  deleteCount: pass.removals.length,
  sortedTerminated: PodGc.terminatedInOrder(policy)(pods).map(
    ({ metadata: { namespace = '', name } }) => `${namespace}/${name}`,
  ),
})

const reportOf = async (
  policy: PodGc.Policy,
  pods: ReadonlyArray<PodGc.Pod>,
  plan: Plan,
  pass: PodGc.Pass,
  failing: ReadonlySet<string>,
): Promise<object> => ({
  calls: await callsOf(plan, pass, failing),
  ...(pass.name === 'terminated' ? countsOf(policy, pods, pass) : {}),
})

const replayPass = async (input: PassInput): Promise<Replayed> => {
  const policy = { ...PodGc.defaultPolicy, terminatedPodGcThreshold: input.threshold ?? 0 }
  const planned = PodGc.plan(policy)({
    at: instant(begin),
    pods: input.pods,
    nodes: input.nodes ?? [],
    coverage: everything,
    apiNodes: known(input.apiNodes ?? []),
    failedLookups: input.nodeGetErrors,
    memory: { waiting: [], ripe: input.quarantineExpiredNodes ?? [] },
  })
  if (E.isLeft(planned)) return refused(planned.left)
  const pass = passOf(planned.right, input.pass)
  if (pass === undefined) return { _tag: 'Skipped', because: `there is no pass ${input.pass}` }
  const actual = await reportOf(policy, input.pods, planned.right, pass, new Set(input.patchErrorPods))
  return { _tag: 'Replayed', actual, tags: tagsOf(planned.right) }
}

const replayRun = async ({ threshold, quarantineSeconds, ticks }: RunInput): Promise<Replayed> => {
  const quarantine = millis(quarantineSeconds * 1000)
  const policy = { ...PodGc.defaultPolicy, terminatedPodGcThreshold: threshold, quarantine }
  const tags = new Set<string>()
  const reports: object[] = []
  let memory = PodGc.emptyMemory
  for (const { atSeconds, pods, nodes, apiNodes } of ticks) {
    const at = instant(begin + atSeconds * 1000)
    const run = PodGc.step(policy)({ at, pods, nodes, coverage: everything, apiNodes: known(apiNodes) })(memory)
    if (E.isLeft(run)) return refused(run.left)
    memory = run.right.memory
    for (const tag of tagsOf(run.right.plan)) tags.add(tag)
    const { plan } = run.right
    const passes: object[] = []
    for (const pass of plan.passes)
      if (pass.removals.length > 0)
        passes.push({ pass: pass.name, ...(await reportOf(policy, pods, plan, pass, new Set())) })
    reports.push({ passes })
  }
  return { _tag: 'Replayed', actual: { ticks: reports }, tags: [...tags] }
}

const refused = (error: unknown): Replayed => ({ _tag: 'Replayed', actual: { refused: error } })

const replay = (recorded: Case): Promise<Replayed> =>
  recorded['op'] === 'pod-gc-run'
    ? replayRun(timesRead(recorded.input) as RunInput)
    : replayPass(timesRead(recorded.input) as PassInput)

/** The recorded decisions of pod garbage collection. */
export const kubernetesPodGc: Shape = {
  shape: 'kubernetes/pod-gc',
  compared: {
    calls: 'ordered',
    deleteCount: 'ordered',
    sortedTerminated: 'ordered',
    ticks: 'ordered',
  },
  replay,
}

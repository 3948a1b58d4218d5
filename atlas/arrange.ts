/**
 * Answers how an answer is arranged before it becomes a line: what the real components leave in any order is sorted, as
 * the recording sorted it. What they do in order stays as it is.
 */
import { canonical } from './canonical.js'

type Members = Readonly<Record<string, unknown>>
type Arrange = (answer: Members) => Members

/** Sorts by texts, the first that differ decide; the rest keeps its order. */
const sortedBy =
  <A>(...keys: ReadonlyArray<(item: A) => string>) =>
  (items: unknown): ReadonlyArray<A> =>
    (items as ReadonlyArray<A>).toSorted((a, b) => {
      const key = keys.find((each) => each(a) !== each(b))
      return key === undefined ? 0 : key(a) < key(b) ? -1 : 1
    })

interface ContainerCall {
  readonly phase: string
  readonly podUid: string
  readonly name: string
}

const byUnit = ['podDeleted', 'maxPerPodContainer', 'maxContainersAverage']

/** Units and pods come in any order, what is removed of each in one; the oldest over all go in one order, and last. */
const containerGc: Arrange = (answer) => {
  const calls = answer['containers'] as ReadonlyArray<ContainerCall>
  return {
    ...answer,
    containers: [
      ...byUnit.flatMap((phase) =>
        sortedBy<ContainerCall>(
          ({ podUid }) => podUid,
          ({ name }) => name,
        )(calls.filter((call) => call.phase === phase)),
      ),
      ...calls.filter(({ phase }) => !byUnit.includes(phase)),
    ],
    sandboxes: sortedBy<ContainerCall>(({ podUid }) => podUid)(answer['sandboxes']),
  }
}

interface QueueItem {
  readonly uid: string
  readonly virtual?: boolean
}

interface Call {
  readonly resource: string
  readonly namespace?: string
  readonly name: string
  readonly patch?: { readonly metadata?: { readonly finalizers?: unknown } }
}

interface Decision {
  readonly uid: string
  readonly calls: ReadonlyArray<Call>
  readonly enqueueAttemptToDelete?: ReadonlyArray<string>
}

const uidOf = ({ uid }: { readonly uid: string }): string => uid

const nodes = sortedBy<QueueItem>(uidOf, ({ virtual }) => (virtual === true ? 'virtual' : 'observed'))

const decision = (made: Decision): Decision =>
  made.enqueueAttemptToDelete === undefined
    ? made
    : { ...made, enqueueAttemptToDelete: made.enqueueAttemptToDelete.toSorted() }

/** The patches of dependents are sent in any order, after them the one that takes the owner's finalizer. */
const orphanDecision = (made: Decision): Decision => {
  const own = made.calls.filter(({ patch }) => patch?.metadata?.finalizers !== undefined)
  const others = sortedBy<Call>(
    ({ resource }) => resource,
    ({ namespace = '' }) => namespace,
    ({ name }) => name,
  )(made.calls.filter((call) => !own.includes(call)))
  return { ...made, calls: [...others, ...own] }
}

const ownerGc: Arrange = (answer) => ({
  ...answer,
  attemptToDelete: nodes(answer['attemptToDelete']),
  attemptToOrphan: nodes(answer['attemptToOrphan']),
  virtualNodes: nodes(answer['virtualNodes']),
  decisions: (answer['decisions'] as ReadonlyArray<Decision>).map(decision),
  virtualDecisions: sortedBy<Decision>(uidOf)(answer['virtualDecisions']).map(decision),
  orphanDecisions: sortedBy<Decision>(uidOf)(answer['orphanDecisions']).map(orphanDecision),
  attempted: (answer['attempted'] as ReadonlyArray<string>).toSorted(),
})

type Node = readonly [type: string, namespace: string, key: string]

const types = ['lease', 'snapshot', 'ingest', 'content', 'image']

/** Resources in the order of the sweep, as what is kept is listed: by namespace, then type, then key. */
const inSweepOrder = (items: unknown): ReadonlyArray<Node> =>
  sortedBy<Node>(
    ([type]) => (types.includes(type) ? '' : type === 'stream' ? 's' : 't'),
    ([, namespace]) => namespace,
    ([type]) => String(types.indexOf(type)),
    ([type, , key]) => (type === 'snapshot' ? key.slice(0, key.indexOf('/')) : ''),
    ([, , key]) => key,
  )(items)

/** The sweep of the metadata is in order; streams and mounts go last, in any. */
const containerdGraph: Arrange = ({ removed, kept, ...rest }) => ({
  ...rest,
  kept: inSweepOrder(kept),
  removed: (
    removed as ReadonlyArray<{ readonly inOrder?: ReadonlyArray<Node>; readonly inAnyOrder?: ReadonlyArray<Node> }>
  ).flatMap(({ inOrder, inAnyOrder = [] }) => inOrder ?? inSweepOrder(inAnyOrder)),
})

const cronJobHistory: Arrange = (answer) => ({
  ...answer,
  consideredJobs: (answer['consideredJobs'] as ReadonlyArray<string>).toSorted(),
})

const arrangements: Readonly<Record<string, Arrange>> = {
  'containerd/graph': containerdGraph,
  'kubelet/container-gc': containerGc,
  'kubernetes/history-cronjob': cronJobHistory,
  'kubernetes/owner-gc': ownerGc,
}

/** The line of an answer of a shape: the compared members, arranged. */
export const lineOf =
  (shape: string, compared: ReadonlyArray<string>) =>
  (answer: unknown): string => {
    const arrange = arrangements[shape] ?? ((given) => given)
    const arranged = arrange(answer as Members)
    return canonical(Object.fromEntries(compared.map((member) => [member, arranged[member]])))
  }

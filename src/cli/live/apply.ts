/** Carries out an approved plan on a cluster, as far as a new look still asks for it. */
import { either as E, function as F } from 'fp-ts'

import { type CallError, type ClusterPorts, classify, ports, sayCallError } from '../../adapters/kubernetes/index.js'
import { type CallFault, type Perform, backoff, executeWith } from '../../execute/index.js'
import {
  type Approval,
  type Guard,
  type TargetRef,
  admitApproved,
  approvedOnly,
  digest,
  explainRefusal,
  guards,
} from '../../guard/index.js'
import { type Family, type Plan, type Report, amendmentsOf, millis } from '../../index.js'
import type { Environment, Result } from '../command.js'
import { written } from '../document.js'
import type { ControlPlaneInputs } from '../kubernetes/control-plane.js'
import type { Format } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import type { OpenCluster } from '../world.js'
import { replanned } from './replan.js'

/** What was asked for. */
export interface Asked {
  readonly collector: string
  /** Of the plan of the file. */
  readonly approval: Approval
  /** Whether the digest was given: without it nothing is changed. */
  readonly isApproved: boolean
  readonly caps: ReadonlyArray<Guard>
  readonly format: Format
}

/** What became of one target. */
interface Became {
  readonly target: string
  readonly what: 'remove' | 'amend'
  readonly outcome: string
  readonly why?: string | undefined
}

/** Plans anew, guards, and carries out what is approved; without approval it says what it would do. */
export const applyOn =
  (environment: Environment, asked: Asked, cluster: OpenCluster, notes: ReadonlyArray<string>) =>
  (inputs: ControlPlaneInputs): Promise<E.Either<string, Result>> =>
    F.pipe(
      replanned<Promise<E.Either<string, Result>>>(asked.collector, inputs, (plan, perform) =>
        carriedOut(environment, asked, cluster, inputs, notes, plan, perform),
      ),
      E.getOrElseW((message) => Promise.resolve(E.left(message))),
    )

const carriedOut = async <F extends Family & { readonly Target: TargetRef }>(
  environment: Environment,
  { approval, isApproved, caps, format }: Asked,
  cluster: OpenCluster,
  inputs: ControlPlaneInputs,
  notes: ReadonlyArray<string>,
  plan: Plan<F>,
  perform: (ports: ClusterPorts) => Perform<F['Action'], CallError>,
): Promise<E.Either<string, Result>> => {
  const { acting } = environment
  const guarded = guards(approvedOnly(approval), ...caps)(plan)
  if (E.isLeft(guarded))
    return E.right(resultOf('', [...notes, ...guarded.left.map((refusal) => `refused: ${explainRefusal(refusal)}`)], 3))
  const now = digest(plan)
  const approved = guarded.right.passes.flatMap((pass) => [...pass.removals, ...amendmentsOf(pass)]).length
  const planned = plan.passes.flatMap((pass) => [...pass.removals, ...amendmentsOf(pass)]).length
  const head = {
    digest: approval.digest,
    isUnchanged: E.isRight(now) && now.right === approval.digest,
    ...{ planned, approved, cluster: cluster.context },
  }
  if (!isApproved) {
    const text = (): string =>
      [
        `cluster ${cluster.context}: planned anew, ${planned} calls; ${approved} of them are in this plan`,
        `nothing was changed; to carry them out: gcplan apply PLAN.json --approve ${approval.digest}`,
        '',
      ].join('\n')
    return E.right(
      resultOf(
        written(format, environment, { document: () => ({ ...document, ...head, isDryRun: true }), text }),
        notes,
        0,
      ),
    )
  }
  let done = 0
  const act = ports(cluster.send, { clock: acting.clock, signal: acting.signal, scopes: inputs.lists.scopes })
  const report = await executeWith<F, CallError>({
    perform: perform(act),
    clock: acting.clock,
    signal: acting.signal,
    admit: admitApproved(approval),
    classify,
    retry: { attempts: 5, wait: backoff({ first: millis(100), factor: 2, limit: millis(5000) }) },
    deadline: millis(60_000),
    onProgress: ({ _tag }) => {
      if (_tag === 'RemovalEnded' || _tag === 'AmendmentEnded') acting.say(`${++done} of ${planned}`)
    },
  })(plan)()
  const became = becameOf(report)
  const counted = (outcome: string): number => became.filter((each) => each.outcome === outcome).length
  const text = (): string =>
    [
      ...became
        .filter(({ outcome }) => outcome !== 'not approved')
        .map(({ target, outcome, why }) => `${outcome} ${target}${why === undefined ? '' : `: ${why}`}`),
      ['done', 'failed', 'skipped', 'not approved'].map((outcome) => `${counted(outcome)} ${outcome}`).join(', '),
      ...(acting.signal.aborted ? ['interrupted: the same command does the rest'] : []),
      '',
    ].join('\n')
  const failed = counted('failed') + counted('skipped') > 0 || acting.signal.aborted
  const stdout = written(format, environment, {
    document: () => ({ ...document, ...head, isDryRun: false, outcomes: became }),
    text,
  })
  return E.right(resultOf(stdout, notes, failed ? 1 : 0))
}

const document = { kind: 'gcplan/applied', version: 1 }

const becameOf = <F extends Family & { readonly Target: TargetRef }>(
  report: Report<F, CallError | CallFault>,
): ReadonlyArray<Became> =>
  report.passes.flatMap(({ amended = [], outcomes }) => [
    ...amended.map((each) => became('amend', each.amendment.target, each)),
    ...outcomes.map((each) => became('remove', each.removal.target, each)),
  ])

const became = (
  what: Became['what'],
  target: unknown,
  ended: { readonly _tag: string; readonly error?: unknown; readonly because?: unknown; readonly found?: unknown },
): Became => {
  const named = { target: sayTarget(target), what }
  switch (ended._tag) {
    case 'Failed':
      return { ...named, outcome: 'failed', why: sayError(ended.error) }
    case 'Skipped':
      return { ...named, outcome: 'skipped', why: String(ended.because) }
    case 'Refused':
      return { ...named, outcome: 'not approved' }
    default:
      return { ...named, outcome: 'done', ...(ended.found === 'gone' ? { why: 'it was gone already' } : {}) }
  }
}

const sayTarget = (target: unknown): string => {
  const { kind, _tag, namespace, name, id } = target as Readonly<Record<string, string | undefined>>
  return `${kind ?? _tag ?? ''} ${namespace === undefined || namespace === '' ? '' : `${namespace}/`}${name ?? id ?? ''}`
}

/** Faults of a run have no message of their own. */
const sayError = (error: unknown): string => {
  const { _tag } = error as CallError | CallFault
  switch (_tag) {
    case 'DeadlineExceeded':
      return 'no answer in time'
    case 'PortThrew':
    case 'Aborted':
      return _tag
    default:
      return sayCallError(error as CallError)
  }
}

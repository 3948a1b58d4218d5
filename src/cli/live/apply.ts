/** Carries out an approved plan on a cluster, as far as a new look still asks for it. */
import { either as E, function as F, task as T, taskEither as TE } from 'fp-ts'

import { type CallError, type ClusterPorts, classify, ports } from '../../adapters/kubernetes/index.js'
import { type Perform, backoff, executeWith } from '../../execute/index.js'
import {
  type Approval,
  type Guard,
  type GuardRefusal,
  type TargetRef,
  admitApproved,
  approvedOnly,
  digest,
  explainRefusal,
  guards,
} from '../../guard/index.js'
import { type Family, type Plan, amendmentsOf, millis } from '../../index.js'
import type { Environment, Result } from '../command.js'
import { written } from '../document.js'
import type { ControlPlaneInputs } from '../kubernetes/control-plane.js'
import type { Format } from '../plan/flags.js'
import { resultOf } from '../plan/print.js'
import type { OpenCluster } from '../world.js'
import { becameOf } from './became.js'
import { replanned } from './replan.js'

/** What was asked for. */
export interface Asked {
  readonly collector: string
  /** Of the file of the plan. */
  readonly path: string
  /** Of the plan of the file. */
  readonly approval: Approval
  /** Whether the digest was given: without it nothing is changed. */
  readonly isApproved: boolean
  readonly caps: ReadonlyArray<Guard>
  readonly format: Format
}

/** Plans anew, guards, and carries out what is approved; without approval it says what it would do. */
export const applyOn =
  (environment: Environment, asked: Asked, cluster: OpenCluster, notes: ReadonlyArray<string>) =>
  (inputs: ControlPlaneInputs): Promise<E.Either<string, Result>> =>
    F.pipe(
      replanned<T.Task<Result>>(asked.collector, inputs, (plan, perform) =>
        F.pipe(
          plan,
          guards(approvedOnly(asked.approval), ...asked.caps),
          E.match(
            (refusals) => T.of(resultOf('', [...notes, ...refusals.map(sayRefusal)], 3)),
            (guarded) => {
              const head = headOf(asked, cluster, plan, guarded)
              return asked.isApproved
                ? carriedOut(environment, asked, cluster, inputs, notes, plan, head, perform)
                : T.of(wouldDo(environment, asked, notes, head))
            },
          ),
        ),
      ),
      TE.fromEither,
      TE.chainTaskK(F.identity),
    )()

const sayRefusal = (refusal: GuardRefusal): string => `refused: ${explainRefusal(refusal)}`

/** What is said before any outcome. */
interface Head {
  readonly digest: string
  readonly isUnchanged: boolean
  readonly planned: number
  readonly approved: number
  readonly cluster: string
}

const headOf = <C extends Family, G extends Family>(
  { approval }: Asked,
  { context }: OpenCluster,
  plan: Plan<C>,
  guarded: Plan<G>,
): Head => ({
  digest: approval.digest,
  isUnchanged: F.pipe(
    digest(plan),
    E.exists((now) => now === approval.digest),
  ),
  planned: callsOf(plan),
  approved: callsOf(guarded),
  cluster: context,
})

const callsOf = <C extends Family>({ passes }: Plan<C>): number =>
  passes.flatMap((pass) => [...pass.removals, ...amendmentsOf(pass)]).length

const wouldDo = (
  environment: Environment,
  { format, path }: Asked,
  notes: ReadonlyArray<string>,
  head: Head,
): Result => {
  const text = (): string =>
    [
      `cluster ${head.cluster}: planned again, ${head.planned} calls; ${head.approved} of them are in this plan`,
      `nothing was changed; to execute them: gcplan apply ${path} --approve ${head.digest}`,
      '',
    ].join('\n')
  return resultOf(
    written(format, environment, { document: () => ({ ...document, ...head, isDryRun: true }), text }),
    notes,
    0,
  )
}

const carriedOut =
  <C extends Family & { readonly Target: TargetRef }>(
    environment: Environment,
    { approval, format }: Asked,
    cluster: OpenCluster,
    inputs: ControlPlaneInputs,
    notes: ReadonlyArray<string>,
    plan: Plan<C>,
    head: Head,
    perform: (ports: ClusterPorts) => Perform<C['Action'], CallError>,
  ): T.Task<Result> =>
  async () => {
    const { acting } = environment
    let done = 0
    const act = ports(cluster.send, { clock: acting.clock, signal: acting.signal, scopes: inputs.lists.scopes })
    const report = await executeWith<C, CallError>({
      perform: perform(act),
      clock: acting.clock,
      signal: acting.signal,
      admit: admitApproved(approval),
      classify,
      retry: { attempts: 5, wait: backoff({ first: millis(100), factor: 2, limit: millis(5000) }) },
      deadline: millis(60_000),
      onProgress: ({ _tag }) => {
        if (_tag === 'RemovalEnded' || _tag === 'AmendmentEnded') acting.say(`${++done} of ${head.planned}`)
      },
    })(plan)()
    const became = becameOf(report)
    const counted = (outcome: string): number => became.filter((each) => each.outcome === outcome).length
    const text = (): string =>
      [
        ...became
          .filter(({ outcome }) => outcome !== 'not approved')
          .map(({ target, outcome, why }) => `${outcome} ${target}${why === undefined ? '' : `: ${why}`}`),
        ['done', 'failed', ...(counted('cut off') > 0 ? ['cut off'] : []), 'skipped', 'not approved']
          .map((outcome) => `${counted(outcome)} ${outcome}`)
          .join(', '),
        ...(acting.signal.aborted ? ['interrupted: the same command does the rest'] : []),
        '',
      ].join('\n')
    const failed = counted('failed') + counted('skipped') > 0 || acting.signal.aborted
    const stdout = written(format, environment, {
      document: () => ({ ...document, ...head, isDryRun: false, outcomes: became }),
      text,
    })
    return resultOf(stdout, notes, failed ? 1 : 0)
  }

const document = { kind: 'gcplan/applied', version: 1 }

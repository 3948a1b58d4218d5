/** The plan of each collector by itself, from the part of the lists that it would read in a cluster. */
import { either as E, function as F } from 'fp-ts'

import * as History from '../../controllers/history/index.js'
import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as Owner from '../../controllers/owner/index.js'
import * as PodGc from '../../controllers/pod/index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import * as Ttl from '../../controllers/ttl/index.js'
import { kubernetesHistorySnapshot, kubernetesPodGcSnapshot, kubernetesTtlSnapshot } from '../../decode/index.js'
import type { InvalidInput } from '../../index.js'
import { sayProblems } from '../plan/errors.js'
import { type ControlPlaneInputs, lookedUp } from './control-plane.js'
import { assembled } from './snapshot.js'

const said = <P>(planned: E.Either<InvalidInput, P>): E.Either<string, P> => E.mapLeft(sayProblems('snapshot'))(planned)

/** Pod garbage collection. */
export const podPlan = ({ lists, policies, memory }: ControlPlaneInputs): E.Either<string, PodGc.Plan> =>
  F.pipe(
    lists,
    assembled((parts) => kubernetesPodGcSnapshot({ ...parts, apiNodes: lookedUp })),
    E.map((look) => ({ ...look, memory: PodGc.observe(policies.pod)(look)(memory.pod) })),
    E.flatMap(F.flow(PodGc.plan(policies.pod), said)),
  )

/** The clean-up of finished Jobs. */
export const ttlPlan = ({ lists, policies }: ControlPlaneInputs): E.Either<string, Ttl.Plan> =>
  F.pipe(lists, assembled(kubernetesTtlSnapshot), E.flatMap(F.flow(Ttl.plan(policies.ttl), said)))

/** The controllers that keep histories. */
export const historyPlan = ({ lists, policies }: ControlPlaneInputs): E.Either<string, History.Plan> =>
  F.pipe(lists, assembled(kubernetesHistorySnapshot), E.flatMap(F.flow(History.plan(policies.history), said)))

/** The lifecycle. */
export const lifecyclePlan = ({
  snapshot,
  policies,
}: Pick<ControlPlaneInputs, 'snapshot' | 'policies'>): E.Either<string, Lifecycle.Plan> => {
  const owners = ControlPlane.ownerStatuses(policies.owner)(snapshot)
  return said(Lifecycle.plan(policies.lifecycle)({ ...snapshot, owners, memory: snapshot.memory.lifecycle }))
}

/** The owner collector. */
export const ownerPlan = ({ snapshot, policies }: ControlPlaneInputs): E.Either<string, Owner.Plan> =>
  said(Owner.plan(policies.owner)(snapshot))

/** The reasons of every collector for objects, by uid; empty if a collector does not know the object. */
export const ownReasons = (
  plane: ControlPlaneInputs,
): E.Either<string, (collector: ControlPlane.CollectorName, uid: string) => ControlPlane.Answer['reasons']> => {
  const asked: Readonly<Record<ControlPlane.CollectorName, (of: ControlPlaneInputs) => E.Either<string, Decided>>> = {
    Pod: podPlan,
    Ttl: ttlPlan,
    History: historyPlan,
    Lifecycle: lifecyclePlan,
    Owner: ownerPlan,
  }
  const isOff = plane.policies.stopped?.includes('garbage-collector') === true
  return F.pipe(
    ControlPlane.collectorNames.filter((collector) => collector !== 'Owner' || !isOff),
    // They read the same objects, so what one refuses the others refuse too.
    E.traverseArray((collector) =>
      F.pipe(
        asked[collector](plane),
        E.map((plan) => [collector, plan] as const),
      ),
    ),
    E.map((entries) => {
      const plans = new Map(entries)
      return (collector, uid) =>
        (plans.get(collector)?.passes ?? [])
          .flatMap(({ removals, kept }) => [...removals, ...kept])
          .filter(({ target: { id } }) => id === uid)
          .flatMap(({ reasons }) =>
            reasons.map((reason) => ({ _tag: collector, reason }) as ControlPlane.Answer['reasons'][number]),
          )
    }),
  )
}

/** What is read of a plan of whichever collector. */
interface Decided {
  readonly passes: ReadonlyArray<Readonly<Record<'removals' | 'kept', ReadonlyArray<OfTarget>>>>
}

interface OfTarget {
  readonly target: { readonly id: string }
  readonly reasons: ReadonlyArray<unknown>
}

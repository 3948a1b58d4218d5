/** Plans with a single collector of the control plane and prints the result with its own sentences. */
import { either as E, function as F } from 'fp-ts'

import * as History from '../../controllers/history/index.js'
import * as Lifecycle from '../../controllers/lifecycle/index.js'
import * as Owner from '../../controllers/owner/index.js'
import * as PodGc from '../../controllers/pod/index.js'
import * as ControlPlane from '../../simulate/control-plane/index.js'
import * as Ttl from '../../controllers/ttl/index.js'
import type { Plan } from '../../index.js'
import type { Layout, Spoken } from '../../render/index.js'
import type { Environment, ExitCode, Flag, Output } from '../command.js'
import { sayProblems } from '../plan/errors.js'
import type { Format } from '../plan/flags.js'
import { exitCodeOf, printPlan } from '../plan/print.js'
import { undecidedIn } from '../plan/undecided.js'
import type { SaidRules } from '../release/chosen.js'
import type { ControlPlaneInputs } from './control-plane.js'
import { sayObject } from './object.js'
import { coverageNotes } from './coverage-notes.js'
import { historyPlan, lifecyclePlan, ownerPlan, podPlan, ttlPlan } from './own-plans.js'
import { summarized } from './summary.js'
import { collectorWords } from '../../view/index.js'
import { type AnyReason, sayWhoAndWhy } from './wording.js'

/** The flag that asks for one collector. */
export const collectorFlag: Flag = {
  name: 'collector',
  value: 'NAME',
  about: `only this collector, pass by pass: ${Object.values(collectorWords).join(', ')} (default: all together)`,
}

/** A collector that can be asked for by itself. */
export type CollectorName = (typeof collectorWords)[ControlPlane.CollectorName]

/** A printed plan. */
export interface Printed {
  readonly output: Output
  readonly exitCode: ExitCode
  readonly undecided: number
  readonly notes: ReadonlyArray<string>
}

/** How it is printed. */
export interface Printing extends Pick<Layout, 'decisions'> {
  readonly format: Format
  readonly rules: SaidRules | undefined
  readonly environment: Pick<Environment, 'color' | 'yaml'>
}

/** What a collector calls itself, its reasons and its targets. */
interface Tongue<R, T> {
  readonly collector: string
  readonly explain: (reason: R) => string
  readonly label: (target: T) => string
}

/** What a collector plans, in print. */
const printed =
  <R, T>({ format, environment, ...layout }: Printing, tongue: Tongue<R, T>) =>
  <F extends Spoken<R, T>>(plan: Plan<F>): Printed => ({
    output: printPlan({ ...layout, ...tongue, labelHeading: 'OBJECT', namesAlone: true }, format, environment)(plan),
    exitCode: exitCodeOf(plan),
    undecided: undecidedIn(tongue.collector)(plan),
    notes: coverageNotes(plan),
  })

/** Plans all collectors together. */
export const printAll =
  (printing: Printing) =>
  ({ snapshot, policies }: ControlPlaneInputs): E.Either<string, Printed> => {
    const { format } = printing
    const tongue = { collector: 'kubernetes', explain: sayWhoAndWhy, label: sayObject }
    const print = printed<AnyReason, ControlPlane.Target>(printing, tongue)
    return F.pipe(
      ControlPlane.planKubernetes(policies)(snapshot),
      E.bimap(sayProblems('snapshot'), (plan) => ({
        ...print(format === 'text' || format === 'table' ? summarized(plan) : plan),
        notes: coverageNotes(plan),
      })),
    )
  }

/** Plans one collector. */
export const printOne = (
  name: CollectorName,
  printing: Printing,
): ((plane: ControlPlaneInputs) => E.Either<string, Printed>) => {
  const collector = `kubernetes-${name}`
  switch (name) {
    case 'pod': {
      const tongue = { collector, explain: PodGc.explain, label: sayAs('Pod') }
      const print = printed<PodGc.Reason | PodGc.KeepReason, PodGc.Target>(printing, tongue)
      return F.flow(podPlan, E.map(print))
    }
    case 'ttl': {
      const tongue = { collector, explain: Ttl.explain, label: sayAs('Job') }
      const print = printed<Ttl.Reason | Ttl.KeepReason, Ttl.Target>(printing, tongue)
      return F.flow(ttlPlan, E.map(print))
    }
    case 'history': {
      const tongue = { collector, explain: History.explain, label: sayObject }
      const print = printed<History.Reason | History.KeepReason, History.Target>(printing, tongue)
      return F.flow(historyPlan, E.map(print))
    }
    case 'lifecycle': {
      const print = printed(printing, { collector, explain: Lifecycle.explain, label: sayObject })
      return F.flow(lifecyclePlan, E.map(print))
    }
    case 'owners': {
      const print = printed(printing, { collector, explain: Owner.explain, label: sayObject })
      return F.flow(ownerPlan, E.map(print))
    }
  }
}

/** Notes on controllers that do not run although their plans are printed. */
export const stoppedNotes = (
  name: CollectorName,
  { policies: { stopped = [] } }: ControlPlaneInputs,
): ReadonlyArray<string> =>
  stopped
    .filter((controller) => name === (controller === 'garbage-collector' ? 'owners' : 'history'))
    .map((controller) => `the ${controller} controller is turned off; the plan is what it would do`)

const sayAs =
  (kind: string) =>
  ({ namespace, name }: { readonly namespace: string; readonly name: string }): string =>
    sayObject({ kind, namespace, name })

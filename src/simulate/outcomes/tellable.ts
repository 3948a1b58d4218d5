/**
 * Which steps of a course are worth telling. Left out is what makes no difference: work that sends no request that changes
 * anything, reports in the status, and what is heard of after the last request that counts.
 */
import type { PossibleEnd } from './object-outcome.js'
import type { CourseStep } from './transition.js'

/** One run of a worker, from taking an item or a key. */
export interface Run {
  readonly isOfCollector: boolean
  readonly uid: string
  counts: boolean
  isLast: boolean
  /** The places of its first and last steps. */
  readonly begins: number
  ends: number
}

/** A step that is told, and the run that it is part of. */
export interface TellableStep {
  readonly step: CourseStep
  readonly at: number
  readonly run: Run | undefined
}

/** The steps that make a difference. */
export const tellable = ({ course, objects }: PossibleEnd): ReadonlyArray<TellableStep> => {
  const left = new Set(objects.map(({ metadata }) => metadata.uid))
  const runs = runsOf(course)
  const isTold = (run: Run | undefined): boolean =>
    run !== undefined && (run.counts || (run.isOfCollector && run.isLast && left.has(run.uid)))
  let collectorActs = false
  let controllersAct = false
  const told: TellableStep[] = []
  for (let at = course.length - 1; at >= 0; at--) {
    const step = course[at]
    if (step === undefined) continue
    const run = runs[at]
    switch (step._tag) {
      case 'Request':
      case 'Skip':
        told.push({ step, at, run })
        break
      case 'GraphEvent':
      case 'GraphAbsence':
        if (collectorActs) told.push({ step, at, run })
        break
      case 'InformerEvent':
        if (controllersAct) told.push({ step, at, run })
        break
      case 'Time':
        if (told.length > 0) told.push({ step, at, run })
        break
      default:
        if (!isTold(run) || (isCall(step) && !isEffective(step))) break
        told.push({ step, at, run })
        if (run?.isOfCollector === true) collectorActs = true
        else controllersAct = true
    }
  }
  return told.reverse()
}

/** It sent a request that may change something. */
export const isCall = ({ requests }: CourseStep): boolean => requests.length > 0

/** It changed something but a status, or it was refused. */
const isEffective = ({ requests, changes }: CourseStep): boolean =>
  requests.some(
    ({ request, code }) =>
      code >= 400 || (changes.length > 0 && !(request._tag === 'Update' && request.subresource === 'status')),
  )

/** The run of each step of a worker. */
const runsOf = (course: ReadonlyArray<CourseStep>): ReadonlyArray<Run | undefined> => {
  const open = new Map<string, Run>()
  return course.map((step, at) => {
    switch (step._tag) {
      case 'TakeItem':
      case 'TakeKey': {
        const id = workerOf(step)
        const before = open.get(id)
        if (before !== undefined) before.isLast = false
        const isOfCollector = step._tag === 'TakeItem'
        const run: Run = {
          isOfCollector,
          uid: isOfCollector ? uidOf(step.item) : step.key,
          counts: isEffective(step),
          isLast: true,
          begins: at,
          ends: at,
        }
        open.set(id, run)
        return run
      }
      case 'StepAttempt':
      case 'StepKey': {
        const run = open.get(workerOf(step))
        if (run !== undefined) {
          run.ends = at
          if (isEffective(step)) run.counts = true
        }
        return run
      }
      default:
        return undefined
    }
  })
}

type OfWorker = Extract<CourseStep, { readonly _tag: 'TakeItem' | 'StepAttempt' | 'TakeKey' | 'StepKey' }>

const workerOf = (step: OfWorker): string => ('item' in step ? step.item : `${step.controller} ${step.key}`)

/** The uid in the name of some work. */
export const uidOf = (item: string): string => item.replace(/^\w+ /, '').replace(/ \(left\)$/, '')

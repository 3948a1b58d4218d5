/** Sentences for one course: who does what, in which order. */
import { named } from '../../apiserver/object.js'
import { namespaceControllerName } from '../../controllers/namespace/controller.js'
import { kubelet } from '../kubelet/controller.js'
import { recyclerName } from './recycler.js'
import type { ObjectOutcome, PossibleEnd } from './object-outcome.js'
import { type NameOf, namer, sayChange, saySent } from './explain-request.js'
import { type Run, type TellableStep, isCall, tellable, uidOf } from './tellable.js'
import type { CourseStep } from './transition.js'

/**
 * The steps of the course to an end, a line each.
 *
 * Shape: `objects` (those of the exploration) give the names. Consecutive steps of one party share a line.
 *
 * @example
 * ```ts
 * import { either as E } from 'fp-ts'
 * import * as Owner from 'gcplan/controllers/owner'
 * import { explainCourse, exploreOutcomes } from 'gcplan/simulate/outcomes'
 * import { scopes_1_36 } from 'gcplan/apiserver'
 *
 * const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u-a' }
 * const namespace = 'shop'
 * const explored = exploreOutcomes(Owner.defaultPolicy)([
 *   { requests: [{ _tag: 'Delete', uid: 'u-a', options: { propagationPolicy: 'Background' } }] },
 * ])({
 *   at: new Date('2026-01-01T12:00:00Z'),
 *   objects: [
 *     { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'a', uid: 'u-a' } },
 *     { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name: 'b', uid: 'u-b', ownerReferences: [owner] } },
 *   ],
 *   scopes: scopes_1_36.scopes,
 *   coverage: { _tag: 'Everything' },
 * })
 * if (E.isRight(explored))
 *   for (const end of explored.right.phases[0] ?? []) console.log(explainCourse(explored.right.objects)(end).join('\n'))
 * // you delete ConfigMap shop/a with policy Background (it is gone)
 * // the garbage collector learns that ConfigMap shop/a is gone
 * // a worker of the garbage collector reads Secret shop/b and deletes Secret shop/b (it is gone)
 * ```
 */
export const explainCourse =
  (objects: ReadonlyArray<Pick<ObjectOutcome, 'target'>>) =>
  (end: PossibleEnd): ReadonlyArray<string> => {
    const nameOf = namer(new Map(objects.map(({ target }) => [target.id, target])))
    const lines: Line[] = []
    for (const told of tellable(end)) {
      const { thread, who, said, isOpening } = sentenceOf(nameOf, told)
      const last = lines.at(-1)
      if (last?.thread !== thread) lines.push({ thread, who, said: [said], isOpening })
      else if (last.isOpening === true) lines.splice(-1, 1, { ...last, said: [said], isOpening: false })
      else last.said.push(said)
    }
    return lines.map(({ who, said }) => `${who}${sayAll(said)}`)
  }

const sayAll = (said: ReadonlyArray<string>): string =>
  said.length < 3 ? said.join(' and ') : `${said.slice(0, -1).join(', ')}, and ${said.at(-1) ?? ''}`

interface Line extends Omit<Sentence, 'said'> {
  readonly said: string[]
}

interface Sentence {
  /** Steps of one thread that follow each other share a line. */
  readonly thread: string
  readonly who: string
  readonly said: string
  /** It says only who begins with what, which need not be told if the next line says what they do. */
  readonly isOpening?: boolean | undefined
}

const sentenceOf = (nameOf: NameOf, told: TellableStep): Sentence => {
  const { step, run } = told
  switch (step._tag) {
    case 'Request':
      return { thread: 'requests', who: '', said: saySent(nameOf, step) }
    case 'GraphEvent':
    case 'GraphAbsence':
      return { thread: 'graph', who: 'the garbage collector learns that ', said: sayHeard(step) }
    case 'InformerEvent':
      return { thread: 'informers', who: 'other controllers learn that ', said: sayHeard(step) }
    case 'TakeItem': {
      const object = nameOf(uidOf(step.item))
      const begins = isOrphaning(step) ? `begins to orphan the dependents of ${object}` : `reads ${object}`
      return { thread: threadOf(run), who: 'a worker of the garbage collector ', said: `${begins}${sayLeaving(told)}` }
    }
    case 'StepAttempt': {
      const object = nameOf(uidOf(step.item))
      const who = isOrphaning(step)
        ? `the worker that orphans the dependents of ${object} `
        : `the worker that has read ${object} `
      const said = sayStep(nameOf, step)
      const again = said.replace(`looks up ${object}`, `reads ${object} again`)
      return { thread: threadOf(run), who, said: `${isOrphaning(step) ? said : again}${sayLeaving(told)}` }
    }
    case 'TakeKey':
      return {
        thread: threadOf(run),
        who: `${party(step.controller)} `,
        said: `turns to ${sayKey(nameOf, step)}`,
        isOpening: true,
      }
    case 'StepKey':
      return { thread: threadOf(run), who: `${party(step.controller)} `, said: sayStep(nameOf, step) }
    case 'Skip':
      return { thread: 'never', who: '', said: `${party(step.controller)} never acts on ${sayKey(nameOf, step)}` }
    case 'Time':
      return { thread: 'time', who: '', said: 'time passes' }
  }
}

const threadOf = (run: Run | undefined): string => `run ${run?.begins ?? ''}`

const isOrphaning = ({ item }: { readonly item: string }): boolean => item.startsWith('Orphan ')

/** A worker that changes nothing has come to the end of its work. */
const sayLeaving = ({ run, at }: TellableStep): string =>
  run !== undefined && !run.counts && run.ends === at ? ', and changes nothing' : ''

const sayHeard = ({ hears }: CourseStep): string => (hears === undefined ? 'something has changed' : sayChange(hears))

const sayStep = (nameOf: NameOf, step: CourseStep): string => {
  if (isCall(step)) return saySent(nameOf, step)
  return step.looksUp === undefined ? 'goes on' : `looks up ${named(step.looksUp)}`
}

const sayKey = (nameOf: NameOf, { controller, key }: { readonly controller: string; readonly key: string }): string =>
  controller === namespaceControllerName ? `Namespace ${key}` : nameOf(key)

/** Names of parties in sentences; other controllers are called what they are. */
const parties: Readonly<Record<string, string>> = {
  [kubelet]: 'a kubelet',
  [recyclerName]: 'the pod that scrubs volumes',
  [namespaceControllerName]: 'the namespace controller',
  'pod-garbage-collector': 'pod GC',
}

const party = (controller: string): string => parties[controller] ?? `the ${controller}`

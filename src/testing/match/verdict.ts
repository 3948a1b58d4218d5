import type { WholeObject } from '../../apiserver/object.js'
import type { FakeCluster } from '../cluster/cluster.js'
import { type TargetName, nameOf } from '../cluster/name.js'
import { calledAs, closest } from './name.js'

/** A matcher's result. */
export interface Verdict {
  /** `neither` if the subject lacks the target; `not` then fails too. */
  readonly holds: boolean | 'neither'
  /** What a failing test prints. */
  readonly message: () => string
}

/** A verdict whose message is a sentence, with what bears it out below. */
export const verdict = (holds: Verdict['holds'], sentence: string, because: ReadonlyArray<string>): Verdict => ({
  holds,
  message: () => [sentence, ...because.map((line) => `  ${line}`)].join('\n'),
})

/** What was expected, as a sentence; `isNot` is no matter of it where nothing is known. */
export const expected = (what: string, toDo: string, holds: Verdict['holds']): string =>
  `expected ${what} ${holds === true ? 'not ' : ''}${toDo}`

/** The object that a test names, if the cluster has it. */
export const objectIn = (cluster: FakeCluster, which: TargetName): WholeObject | undefined =>
  (typeof which === 'string' ? cluster.objects().find((object) => nameOf(object) === which) : undefined) ??
  (isNamed(which) ? cluster.get(which) : cluster.objects(({ metadata }) => metadata.uid === which)[0])

/** A text without a slash is a uid, which no object may have. */
const isNamed = (which: TargetName): boolean => typeof which !== 'string' || which.includes('/')

/** The verdict on an object that does not exist: the assertion fails, negated or not. */
export const notThere = (cluster: FakeCluster, which: TargetName, toDo: string): Verdict => {
  const names = cluster.names()
  const near = closest(names, calledAs(which))
  return verdict('neither', `expected ${calledAs(which)} ${toDo}`, [
    `there is no such object${near === undefined ? '' : `; the nearest is ${near}`}`,
    `there ${names.length === 1 ? 'is' : 'are'} ${names.length === 0 ? 'no objects' : some(names)}`,
  ])
}

const some = (names: ReadonlyArray<string>): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} others`

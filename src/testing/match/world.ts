import type { WholeObject } from '../../apiserver/object.js'
import type { FakeCluster } from '../cluster/cluster.js'
import { type TargetName, nameOf } from '../cluster/name.js'
import { calledAs, closest } from './name.js'
import { type Verdict, verdict } from './verdict.js'

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

/**
 * Answers what the node of a case is for the kubelet's container collection: up to four containers, or up to four sandboxes
 * that may hold one each, whose ages follow from their rank.
 */
import type { Digits } from '../universe.js'
import { ago, containerLabels, nanosecondsAgo, podLabels } from './times.js'

interface ContainerDigit {
  readonly pod: string
  readonly name: string
  readonly state: string
  readonly age: 'rank' | 'young' | number
}

interface SandboxDigit {
  readonly pod: string
  readonly state: string
  /** The state of the container in it, if there is one. */
  readonly holds: string | null
}

const MINUTE = 60_000
const places = [1, 2, 3, 4]

export const containerWorld = (digits: Digits): unknown => {
  const order = (digits.get('order') ?? [0, 1, 2, 3]) as ReadonlyArray<number>
  const rank = (place: number): number => 1000 * (order[place - 1] ?? 0)
  const failures = digits.get('failures') ?? {}
  const contained = places.flatMap((place) => {
    const digit = digits.get(`c${place}`) as ContainerDigit | null | undefined
    if (digit) return [container(place, digit.pod, digit.name, digit.state, ageOf(digit.age, place, rank(place)))]
    const around = digits.get(`s${place}`) as SandboxDigit | null | undefined
    return around?.holds ? [container(place, around.pod, 'app', around.holds, 60 * MINUTE + rank(place))] : []
  })
  return {
    now: ago(0),
    policy: policyOf(digits),
    ...(digits.get('situation') as object),
    containers: contained,
    sandboxes: places.flatMap((place) => {
      const digit = digits.get(`s${place}`) as SandboxDigit | null | undefined
      return digit ? [sandbox(place, digit, 120 * MINUTE + rank(place))] : []
    }),
    logDirectories: digits.get('logDirectories') ?? [],
    logSymlinks: [digits.get('link1'), digits.get('link2')].filter((link) => link !== null && link !== undefined),
    ...(Object.keys(failures).length > 0 ? { failures } : {}),
  }
}

const policyOf = (digits: Digits): object => {
  const [perPod, all] = [digits.get('maxPerPodContainer'), digits.get('maxContainers')]
  return {
    ...(digits.get('policy') ?? { minAge: '1m0s', maxPerPodContainer: 0, maxContainers: -1 }),
    ...(perPod === undefined ? {} : { maxPerPodContainer: perPod }),
    ...(all === undefined ? {} : { maxContainers: all }),
  }
}

const ageOf = (age: ContainerDigit['age'], place: number, rank: number): number =>
  age === 'rank' ? MINUTE + rank : age === 'young' ? MINUTE - place : age

const podName = (uid: string): string => `pod-${uid.slice(-1)}`

const container = (place: number, pod: string, name: string, state: string, age: number): object => ({
  id: `c${place}`.repeat(6),
  podSandboxId: `s${place}`.repeat(6),
  metadata: { name, attempt: place - 1 },
  state,
  createdAt: nanosecondsAgo(age),
  labels: pod === '' ? {} : containerLabels(name, podName(pod), pod),
})

const sandbox = (place: number, { pod, state }: SandboxDigit, age: number): object => ({
  id: `s${place}`.repeat(6),
  metadata: { name: podName(pod), uid: pod, namespace: 'default', attempt: place - 1 },
  state,
  createdAt: nanosecondsAgo(age),
  labels: podLabels(podName(pod), pod),
})

/**
 * Differences between the handler and Kubernetes 1.20.2 that stay, each with its reason: they are in docs/divergences.md. Whoever
 * meets one goes on only where the state is the same after it.
 */
import type { Difference } from './play.js'
import type { Step } from './step.js'

/** A difference that stays. */
export interface Tolerated {
  readonly because: string
  readonly isMeant: (step: Step, differences: ReadonlyArray<Difference>) => boolean
  /** The two servers hold the same after it. */
  readonly keepsState: boolean
}

const statuses = (fake: number, real: number, differences: ReadonlyArray<Difference>): boolean =>
  differences.some((one) => one.at === 'status' && one.fake === fake && one.real === real)

/** All of them. */
export const tolerated: ReadonlyArray<Tolerated> = [
  {
    because:
      'the cache of the real server has not seen a version that the server gave itself, and waits for it in vain',
    isMeant: ({ method, query = {} }, differences) =>
      method === 'GET' &&
      (query['resourceVersion'] ?? '').startsWith('@listed ') &&
      [200, 400, 406].some((fake) => statuses(fake, 504, differences)) &&
      differences.some(({ at, real }) => at === 'body.reason' && real === 'Timeout'),
    keepsState: true,
  },
  {
    because: 'a claim is written anew the first time that it is changed, even to what it was',
    isMeant: ({ method, path }, differences) =>
      (method === 'PUT' || method === 'PATCH') &&
      path.includes('/persistentvolumeclaims/') &&
      differences.every(
        ({ at }) =>
          at === 'body.metadata.resourceVersion' || /^body\.rows\[0\]\.object\.metadata\.resourceVersion$/.test(at),
      ),
    keepsState: false,
  },
]

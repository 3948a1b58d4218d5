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

const says = (step: Step, text: string): boolean => JSON.stringify(step.body ?? '').includes(text)

const both = (step: Step, differences: ReadonlyArray<Difference>, refusals: ReadonlyArray<number>): boolean =>
  differences.some(
    ({ at, fake, real }) => at === 'status' && [fake, real].every((one) => refusals.some((code) => code === one)),
  ) && step.method !== 'POST'

const isAstray = ({ path }: Step): boolean => path.startsWith('/apis/example.com/')

/** All of them. */
export const tolerated: ReadonlyArray<Tolerated> = [
  {
    because: '1.20 answers 500 to a version that is no number, later releases 400',
    isMeant: ({ query = {} }, differences) => query['resourceVersion'] === 'x' && statuses(400, 500, differences),
    keepsState: true,
  },
  {
    because: '1.20 answers 500 to a merge patch that is no object, later releases 400',
    isMeant: ({ method }, differences) => method === 'PATCH' && statuses(400, 500, differences),
    keepsState: true,
  },
  {
    because: '1.20 takes what a strategic patch removes from a list that is not there for what it adds',
    isMeant: (step) => says(step, '"$patch":"delete"') || says(step, '$deleteFromPrimitiveList'),
    keepsState: false,
  },
  {
    because: 'of a custom resource 1.20 says in other words that a path or a method is not served',
    isMeant: (step, differences) =>
      isAstray(step) &&
      (statuses(405, 404, differences) ||
        (differences.every(({ at }) => at !== 'status') &&
          /\/(?:status|nothing)$|^DELETE/.test(`${step.method} ${step.path}`))),
    keepsState: true,
  },
  {
    because: '1.20 creates a custom resource at the path of an object, and refuses a list of one with 500',
    isMeant: (step, differences) =>
      isAstray(step) &&
      ([201, 409].some((real) => statuses(405, real, differences)) || statuses(406, 500, differences)),
    keepsState: false,
  },
  {
    because: '1.20 takes a JSON Patch that replaces what is not there',
    isMeant: (step, differences) => says(step, '"op":"replace"') && statuses(422, 200, differences),
    keepsState: false,
  },
  {
    because: 'the real server marks a pod that goes at once before it removes it: two changes instead of one',
    isMeant: ({ method, path, query = {} }, differences) =>
      path.endsWith('/pods') || path.includes('/pods/')
        ? (method === 'DELETE' && differences.every(({ at }) => /deletion|resourceVersion|generation/.test(at))) ||
          'watch' in query
        : false,
    keepsState: true,
  },
  {
    because: 'of two faults of a request the real server names another one',
    isMeant: (step, differences) => both(step, differences, [400, 404, 406, 422, 500]),
    keepsState: true,
  },
  {
    because: '1.20 refuses a custom resource of another kind as invalid',
    isMeant: (step, differences) => isAstray(step) && says(step, '"kind":"Other"') && statuses(400, 422, differences),
    keepsState: true,
  },
  {
    because: 'a PUT that gives another time of creation is taken',
    isMeant: (step) => step.method === 'PUT' && says(step, '"creationTimestamp"'),
    keepsState: false,
  },
  {
    because: 'a strategic patch puts new entries of a list in another order',
    isMeant: ({ contentType }, differences) =>
      contentType === 'application/strategic-merge-patch+json' &&
      differences.every(({ at }) => at.includes('ownerReferences[')),
    keepsState: false,
  },
  {
    because: 'claims are written anew the first time that they are changed, even to what they were',
    isMeant: ({ path }, differences) =>
      path.includes('/persistentvolumeclaims/') && differences.every(({ at }) => at.endsWith('resourceVersion')),
    keepsState: false,
  },
  {
    because: 'a list that 1.20 takes from its cache is in no order',
    isMeant: ({ method, query = {} }, differences) =>
      method === 'GET' &&
      'resourceVersion' in query &&
      differences.every(({ at }) => /^body\.(?:items|rows)\[/.test(at)),
    keepsState: false,
  },
  {
    because: 'of several faults of the options of a request the real server names all',
    isMeant: ({ method }, differences) => method === 'DELETE' && differences.every(({ at }) => at.includes('causes')),
    keepsState: true,
  },
  {
    because: 'the cache of the real server may be behind a version that it gave itself, and waits for it in vain',
    isMeant: ({ method }, differences) =>
      method === 'GET' && [200, 406].some((fake) => statuses(fake, 504, differences)),
    keepsState: true,
  },
  {
    because: '1.20 looks for the namespace before it compares it with that of the body',
    isMeant: (step, differences) =>
      says(step, '"namespace":"elsewhere"') && (statuses(400, 404, differences) || statuses(400, 403, differences)),
    keepsState: true,
  },
]

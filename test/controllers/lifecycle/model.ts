/**
 * Answers what KEP-14 asks for, said as plainly as it can be: one being at a time, every question by looking at all the
 * others. It shares nothing with the library.
 */

/** What somebody wants; a field that is not there is left to the next in line. */
export interface Wish {
  readonly enabled?: boolean
  readonly ttl?: number
  readonly finished?: boolean
  readonly unused?: boolean
  readonly retain?: number
}

/** One object as a story tells it. */
export interface Being {
  readonly id: string
  readonly kind: 'Secret' | 'Job' | 'Pod' | 'Deployment'
  readonly place: string
  readonly wish: Wish
  /** Names of secrets that it mounts. */
  readonly mounts: ReadonlyArray<string>
  /** Seconds at which it finished; -1 while it runs. */
  readonly finished: number
  readonly owners: 'none' | 'solid' | 'gone' | 'unclear'
  readonly leaving: boolean
}

/** A cluster as a story tells it. */
export interface Story {
  readonly now: number
  /** Null while the collector is disabled. */
  readonly period: string | null
  readonly cluster: Wish
  readonly places: Readonly<Record<string, Wish>>
  /** By kind, for the whole cluster. */
  readonly kinds: Readonly<Partial<Record<Being['kind'], Wish>>>
  /** By kind, in the place called `other`. */
  readonly there: Readonly<Partial<Record<Being['kind'], Wish>>>
  readonly beings: ReadonlyArray<Being>
  /** True when no deployments were listed. */
  readonly blind: boolean
  /** How many jobs that nobody needs are kept. */
  readonly jobs: number
}

/** Marks by id: since when, and of which period. */
export type Marks = Readonly<Record<string, { readonly since: number; readonly period: string }>>

/** What is to happen. */
export interface Fate {
  readonly expired: ReadonlyArray<string>
  readonly crowded: ReadonlyArray<string>
  readonly marks: Marks
}

const wishOf = ({ cluster, places, kinds, there }: Story, being: Being): Wish => {
  const inPlace = being.place === 'other' ? there[being.kind] : undefined
  const all = { ...cluster, ...kinds[being.kind], ...places[being.place], ...inPlace, ...being.wish }
  const refused = [being.wish, inPlace, places[being.place]].some((wish) => wish?.enabled === false)
  return refused ? { ...all, enabled: false } : all
}

/** True while what it mounts is needed. */
const isWorking = ({ kind, finished }: Being): boolean => kind === 'Deployment' || kind === 'Secret' || finished < 0

type Say = 'nothing' | 'keep' | 'unclear' | { readonly since: number | null }

const says = (story: Story, being: Being): ReadonlyArray<Say> => {
  const { finished, unused } = wishOf(story, being)
  const ends = being.kind === 'Job' || being.kind === 'Pod'
  const users = story.beings.filter(
    (other) =>
      other.id !== being.id &&
      other.place === being.place &&
      other.mounts.includes(being.id) &&
      isWorking(other) &&
      !(story.blind && other.kind === 'Deployment'),
  )
  return [
    being.owners === 'none'
      ? 'nothing'
      : being.owners === 'solid'
        ? 'keep'
        : being.owners === 'gone'
          ? { since: null }
          : 'unclear',
    unused !== true
      ? 'nothing'
      : being.kind !== 'Secret'
        ? 'unclear'
        : users.length > 0
          ? 'keep'
          : story.blind
            ? 'unclear'
            : { since: null },
    finished !== true ? 'nothing' : !ends ? 'unclear' : being.finished < 0 ? 'keep' : { since: being.finished },
  ]
}

/** What becomes of everything in one look. */
export const fateOf = (story: Story, before: Marks): Fate => {
  const { period } = story
  if (period === null) return { expired: [], crowded: [], marks: before }
  const marks = new Map(Object.entries(before))
  const expired: string[] = []
  const waiting: { readonly being: Being; readonly since: number; readonly fresh: boolean }[] = []
  for (const being of story.beings) {
    // Of what is not listed nothing is decided, and its mark stays.
    if (story.blind && being.kind === 'Deployment') continue
    const own = before[being.id]
    const mark = own !== undefined && own.period === period ? own : undefined
    const wish = wishOf(story, being)
    const votes = says(story, being)
    const takesPart = wish.enabled === true && !being.leaving
    if (takesPart && !votes.includes('keep') && votes.includes('unclear')) continue
    const wants = votes.filter((vote) => typeof vote === 'object')
    if (!takesPart || votes.includes('keep') || wants.length === 0) {
      if (mark !== undefined) marks.delete(being.id)
      continue
    }
    const times = wants.map(({ since }) => since)
    const last = times.some((time) => time === null) ? null : Math.max(...times.map(Number))
    const told = last !== null && last <= story.now ? last : null
    const since = mark?.since ?? told ?? story.now
    if (wish.ttl !== undefined && story.now >= since + wish.ttl) {
      expired.push(being.id)
      continue
    }
    if (mark === undefined) marks.set(being.id, { since, period })
    waiting.push({ being, since, fresh: mark === undefined && told === null })
  }
  const jobs = waiting.filter(({ being }) => being.kind === 'Job')
  return { expired, crowded: crowd(story, jobs), marks: Object.fromEntries(marks) }
}

/** Handing out places one by one, round by round, until there are none. */
const crowd = (
  story: Story,
  jobs: ReadonlyArray<{ readonly being: Being; readonly since: number; readonly fresh: boolean }>,
): ReadonlyArray<string> => {
  if (jobs.length <= story.jobs) return []
  const age = (job: (typeof jobs)[number]): number => (job.fresh ? Number.MAX_SAFE_INTEGER : job.since)
  const lines = [...new Set(jobs.map(({ being }) => being.place))]
    .sort()
    .map((place) =>
      jobs
        .filter(({ being }) => being.place === place)
        .sort((a, b) => age(b) - age(a) || (a.being.id < b.being.id ? 1 : -1)),
    )
  let free = story.jobs
  while (free > 0 && lines.some((line) => line.length > 0)) {
    const open = lines.filter((line) => line.length > 0)
    const served =
      open.length <= free
        ? open
        : open
            .map((line, index) => ({ line, index }))
            .sort((a, b) => age(b.line[0] as never) - age(a.line[0] as never) || a.index - b.index)
            .slice(0, free)
            .map(({ line }) => line)
    for (const line of served) line.shift()
    free -= served.length
  }
  return lines
    .flat()
    .filter(({ being, since }) => {
      const { ttl, retain = 0 } = wishOf(story, being)
      return ttl === undefined && story.now >= since + retain
    })
    .map(({ being }) => being.id)
}

/** Answers what a case gives while one decision is inverted. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Catalogue } from './catalogue.js'
import type { Recorded } from './cases.js'
import type { Turns } from './turn.js'
import { turnsWith } from './turn.js'

/** What the bundle of the replays exports. */
interface Bundle {
  readonly caseFiles: () => ReadonlyArray<string>
  readonly recordedCases: (file: string) => ReadonlyArray<Recorded>
}

/** What a case passed without an inversion. */
export interface Passed {
  readonly name: string
  readonly source: Recorded['source']
  /** Numbers of the decisions passed, each once. */
  readonly decisions: Uint16Array
  /** How many decisions were passed in all. */
  readonly steps: number
}

/** One inversion. */
export interface Inversion {
  readonly decision: number
  readonly variant: number
}

/** How a case ended, and how often a place was passed on the way. */
export interface Ending {
  readonly ended: 'as recorded' | 'otherwise'
  readonly passes: ReadonlyArray<number>
}

/** Replays with a switch. */
export interface Replays {
  readonly files: ReadonlyArray<string>
  /** Decisions that are made while the modules load. */
  readonly atLoad: ReadonlySet<number>
  /** How many opposites a decision has; known for those that a case has passed. */
  readonly variantsOf: (decision: number) => number
  /** Replays every case of a file as the sources are; throws when one does not hold. */
  readonly survey: (file: string) => Promise<ReadonlyArray<Passed>>
  /** Replays a case, with a decision inverted or none; null where there is no such case. */
  readonly replay: (
    file: string,
    name: string,
    inversion: Inversion | null,
    places?: ReadonlyArray<number>,
  ) => Promise<Ending | null>
}

/** An inverted run may pass so many times the decisions of the other, and some more: an endless one passes them all. */
const PATIENCE = 20
const AT_LEAST = 50_000

/** Modules that were loaded with a decision inverted, and their cases by file; null where they do not load. */
interface Loaded {
  readonly inversion: Inversion | null
  readonly held: Bundle | null
  readonly cases: Map<string, ReadonlyMap<string, Recorded>>
}

const none: Inversion = { decision: -1, variant: 0 }

/** Loads the bundle. */
export const openReplays = async ({ labels, bundle }: Catalogue): Promise<Replays> => {
  const cache = join(process.cwd(), 'node_modules/.cache/gcplan')
  const file = join(cache, `citations-${process.pid}.mjs`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, bundle)
  process.once('exit', () => {
    rmSync(file, { force: true })
  })
  const turns: Turns = {
    active: -1,
    variant: 0,
    left: Infinity,
    passed: new Uint32Array(labels.length),
    variants: new Uint8Array(labels.length),
  }
  Object.assign(globalThis, { __turn: turnsWith(turns) })
  /** How many decisions a case passes as the sources are. */
  const steps = new Map<string, number>()
  let loads = 0
  const load = async (inversion: Inversion | null): Promise<Loaded> => {
    const { decision, variant } = inversion ?? none
    Object.assign(turns, { active: decision, variant, left: Infinity })
    try {
      const held = (await import(`${pathToFileURL(file).href}?${loads++}`)) as Bundle
      return { inversion, held, cases: new Map() }
    } catch (error) {
      if (inversion === null) throw error
      return { inversion, held: null, cases: new Map() }
    } finally {
      turns.active = -1
    }
  }
  const straight = await load(null)
  const atLoad = new Set(passedIn(turns))
  let inverted: Loaded = straight
  const modulesFor = async (inversion: Inversion | null): Promise<Loaded> => {
    if (inversion === null || !atLoad.has(inversion.decision)) return straight
    const { decision, variant } = inverted.inversion ?? none
    if (decision !== inversion.decision || variant !== inversion.variant) inverted = await load(inversion)
    return inverted
  }
  return {
    files: straight.held?.caseFiles() ?? [],
    atLoad,
    variantsOf: (decision) => turns.variants[decision] ?? 0,
    survey: async (name) => {
      const found: Passed[] = []
      for (const one of straight.held?.recordedCases(name) ?? []) {
        turns.passed.fill(0)
        turns.left = Number.MAX_SAFE_INTEGER
        if (!(await one.holds())) throw new Error(`${one.file}: ${one.name} does not hold`)
        found.push({
          name: one.name,
          source: one.source,
          decisions: Uint16Array.from(passedIn(turns)),
          steps: Number.MAX_SAFE_INTEGER - turns.left,
        })
      }
      return found
    },
    replay: async (of, name, inversion, places = []) => {
      const { held, cases } = await modulesFor(inversion)
      if (held === null) return { ended: 'otherwise', passes: [] }
      const known = cases.get(of) ?? casesByName(held.recordedCases(of))
      cases.set(of, known)
      const one = known.get(name)
      if (one === undefined) return null
      const { decision, variant } = inversion ?? none
      const left =
        inversion === null ? Number.MAX_SAFE_INTEGER : AT_LEAST + PATIENCE * (steps.get(keyOf(of, name)) ?? 0)
      for (const place of places) turns.passed[place] = 0
      Object.assign(turns, { active: decision, variant, left })
      try {
        const holds = await one.holds().catch(() => false)
        if (inversion === null) steps.set(keyOf(of, name), left - turns.left)
        return { ended: holds ? 'as recorded' : 'otherwise', passes: places.map((place) => turns.passed[place] ?? 0) }
      } finally {
        Object.assign(turns, { active: -1, left: Infinity })
      }
    },
  }
}

const keyOf = (file: string, name: string): string => `${file} ${name}`

const passedIn = ({ passed }: Turns): ReadonlyArray<number> =>
  [...passed.entries()].flatMap(([id, times]) => (times > 0 ? [id] : []))

const casesByName = (cases: ReadonlyArray<Recorded>): ReadonlyMap<string, Recorded> =>
  new Map(cases.toReversed().map((one) => [one.name, one]))

/** Counts how much a plan removes, in total or per group: as planned, and at worst, whichever removals fail. */
import { elementAt } from '../internal/lists.js'
import { type Int64, int64FromBigint } from '../core/int64.js'
import type { Family, Pass, Plan, Removal } from '../core/plan.js'
import { targetKey } from '../core/target.js'
import type { Grouping } from './facts.js'
import type { TargetRef } from './protection.js'
import type { Counting, Scope } from './refusal.js'

/** What one scope removes. */
export interface Tally {
  readonly scope: Scope
  /** Everything that may go, each once, in plan order; counted at worst that is more than `count`. */
  readonly targets: ReadonlyArray<Sized>
  readonly count: number
  readonly bytes: bigint
  /** Removed if every removal succeeds. */
  readonly planned: { readonly count: number; readonly bytes: bigint }
  /** Targets considered: removed, in reserve, kept. */
  readonly considered: number
}

/** A target with what it frees. */
export interface Sized {
  readonly ref: TargetRef
  readonly frees: bigint
}

/** The tally of the whole plan, or one for each group in which something may go, in plan order. */
export const tallies = <F extends Family>(
  plan: Plan<F>,
  counting: Counting,
  grouping: Grouping<F['Target']> | undefined,
): ReadonlyArray<Tally> => {
  if (grouping === undefined) return [tallyOf<F>(counting, { _tag: 'Plan' }, plan.passes.map(inPass))]
  const groups = new Map<string, Part<F>[]>()
  plan.passes.forEach((pass, index) => {
    const put = (field: keyof Part<F>, decided: Removal<F> | Pass<F>['kept'][number]): void => {
      for (const key of new Set(grouping.keysOf(decided))) {
        let parts = groups.get(key)
        if (parts === undefined) groups.set(key, (parts = plan.passes.map((each) => emptyPart(each))))
        ;(parts[index]?.[field] as unknown[]).push(decided)
      }
    }
    for (const removal of pass.removals) put('removals', removal)
    for (const removal of pass.reserve) put('reserve', removal)
    for (const kept of pass.kept) put('kept', kept)
  })
  return [...groups].map(([key, parts]) => tallyOf<F>(counting, { _tag: 'Group', by: grouping.name, key }, parts))
}

/** What of one pass lies within a scope. */
interface Part<F extends Family> {
  readonly pass: Pass<F>
  readonly removals: ReadonlyArray<Removal<F>>
  readonly reserve: ReadonlyArray<Removal<F>>
  readonly kept: Pass<F>['kept']
}

const inPass = <F extends Family>(pass: Pass<F>): Part<F> => ({ pass, ...pass })

const emptyPart = <F extends Family>(pass: Pass<F>): Part<F> => ({ pass, removals: [], reserve: [], kept: [] })

const tallyOf = <F extends Family>(counting: Counting, scope: Scope, parts: ReadonlyArray<Part<F>>): Tally => {
  const considered = new Set<string>()
  const planned = new Map<string, Sized>()
  const possible = new Map<string, Sized>()
  let [count, bytes] = [0, 0n]
  for (const part of parts) {
    const { removals, reserve, kept } = part
    for (const { target } of [...removals, ...reserve, ...kept]) considered.add(targetKey(target))
    for (const removal of removals) note(planned, removal)
    for (const removal of part.pass.goal._tag === 'RemoveAll' ? removals : [...removals, ...reserve])
      note(possible, removal)
    const worst = worstOf(part)
    count += worst.count
    bytes += worst.bytes
  }
  const sure = summed(planned)
  const rest = { scope, planned: { count: sure.count, bytes: sure.bytes }, considered: considered.size }
  if (counting === 'planned') return { ...rest, ...sure }
  const all = summed(possible)
  return {
    ...rest,
    targets: all.targets,
    // A target of several passes goes once.
    count: Math.min(count, all.count),
    bytes: bytes < all.bytes ? bytes : all.bytes,
  }
}

/** Notes a target once, with the most that it frees. */
const note = <F extends Family>(noted: Map<string, Sized>, { target, frees }: Removal<F>): void => {
  const key = targetKey(target)
  const size = BigInt(frees)
  const before = noted.get(key)
  if (before === undefined) noted.set(key, { ref: refOf(target), frees: size })
  else if (size > before.frees) noted.set(key, { ref: before.ref, frees: size })
}

const summed = (noted: ReadonlyMap<string, Sized>): Pick<Tally, 'targets' | 'count' | 'bytes'> => {
  const targets = [...noted.values()]
  return { targets, count: targets.length, bytes: targets.reduce((sum, { frees }) => sum + frees, 0n) }
}

/**
 * The most that can go in one pass. A pass that stops at a goal goes on while what went is less than it: most targets go
 * when the large ones fail, and most bytes when all but one unit is freed before the largest goes.
 */
const worstOf = <F extends Family>({
  pass,
  removals,
  reserve,
}: Part<F>): { readonly count: number; readonly bytes: bigint } => {
  const line = (pass.goal._tag === 'RemoveAll' ? removals : [...removals, ...reserve]).map(({ frees }) => BigInt(frees))
  const all = line.reduce((sum, size) => sum + size, 0n)
  if (pass.goal._tag === 'RemoveAll' || line.length === 0) return { count: line.length, bytes: all }
  const goal = BigInt(pass.goal.bytes)
  const sizes = line.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  let [count, freed] = [0, 0n]
  // The goal is looked at after a removal only, so that one goes whatever the goal.
  for (; count < sizes.length && (count === 0 || freed < goal); count++) freed += elementAt(sizes, count)
  const largest = sizes.at(-1) as bigint
  const most = (goal > 0n ? goal - 1n : 0n) + largest
  return { count, bytes: most < all ? most : all }
}

/** Tag and id of a target, and nothing else of it. */
export const refOf = ({ _tag, id }: TargetRef): TargetRef => ({ _tag, id })

/** What lies beyond a number of targets. */
export const beyondCount = ({ targets }: Tally, limit: number): ReadonlyArray<TargetRef> =>
  targets.slice(limit).map(({ ref }) => ref)

/** What lies beyond a number of bytes: from the first that does not fit any more. */
export const beyondBytes = ({ targets }: Tally, limit: bigint): ReadonlyArray<TargetRef> => {
  let sum = 0n
  const first = targets.findIndex(({ frees }) => (sum += frees) > limit)
  return first < 0 ? [] : targets.slice(first).map(({ ref }) => ref)
}

/** A sum of bytes; one beyond 64 bits is as large as they go. */
export const bytesText = (bytes: bigint): Int64 => {
  const most = 9223372036854775807n
  return int64FromBigint(bytes > most ? most : bytes < -most ? -most : bytes)
}

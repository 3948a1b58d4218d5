/**
 * Answers which rules that the sources cite are proven. Without an argument it looks for evidence of what has none and keeps
 * it in etc/citations.json; `--check` inverts one decision of every rule and asks the case that is kept for it; `--full` also
 * inverts every decision that a case reaches, and counts those that a case notices.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import type { Catalogue, Rule } from './catalogue.js'
import { decisionOf, faultsOf, lengthFaults } from './gate.js'
import { readCatalogue } from './catalogue.js'
import type { Evidence, Lack, Proof, Whole } from './evidence.js'
import { readEvidence, writeEvidence } from './evidence.js'
import type { Replays } from './replays.js'
import { openReplays } from './replays.js'
import type { Case, Index } from './search.js'
import { indexOf, noticed, prove, stands } from './search.js'
import type { Store } from './store.js'
import { openStore } from './store.js'

/** What is bundled: the recorded cases and their replays. */
const program = 'scripts/citations/cases.ts'

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** How many rules may be listed without evidence; it only falls. */
const budget = (): number => {
  const { citations } = JSON.parse(readFileSync('etc/budgets.json', 'utf8')) as {
    readonly citations: { readonly unproven: number }
  }
  return citations.unproven
}

const check = async (): Promise<number> => {
  const catalogue = await readCatalogue(process.cwd(), program)
  const kept = readEvidence()
  const faults = await faultsOf(catalogue, await openReplays(catalogue), kept)
  const found = [...lengthFaults(kept, budget()), ...faults]
  for (const fault of found) print(fault)
  print(`${kept.proven.length} rules proven, ${kept.unproven.length} listed without evidence, ${found.length} faults`)
  if (found.length > 0) print('npm run citations looks for evidence')
  return found.length === 0 ? 0 : 1
}

/** Every case, and what it passes. */
const surveyed = async (store: Store, replays: Replays): Promise<ReadonlyArray<Case>> => {
  const cases: Case[] = []
  for (const file of replays.files) {
    const passed = await store.keep(`${file.replace(/\W+/g, '-')}.passed`, () => replays.survey(file))
    cases.push(...passed.map((one) => ({ ...one, file })))
  }
  return cases
}

/** Rules that are looked at between two writes of what is known. */
const AT_ONCE = 10

/** Looks for what earlier runs of the same sources have not looked for yet, and keeps what it finds as it goes. */
const searched = async (
  store: Store,
  catalogue: Catalogue,
  replays: Replays,
  index: Index,
  keep: (results: ReadonlyMap<string, Proof | Lack>) => void,
): Promise<ReadonlyMap<string, Proof | Lack>> => {
  const kept = readEvidence()
  const results = new Map<string, Proof | Lack>([...kept.unproven, ...kept.proven].map((one) => [one.rule, one]))
  const known = new Map(
    store.lines('found.jsonl').map((line) => {
      const found = JSON.parse(line) as Proof | Lack
      return [found.rule, found]
    }),
  )
  let looked = 0
  for (const rule of catalogue.rules) {
    if (rule.decisions.length === 0) continue
    const before = results.get(rule.name)
    const result =
      known.get(rule.name) ??
      (await still(catalogue, replays, rule, before !== undefined && 'inverts' in before ? before : undefined)) ??
      (await resultOf(catalogue, replays, index, rule))
    results.set(rule.name, result)
    if (known.has(rule.name)) continue
    store.add('found.jsonl', JSON.stringify(result))
    if (++looked % AT_ONCE === 0) keep(results)
  }
  return results
}

const still = async (
  catalogue: Catalogue,
  replays: Replays,
  rule: Rule,
  proof: Proof | undefined,
): Promise<Proof | undefined> => {
  if (proof === undefined) return undefined
  const decision = decisionOf(catalogue, proof)
  return decision >= 0 && (await stands(replays, rule, proof, decision)) ? proof : undefined
}

const resultOf = async (catalogue: Catalogue, replays: Replays, index: Index, rule: Rule): Promise<Proof | Lack> => {
  const found = await prove(catalogue, replays, index, rule)
  return found._tag === 'Proven' ? found.proof : { rule: rule.name, because: found.because }
}

/** Inverts every decision, each before every case that passes it and is evidence. */
const invertAll = async (store: Store, catalogue: Catalogue, replays: Replays, index: Index): Promise<Whole> => {
  const known = new Map(store.lines('whole.txt').map((line) => [Number(line.split(' ')[0]), line.endsWith('noticed')]))
  const decisions = [...new Set(catalogue.rules.flatMap((rule) => rule.decisions))]
  const reached = decisions.filter((decision) => replays.atLoad.has(decision) || index.passing(decision).length > 0)
  let count = 0
  for (const decision of reached) {
    const cases = index.passing(decision).filter(({ source }) => source !== 'own')
    const is = known.get(decision) ?? (await noticed(replays, decision, cases)) !== null
    if (!known.has(decision)) store.add('whole.txt', `${decision} ${is ? 'noticed' : 'unnoticed'}`)
    if (is) count++
    else print(`unnoticed: ${catalogue.labels[decision] ?? ''}`)
  }
  const git = (...words: ReadonlyArray<string>): string => execFileSync('git', words, { encoding: 'utf8' }).trim()
  return {
    commit: git('rev-parse', '--short=8', 'HEAD'),
    on: git('log', '-1', '--format=%cs'),
    decisions: decisions.length,
    reached: reached.length,
    noticed: count,
  }
}

const search = async (isFull: boolean, isFresh: boolean): Promise<number> => {
  const store = openStore(isFresh)
  const catalogue = await store.keep('catalogue', () => readCatalogue(process.cwd(), program))
  const replays = await openReplays(catalogue)
  const index = indexOf(catalogue, await surveyed(store, replays))
  const before = readEvidence()
  const listed = new Set(before.unproven.map(({ rule }) => rule))
  const decided = catalogue.rules.filter(({ decisions }) => decisions.length > 0)
  const split = (results: ReadonlyMap<string, Proof | Lack>): Pick<Evidence, 'proven' | 'unproven'> => {
    const all = decided.flatMap(({ name }) => results.get(name) ?? [])
    return {
      proven: all.filter((one): one is Proof => 'inverts' in one),
      unproven: all.filter((one): one is Lack => 'because' in one),
    }
  }
  /** What is not listed stays out, so that the list only shrinks. */
  const keep = (results: ReadonlyMap<string, Proof | Lack>, whole = before.whole): void => {
    const { proven, unproven } = split(results)
    writeEvidence({ proven, unproven: unproven.filter(({ rule }) => listed.has(rule)), whole })
  }
  const results = await searched(store, catalogue, replays, index, keep)
  keep(results, isFull ? await invertAll(store, catalogue, replays, index) : before.whole)
  const { proven, unproven } = split(results)
  for (const { rule, because } of unproven) print(`${because}: ${rule}`)
  print(`${proven.length} rules proven, ${unproven.length} without evidence`)
  const added = unproven.filter(({ rule }) => !listed.has(rule))
  if (added.length > 0)
    print(
      `${added.length} are not listed: the list in etc/citations.json only shrinks. Add evidence, or list them by hand.`,
    )
  return added.length === 0 ? 0 : 1
}

const words = process.argv.slice(2)
process.exitCode = words.includes('--check')
  ? await check()
  : await search(words.includes('--full'), words.includes('--fresh'))

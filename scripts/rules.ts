/**
 * Writes the rules that the page shows beside a reason, as JSON: for each tag what it says, the function of Kubernetes or
 * containerd that it follows, and recorded cases that reach it; else a case that fails when a decision of that function is
 * inverted. `node scripts/run-ts.mjs scripts/rules.ts FILE` writes FILE.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { readEvidence } from './citations/evidence.js'
import { type Reached, evidenceOf } from './fidelity/reached.js'
import { type Rule, commentedFacts, sources } from './fidelity/rules.js'

/** Names of cases beyond these say nothing more. */
const examples = 3

interface Shown {
  /** The folder of the sources that decides, e.g. `controllers/owner`. */
  readonly in: string
  readonly about: string
  readonly upstream: string
  readonly differs?: string
  /** How many recorded cases reach it, and some of them. */
  readonly cases: number
  readonly some: ReadonlyArray<{ readonly file: string; readonly name: string }>
}

const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('usage: node scripts/run-ts.mjs scripts/rules.ts FILE')

const { recorded, derived } = await evidenceOf()
const reachedBy = new Map<string, ReadonlyArray<Reached>>([...recorded, ...derived])
const proofs = readEvidence().proven.map(({ rule, file, case: name }) => ({
  function: rule.slice(rule.indexOf(': ') + 2),
  file,
  name,
}))

const shownOf = (folder: string, { tag, about, upstream, differs }: Rule): Shown => {
  const reached = [...reachedBy].flatMap(([collector, files]) => (folder.startsWith(collector) ? files : []))
  const cases = reached.flatMap(({ file, tags }) => (tags.get(tag) ?? []).map((name) => ({ file, name })))
  const proven = proofs.filter((proof) => proof.function === upstream).map(({ file, name }) => ({ file, name }))
  const distinct = [...new Map([...cases, ...proven].map((one) => [`${one.file} ${one.name}`, one])).values()]
  return {
    in: folder,
    about,
    upstream,
    ...(differs === '' ? {} : { differs }),
    cases: cases.length,
    some: distinct.slice(0, examples),
  }
}

const rules: Record<string, Shown[]> = {}
for (const path of readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!path.endsWith('.ts')) continue
  for (const rule of commentedFacts(readFileSync(join(sources, path), 'utf8')))
    if (rule.upstream !== '') (rules[rule.tag] ??= []).push(shownOf(dirname(path), rule))
}

mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, `${JSON.stringify(rules)}\n`)

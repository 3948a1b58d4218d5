/** Answers which citations a project has, with their decisions, each decision numbered, and the bundle that switches them. */
import type ts from 'typescript'

import type { Project } from '../measures/program.mjs'
import { openProject } from '../measures/program.mjs'
import type { Cited, Context } from './decisions.js'
import { decisionsOf } from './decisions.js'
import type { Kind } from './found.js'
import { citationsOf } from './found.js'
import { bundle } from './instrument.js'
import { namesIn } from './names.js'
import type { Site } from './sites.js'

/** A citation as it is written down. */
export interface Rule {
  /** `src/kubelet/image/free.ts freeSpace: kubernetes 1.36.2 pkg/...go freeSpace`; a number follows where it is there twice. */
  readonly name: string
  readonly file: string
  readonly kind: Kind
  /** The function cited. */
  readonly upstream: string
  /** Numbers of the places of which a case must reach one; empty where the decisions are the places. */
  readonly places: ReadonlyArray<number>
  /** Numbers of its decisions. */
  readonly decisions: ReadonlyArray<number>
}

/** All of it. */
export interface Catalogue {
  readonly rules: ReadonlyArray<Rule>
  /** What each decision or place is called: its file, its text and which of those of this text it is. */
  readonly labels: ReadonlyArray<string>
  /** The replays with every decision switched. */
  readonly bundle: string
}

/** Reads the project; the program that is bundled exports the cases. */
export const readCatalogue = async (root: string, program: string): Promise<Catalogue> => {
  const project = openProject(root)
  const citations = citationsOf(project)
  const context: Context = { project, ...namesIn(project), cited: new Set(citations.map(({ node }) => node)) }
  const sites: Site[] = []
  const numbers = new Map<ts.Node, number>()
  const numberOf = (site: Site): number => {
    const known = numbers.get(site.node)
    if (known !== undefined) return known
    numbers.set(site.node, sites.length)
    return sites.push(site) - 1
  }
  const rules = citations.map((citation) => ruleOf(decisionsOf(context, citation), numberOf))
  return {
    rules: named(rules),
    labels: labelsOf(project, sites),
    bundle: await bundle(project, sites, program),
  }
}

const ruleOf = (
  { citation: { file, kind, of, upstream }, places, decisions }: Cited,
  numberOf: (site: Site) => number,
): Rule => ({
  name: `${file}${of === '' ? '' : ` ${of}`}: ${upstream}`,
  file,
  kind,
  upstream,
  decisions: decisions.map(numberOf),
  places: places.map(numberOf),
})

/** Names are unique: the second of the same text is told by its number. */
const named = (rules: ReadonlyArray<Rule>): ReadonlyArray<Rule> => {
  const seen = new Map<string, number>()
  return rules.map((rule) => {
    const count = (seen.get(rule.name) ?? 0) + 1
    seen.set(rule.name, count)
    return count === 1 ? rule : { ...rule, name: `${rule.name} (${count})` }
  })
}

const LONGEST = 60

const labelsOf = ({ fileOf }: Project, sites: ReadonlyArray<Site>): ReadonlyArray<string> => {
  const byPlace = [...sites.entries()].sort(([, a], [, b]) => a.node.getStart() - b.node.getStart())
  const seen = new Map<string, number>()
  const labels: string[] = []
  for (const [id, { node }] of byPlace) {
    const text = node.getText().replace(/\s+/g, ' ')
    const label = `${fileOf(node)} ${text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text}`
    const count = (seen.get(label) ?? 0) + 1
    seen.set(label, count)
    labels[id] = count === 1 ? label : `${label} (${count})`
  }
  return labels
}

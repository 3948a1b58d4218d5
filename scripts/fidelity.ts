/**
 * Writes docs/fidelity.md: every reason, event and refusal of every collector, the real function it follows, how many
 * recorded cases reach it, each counted once per version that it names, and what is known to differ. Writes docs/upstream.md
 * as well: where each function that the sources cite lives here. `--check` compares instead of writing. A tag without an
 * `@upstream` line is an error.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'

import { open } from '../atlas/open.js'
import { readAtlas } from '../atlas/universe.js'
import { readVectorFile } from '../conformance/vector-file.js'
import type { Lack } from './citations/evidence.js'
import { readEvidence } from './citations/evidence.js'
import { type Reached, evidenceOf } from './fidelity/reached.js'
import { type Rule, rulesIn, sources } from './fidelity/rules.js'
import { asMarkdownPage } from './markdown.js'
import { upstreamMap } from './upstream-map.js'

const page = 'docs/fidelity.md'

const sectionOf = (collector: string, reached: ReadonlyArray<Reached>): ReadonlyArray<string> => {
  const rules = rulesIn(collector)
  const without = rules.filter(({ upstream }) => upstream === '').map(({ tag }) => tag)
  if (rules.length === 0 || without.length > 0)
    throw new Error(`${collector}: no @upstream line for ${without.join(', ') || 'any tag'}`)
  const followed = [...new Set(rules.map(followedBy))]
  return [
    `## ${collector}`,
    '',
    ...followed.map((name) => {
      const tags = rules
        .filter((rule) => followedBy(rule) === name)
        .map(({ tag }) => `\`${tag}\` ${casesOf(tag, reached)}`)
      return `- ${name}: ${[...new Set(tags)].join(', ')}`
    }),
    '',
    ...rules
      .filter(({ differs }) => differs !== '')
      .flatMap(({ tag, differs }) => [`\`${tag}\` differs: ${differs}`, '']),
  ]
}

/** The releases that nearly every rule follows, which the head of the page names. */
const usual = /^(?:kubernetes v?1\.36\.2|containerd v?2\.3\.4) /

/** The real function, or gcplan itself, whose grounds stand beside the rule in the source. */
const followedBy = ({ upstream }: Rule): string =>
  upstream.startsWith('gcplan ') ? 'gcplan itself' : upstream.replace(usual, '')

const casesOf = (tag: string, reached: ReadonlyArray<Reached>): number =>
  reached.reduce((sum, { tags }) => sum + (tags.get(tag)?.length ?? 0), 0)

/** How many cases were derived by hand from rules that no recording reaches; each says from which. */
const derivedCases = (path: string): number => {
  const file = readVectorFile(readFileSync(path, 'utf8'))
  if (file._tag === 'Broken') throw new Error(`${path}: ${file.because}`)
  for (const entry of file.entries) {
    if (entry._tag === 'Malformed') throw new Error(`${path}: a malformed case`)
    const { name, note } = entry.recorded
    if (typeof note !== 'string') throw new Error(`${path}: ${name} does not say where it comes from`)
  }
  return file.entries.length
}

interface WholeRun {
  readonly date: string
  readonly commit: string
  /** The last line of the run. */
  readonly sum: string
  /** On how many cores, e.g. `31 minutes on two cores`. */
  readonly took?: string
}

/** What every case of a universe was compared with, and which whole runs were noted in etc/atlas-runs.json. */
const atlasLines = (): ReadonlyArray<string> => {
  const runs = JSON.parse(readFileSync('etc/atlas-runs.json', 'utf8')) as ReadonlyArray<WholeRun>
  const universes = universesByVersions()
  return [
    '## Atlas',
    '',
    'Finite universes of small worlds, with their sizes, by the versions whose real code decided every one (`npm run atlas`).',
    '',
    ...[...universes].map(([versions, names]) => `- ${versions}: ${names.join(', ')}`),
    '',
    ...(runs.length === 0
      ? ['No whole run is noted yet.']
      : ['| whole run of | on | came to | took |', '|---|---|---|---|', ...runs.map(runLine)]),
    '',
  ]
}

const universesByVersions = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const universes = new Map<string, string[]>()
  for (const file of readdirSync('vectors/atlas').sort()) {
    if (!file.endsWith('.json')) continue
    const name = file.replace(/\.json$/, '')
    const { cases, version, versions = [version] } = readAtlas(name).meta
    const because = open.find((one) => one.name === name)?.because
    const said = `${name} ${cases}${because === undefined ? '' : ` (known to differ: ${because})`}`
    const group = versions.join(', ')
    universes.set(group, [...(universes.get(group) ?? []), said])
  }
  return universes
}

const runLine = ({ date, commit, sum, took = '-' }: WholeRun): string => `| ${commit} | ${date} | ${sum} | ${took} |`

/** How many rules that the sources cite are proven, by what, and the names of the others. */
const citationLines = (): ReadonlyArray<string> => {
  const { proven, unproven, whole } = readEvidence()
  const from = (pattern: RegExp): number => proven.filter(({ file }) => pattern.test(file)).length
  const why = [...new Set(unproven.map(({ because }) => because))]
  return [
    '## Citations',
    '',
    `Of the ${proven.length + unproven.length} \`@upstream\` lines that stand at a decision, ${proven.length} are proven: a case holds, and fails when a decision`,
    `of that rule is inverted (\`npm run citations\`; the cases are in etc/citations.json). Recorded cases prove ${from(/^vectors\/(?!atlas|derived|corners)/)},`,
    `the atlas ${from(/^vectors\/atlas/)}, cases that quote input and answer of a specification ${from(/^vectors\/(?:derived|corners)/)}; other cases of our own prove`,
    'nothing. Types without a decision are left out.',
    '',
    ...(whole === null
      ? []
      : [
          `Of ${whole.decisions} decisions cases reach ${whole.reached} and notice the inversion of ${whole.noticed} (${whole.commit}, ${whole.on}).`,
          '',
        ]),
    ...why.flatMap((because) => {
      const lacking = unproven.filter((lack) => lack.because === because)
      return [`${lacking.length} without evidence, ${because}:`, '', ...byFile(lacking), '']
    }),
  ]
}

const byFile = (lacking: ReadonlyArray<Lack>): ReadonlyArray<string> => {
  const files = new Map<string, string[]>()
  for (const { rule } of lacking) {
    const [, file = '', of = ''] = /^src\/(\S+\.ts) ?([^:]*):/.exec(rule) ?? []
    files.set(file, [...(files.get(file) ?? []), of === '' ? 'the file' : of.replace(/^(?:Reason|KeepReason) /, '')])
  }
  return [...files].map(([file, names]) => `- ${file}: ${[...new Set(names)].join(', ')}`)
}

const { recorded, derived } = await evidenceOf()

const draft = [
  '# Fidelity',
  '',
  'The function of Kubernetes 1.36.2 or containerd 2.3.4 (unless another release is named) that each reason, event and',
  'refusal follows, and how many recorded cases under `vectors/` reach it, counted once per recorded version. `gcplan itself`:',
  'facts that a snapshot may lack, or settings of gcplan. Generated by `npm run fidelity`.',
  '',
  ...recorded.flatMap(([collector, reached]) => sectionOf(collector, reached)),
  '## Not recorded',
  '',
  'Of these rules there is no recording. Their cases were derived by hand from the sources that each names',
  '(`vectors/derived`).',
  '',
  ...derived.flatMap(([collector, reached]) =>
    sectionOf(collector, reached).map((line) => line.replace(/^## /, '### ')),
  ),
  '## Cascades',
  '',
  `${derivedCases('vectors/derived/cascade-actors.json')} cases in \`vectors/derived/cascade-actors.json\`, each with the function it follows.`,
  '',
  'Not played, since nothing else that a deletion sets off ends otherwise:',
  '',
  '- pkg/controller/tainteviction: begins deletions of its own, on nodes that are lost; it confirms the end of no pod',
  '- pkg/controller/volume/attachdetach: deletes VolumeAttachments after the pods; only `external-attacher/*` on a volume waits',
  '  for these, which an outside party takes off',
  '- the node lifecycle of cloud controller managers: deletes Nodes whose machine is gone, which the API does not show',
  '- the minute after which the finalizer of a CustomResourceDefinition begins anew, and its five workers: both only delay',
  '',
  ...citationLines(),
  ...atlasLines(),
].join('\n')

for (const [path, content] of [
  [page, draft],
  ['docs/upstream.md', upstreamMap(sources)],
] as const) {
  const text = await asMarkdownPage(content)
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is out of date: run npm run fidelity`)
    process.exitCode = 1
  }
}

/**
 * Writes docs/fidelity.md: every reason, event and refusal of every collector, the real function it follows, how many
 * recorded cases reach it, each counted once per version that it names, and what is known to differ. Writes docs/upstream.md
 * as well: where each function that the sources cite lives here. `--check` compares instead of writing. A tag without an
 * `@upstream` line is an error.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { open } from '../atlas/open.js'
import { readAtlas } from '../atlas/universe.js'
import { readingsOf } from '../conformance/reading.js'
import { shapes } from '../conformance/shapes/index.js'
import { readVectorFile } from '../conformance/vector-file.js'
import type { Lack } from './citations/evidence.js'
import { readEvidence } from './citations/evidence.js'
import { asMarkdownPage } from './markdown.js'
import { upstreamMap } from './upstream-map.js'

interface Rule {
  readonly tag: string
  readonly upstream: string
  readonly differs: string
}

const sources = 'src'
const page = 'docs/fidelity.md'

/** Unions of tags are written in files named `*reason.ts`, one doc comment before each member. */
const rulesIn = (collector: string): ReadonlyArray<Rule> =>
  readdirSync(join(sources, collector))
    .filter((name) => name.endsWith('reason.ts'))
    .sort()
    .flatMap((name) => membersOf(readFileSync(join(sources, collector, name), 'utf8')))

const membersOf = (source: string): ReadonlyArray<Rule> => source.split(/^export type /m).flatMap(membersOfUnion)

/** A union with one commented member must have a comment on each, or a rule would be missing from the page. */
const membersOfUnion = (declaration: string): ReadonlyArray<Rule> => {
  const rules = commentedMembers(declaration)
  const tags = [...declaration.matchAll(/^ {2}\| \{\s*readonly _tag: '(\w+)'/gm)].map(([, tag = '']) => tag)
  const bare = rules.length === 0 ? [] : tags.filter((tag) => !rules.some((rule) => rule.tag === tag))
  return [...rules, ...bare.map((tag) => ({ tag, upstream: '', differs: '' }))]
}

const commentedMembers = (source: string): ReadonlyArray<Rule> =>
  [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\|?\s*\{\s*readonly _tag: '(\w+)'/g)].map(
    ([, comment = '', tag = '']) => ({
      tag,
      upstream: lineOf(comment, 'upstream'),
      differs: lineOf(comment, 'differs'),
    }),
  )

const lineOf = (comment: string, name: string): string =>
  (new RegExp(`@${name} ([^@]*)`).exec(comment)?.[1] ?? '').replace(/\s*\*?\s*\n\s*\*?\s*/g, ' ').trim()

interface Reached {
  /** Its path tells whose recordings it holds. */
  readonly file: string
  readonly tags: ReadonlyMap<string, number>
}

/** How many recorded cases give each tag, file by file, each once per version. */
const reachedIn = async (folder: string): Promise<ReadonlyArray<Reached>> => {
  const reached: Reached[] = []
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith('.json'))
    .sort()) {
    const file = readVectorFile(readFileSync(join(folder, name), 'utf8'))
    if (file._tag === 'Broken') throw new Error(`${folder}/${name}: ${file.because}`)
    const shape = shapes.find((candidate) => candidate.shape === file.shape)
    const tags = new Map<string, number>()
    for (const entry of file.entries) {
      if (shape === undefined || entry._tag === 'Malformed') continue
      for (const { question } of readingsOf(shape, entry.recorded)) {
        const replayed = await shape.replay(question)
        const given = replayed._tag === 'Replayed' ? new Set(replayed.tags ?? []) : []
        for (const tag of given) tags.set(tag, (tags.get(tag) ?? 0) + 1)
      }
    }
    if (tags.size > 0) reached.push({ file: `${folder}/${name}`, tags })
  }
  return reached
}

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
  reached.reduce((sum, { tags }) => sum + (tags.get(tag) ?? 0), 0)

/** Collectors with the folder of their recordings. */
const recordings: ReadonlyArray<readonly [string, string]> = [
  ['kubelet/container', 'vectors/kubelet'],
  ['kubelet/image', 'vectors/kubelet'],
  ['containerd', 'vectors/containerd'],
  ['controllers/owner', 'vectors/kubernetes'],
  ['controllers/history', 'vectors/kubernetes'],
  ['controllers/pod', 'vectors/kubernetes'],
  ['controllers/ttl', 'vectors/kubernetes'],
]

/** Collectors of which nothing was recorded, with the cases that were derived by hand. */
const unrecorded: ReadonlyArray<readonly [string, string]> = [
  ['controllers/csr-cleaner', 'vectors/derived/csr-cleaner.json'],
  ['controllers/token-cleaner', 'vectors/derived/token-cleaner.json'],
]

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

const draft = [
  '# Fidelity',
  '',
  'The function of Kubernetes 1.36.2 or containerd 2.3.4 (unless another release is named) that each reason, event and',
  'refusal follows, and how many recorded cases under `vectors/` reach it, counted once per recorded version. `gcplan itself`:',
  'facts that a snapshot may lack, or settings of gcplan. Generated by `npm run fidelity`.',
  '',
  ...(
    await Promise.all(
      recordings.map(async ([collector, folder]) => {
        const reached = await reachedIn(folder)
        return sectionOf(
          collector,
          reached.filter(({ file }) => file.includes(recordedAs(collector))),
        )
      }),
    )
  ).flat(),
  '# Not recorded',
  '',
  'Of these rules there is no recording. Their cases were derived by hand from the sources that each names',
  '(`vectors/derived`).',
  '',
  ...(
    await Promise.all(
      unrecorded.map(async ([collector, file]) =>
        sectionOf(
          collector,
          (await reachedIn('vectors/derived')).filter((one) => one.file === file),
        ),
      ),
    )
  ).flat(),
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

/** What the file names of a collector's recordings hold: the kubelet's two collectors share a folder. */
function recordedAs(collector: string): string {
  return collector.replace(/^kubelet\//, '').replace(/^controllers\//, 'kubernetes/')
}

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

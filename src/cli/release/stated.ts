/** What the versions that files state choose: for a node its kubelet's, for a control plane the API server's. */
import { type StatedVersion, statedVersions } from '../../decode/index.js'
import { type Chosen, askedLine, defaultLine, lineOfVersion, saidRules, versionFlag } from './chosen.js'

/** Rules that are chosen, and what a reader should know of the choice. */
export interface Choice {
  readonly chosen: Chosen
  readonly notes: ReadonlyArray<string>
}

type Stated = ReadonlyArray<StatedVersion>

/** What the files of a node say of versions. */
export interface NodeStatements {
  readonly stated: ReadonlyArray<StatedVersion>
  /** The node's name, where a file has it. */
  readonly name: string | undefined
}

/** Of a node without files. */
export const noStatements: NodeStatements = { stated: [], name: undefined }

/** For a plan of one node. */
export const choiceForNode = (asked: Chosen, { stated, name }: NodeStatements): Choice => {
  const nodes = stated.flatMap((one) => (one._tag === 'Node' ? [{ who: one.node, version: one.version }] : []))
  const own = nodes.length > 1 && name !== undefined ? nodes.filter(({ who }) => who === name) : nodes
  const whose =
    name === undefined ? 'no file says which of them this is' : `none of them is ${name}, the node of the files`
  const undecided = sayUndecided(`nodes state ${said(nodes)}, and ${whose}`)
  return choice(asked, { own, title: 'node', isKnown: own.length > 0 || nodes.length === 0, undecided })
}

/** For a plan of a control plane. */
export const choiceForServer = (asked: Chosen, stated: Stated): Choice => {
  const servers = stated.flatMap((one) =>
    one._tag === 'Server' ? [{ who: 'the API server', version: one.version }] : [],
  )
  const nodes = stated.flatMap((one) => (one._tag === 'Node' ? [{ who: one.node, version: one.version }] : []))
  const undecided = sayUndecided(`files state several versions of the API server: ${said(servers)}`)
  const decided = choice(asked, { own: servers, title: '', isKnown: true, undecided })
  const others = nodes.filter(({ version }) => lineOfVersion(version) !== defaultLine)
  return asked._tag === 'Default' && servers.length === 0 && others.length > 0
    ? {
        ...decided,
        notes: [
          sayUndecided(`nodes state ${said(others)}, and no file what the API server is (kubectl version -o json)`),
        ],
      }
    : decided
}

interface Said {
  readonly who: string
  readonly version: string
}

interface Statements {
  readonly own: ReadonlyArray<Said>
  /** Of whom, in the singular; empty where their names say it. */
  readonly title: string
  /** Whether they are of what the plan is of. */
  readonly isKnown: boolean
  readonly undecided: string
}

const choice = (asked: Chosen, { own, title, isKnown, undecided }: Statements): Choice => {
  const [first] = own
  if (asked._tag !== 'Default') {
    const line = askedLine(asked)
    const unlike = own.filter(({ version }) => line !== undefined && lineOfVersion(version) !== line)
    return { chosen: asked, notes: [...sayChosen(asked), ...(unlike.length === 0 ? [] : [sayUnlike(unlike)])] }
  }
  const lines = new Set(own.map(({ version }) => lineOfVersion(version)))
  if (!isKnown || lines.size > 1) return { chosen: asked, notes: [undecided] }
  if (first === undefined) return { chosen: asked, notes: [] }
  const names = own.map(({ who }) => who).join(', ')
  const from = title === '' ? first.who : `${title}${own.length === 1 ? '' : 's'} ${names}`
  const chosen: Chosen = { _tag: 'Version', version: first.version, from }
  return { chosen, notes: sayChosen(chosen) }
}

const sayChosen = (chosen: Chosen): ReadonlyArray<string> => {
  const rules = saidRules(chosen)
  if (rules === undefined) return []
  const { release, version, from, unverified } = rules
  const why = from.startsWith('--') ? `for ${from} ${version}` : `as ${from} ${verbOf(from)} (${version})`
  return [`rules of Kubernetes ${release}, ${why}${unverified === undefined ? '' : `; unverified: ${unverified}`}`]
}

const verbOf = (from: string): string => (from.startsWith('nodes ') ? 'state' : 'states')

const sayUnlike = (unlike: ReadonlyArray<Said>): string =>
  `the release on the command line overrides what the files state: ${said(unlike)}`

const sayUndecided = (why: string): string =>
  `rules of Kubernetes ${defaultLine}, the default: ${why}; choose with --${versionFlag.name}`

const said = (list: ReadonlyArray<Said>): string => {
  const shown = list.slice(0, 3).map(({ who, version }) => `${version} (${who})`)
  return [...shown, ...(list.length > shown.length ? [`${list.length - shown.length} more`] : [])].join(', ')
}

/** The versions that listed objects state; items of a list may leave out their kind. */
export const statedByObjects = (
  objects: ReadonlyArray<{ readonly kind: string; readonly apiVersion: string; readonly body: object }>,
): Stated =>
  objects
    .filter(({ kind, apiVersion }) => kind === 'Node' && apiVersion === 'v1')
    .flatMap(({ body }) => statedVersions({ kind: 'NodeList', items: [body] }))

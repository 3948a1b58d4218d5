/** The rule behind a reason: the function that it follows and recorded cases, loaded when somebody first asks. */

/** One recorded case. */
export interface RecordedCase {
  readonly file: string
  readonly name: string
}

/** What is known of a reason. */
export interface Rule {
  /** The folder of the sources that decides, e.g. `controllers/owner`. */
  readonly in: string
  readonly about: string
  /** E.g. `kubernetes 1.36.2 pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem`. */
  readonly upstream: string
  readonly differs?: string
  readonly cases: number
  readonly some: ReadonlyArray<RecordedCase>
}

type Rules = Readonly<Record<string, ReadonlyArray<Rule>>>

// A glob, since the file is made by the build and need not be there.
const files = import.meta.glob<Rules>('../../../generated/rules.json', { import: 'default' })

let loading: Promise<Rules> | undefined

/** The rule behind the tag of a reason, of the folders that begin alike; undefined where none is known. */
export const ruleOf = async (tag: string, folders: ReadonlyArray<string>): Promise<Rule | undefined> => {
  loading ??= Object.values(files)[0]?.() ?? Promise.resolve({})
  const found = (await loading)[tag] ?? []
  return folders.flatMap((folder) => found.filter((rule) => rule.in.startsWith(folder)))[0]
}

/** The parts of a function's name, and where its source can be read. */
export interface Upstream {
  readonly project: string
  readonly version: string
  readonly file: string
  readonly function: string
  readonly link?: string
}

/** Takes the line apart; undefined for rules of gcplan itself. */
export const upstreamOf = (line: string): Upstream | undefined => {
  const [, project = '', version = '', file = '', name = ''] =
    /^(kubernetes|containerd) v?(\S+) (\S+\.go) (.+)$/.exec(line) ?? []
  if (project === '') return undefined
  const home = project === 'kubernetes' ? 'kubernetes/kubernetes' : 'containerd/containerd'
  return {
    project: project === 'kubernetes' ? 'Kubernetes' : 'containerd',
    version,
    file,
    function: name,
    link: `https://github.com/${home}/blob/v${version}/${file}`,
  }
}

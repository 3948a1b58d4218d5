/** What a reader can do about a note: notes name flags of the command, a page has buttons. */
import type { Settings } from '../worker/question'

/** A statement that closes what a note leaves open. */
export interface Remedy {
  readonly title: string
  readonly settings: Settings
}

/** A note for a page. */
export interface Note {
  /** What is not known, without flags. */
  readonly said: string
  /** What prints it. */
  readonly add: string | undefined
  readonly remedies: ReadonlyArray<Remedy>
  /** The size of the disk can be typed. */
  readonly asksForDisk: boolean
}

const remedies: ReadonlyArray<readonly [flag: string, remedy: Remedy]> = [
  [
    '--assume-last-used',
    {
      title: 'Assume: there for long, and not used since',
      settings: { 'assume-first-detected': 'long-ago', 'assume-last-used': 'never' },
    },
  ],
  ['--assume-no-image-volumes', { title: 'Assume: none is mounted', settings: { 'assume-no-image-volumes': true } }],
  ['--assume-pods-synced', { title: 'Assume: the pod list is whole', settings: { 'assume-pods-synced': true } }],
  ['-A', { title: 'All namespaces were listed', settings: { 'all-namespaces': true } }],
  ['--whole-cluster', { title: 'Every kind was listed', settings: { 'whole-cluster': true } }],
]

const proxy = 'kubectl get --raw /api/v1/nodes/NODE/proxy'
const sources: ReadonlyArray<readonly [flag: string, command: string]> = [
  ['--stats', `${proxy}/stats/summary`],
  ['--pods', `${proxy}/pods`],
  ['--inspect', 'crictl inspect -o json $(crictl ps -aq)'],
  ['--usage', 'ctr -n k8s.io snapshots usage -b'],
  ['--container-stats', 'crictl stats -a -o json'],
  ['--sandboxes', 'crictl pods -o json'],
]

const names = (note: string, flag: string): boolean => note.split(/[\s,;:()]+/).includes(flag)

/** A note as the page shows it; one without flags is left as it is. */
export const noteOf = (note: string): Note => {
  const [, moment] = /^no --at given; planning for now, (.*)$/.exec(note) ?? []
  if (moment !== undefined)
    return {
      said: `nobody says when the files were taken: this is for now, ${moment.replace(/\.\d+Z$/, 'Z')}`,
      ...{ add: undefined, remedies: [], asksForDisk: false },
    }
  const open = note.search(/: (--?[a-zA-Z]|list them|list those|state )|[:,] (and )?(list|state) /)
  const hasPods = names(note, '--pods') && names(note, 'FILE')
  return {
    said:
      open < 0
        ? note
        : note.slice(0, open).replace(/^incomplete input$/, 'these lists may leave out objects, and kinds'),
    add: sources.find(([flag]) => names(note, flag) && note.includes(`${flag} FILE`))?.[1],
    remedies: remedies
      .filter(([flag]) => names(note, flag) && !(hasPods && flag === '--assume-pods-synced'))
      .map(([, remedy]) => remedy),
    asksForDisk: names(note, '--capacity-bytes'),
  }
}

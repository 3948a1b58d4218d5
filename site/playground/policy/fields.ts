/** Makes fields of a form from the settings that a command has: their type is what their help says. */
import type { KnownFile } from '../worker/known-files'
import type { Setting } from '../worker/offer'

/** How a setting is edited. */
export type Field =
  | { readonly type: 'flag' }
  | { readonly type: 'choice'; readonly options: ReadonlyArray<string> }
  | { readonly type: 'percent' }
  | { readonly type: 'text'; readonly hint: string; readonly isValid: (text: string) => boolean }

const duration = /^(\d+d)?((\d+(\.\d+)?)(h|m|s|ms|us|ns))*$/
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/
const bytes = /^\d+(\.\d+)?([kKMGTP]i?B?|B)?$/
const pairs = /^([a-zA-Z.]+(<|=)[\w.%]+)(,[a-zA-Z.]+(<|=)[\w.%]+)*$|^$/

const hints: Readonly<Record<string, readonly [hint: string, pattern: RegExp]>> = {
  DURATION: ['e.g. 2m or 24h', duration],
  TIME: ['e.g. 2026-01-01T12:00:00Z', instant],
  N: ['a number', bytes],
  SECONDS: ['seconds', /^-?\d+$/],
  PAIRS: ['e.g. imagefs.available<15%', pairs],
  YEAR: ['e.g. 2026', /^\d{4}$/],
  SHARE: ['e.g. 0.02', /^\d+(\.\d+)?$/],
}

/** Words that a help text names besides a time, e.g. `never`. */
const otherWords = ({ about }: Setting): ReadonlyArray<string> =>
  ['long-ago', 'never', 'now'].filter((word) => about.includes(word))

/** The field of a setting; files are chosen among those that are open. */
export const fieldOf = (setting: Setting, files: ReadonlyArray<KnownFile>): Field => {
  const { value, about } = setting
  if (value === undefined) return { type: 'flag' }
  if (value === 'PERCENT') return { type: 'percent' }
  if (value === 'FILE') return { type: 'choice', options: files.map(({ name }) => name) }
  const options = optionsIn(about)
  if (options.length > 1) return { type: 'choice', options }
  const [hint, pattern] = hints[value] ?? [value.toLowerCase(), /./]
  const words = otherWords(setting)
  return {
    type: 'text',
    hint: [hint, ...words].join(', '),
    isValid: (text) => pattern.test(text) || words.includes(text),
  }
}

/** The words that a help text lists behind a colon, e.g. `periodic (default) or eviction`. */
const optionsIn = (about: string): ReadonlyArray<string> => {
  const [, list = ''] = /:\s*([\w.-]+(?: \([^)]*\))?(?:(?:, | or |, or |; )[\w.-]+(?: \([^)]*\))?)+)/.exec(about) ?? []
  return list
    .replaceAll(/ \([^)]*\)/g, '')
    .split(/, or |, | or |; /)
    .map((word) => word.trim())
    .filter((word) => /^[\w.-]+$/.test(word))
}

/** What a setting is about; the words of a choice stand in the choice. */
export const aboutOf = ({ about }: Setting, { type }: Field): string =>
  type === 'choice' ? about.replace(/:\s.*$/, '') : about

/** What a setting is called, in words. */
export const titleOf = (name: string): string => {
  if (name === 'at') return 'Taken at'
  const words = name
    .replaceAll('-', ' ')
    .replace(/\bgc\b/, 'GC')
    .replace(/\bttl\b/, 'TTL')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

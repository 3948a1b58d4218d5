/** The rules that sources state: unions of tags, one doc comment before each member, with an `@upstream` line. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** One tagged fact, and the function it follows. */
export interface Rule {
  readonly tag: string
  /** What it says, from its comment. */
  readonly about: string
  readonly upstream: string
  readonly differs: string
}

/** Where they are. */
export const sources = 'src'

/** Unions of tags are written in files named `*reason.ts`, one doc comment before each member. */
export const rulesIn = (collector: string): ReadonlyArray<Rule> =>
  readdirSync(join(sources, collector))
    .filter((name) => name.endsWith('reason.ts'))
    .sort()
    .flatMap((name) => membersOf(readFileSync(join(sources, collector, name), 'utf8')))

/** Those of one file. */
const membersOf = (source: string): ReadonlyArray<Rule> => source.split(/^export type /m).flatMap(membersOfUnion)

/** A union with one commented member must have a comment on each, or a rule would be missing from the page. */
const membersOfUnion = (declaration: string): ReadonlyArray<Rule> => {
  const rules = commentedMembers(declaration)
  const tags = [...declaration.matchAll(/^ {2}\| \{\s*readonly _tag: '(\w+)'/gm)].map(([, tag = '']) => tag)
  const bare = rules.length === 0 ? [] : tags.filter((tag) => !rules.some((rule) => rule.tag === tag))
  return [...rules, ...bare.map((tag) => ({ tag, about: '', upstream: '', differs: '' }))]
}

const commentedMembers = (source: string): ReadonlyArray<Rule> => rulesBefore(/\|?/, source)

/** Every fact with a comment, be it a member of a union or an interface of its own. */
export const commentedFacts = (source: string): ReadonlyArray<Rule> =>
  rulesBefore(/(?:\||export interface \w+)?/, source)

const rulesBefore = ({ source: opening }: RegExp, source: string): ReadonlyArray<Rule> =>
  [
    ...source.matchAll(
      new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*${opening}\\s*\\{\\s*readonly _tag: '(\\w+)'`, 'g'),
    ),
  ].map(([, comment = '', tag = '']) => ({
    tag,
    about: aboutOf(comment),
    upstream: lineOf(comment, 'upstream'),
    differs: lineOf(comment, 'differs'),
  }))

/** The sentences before what has a tag. */
const aboutOf = (comment: string): string =>
  (comment.split(/(?:^|\s)@\w+ /)[0] ?? '').replace(/\s*\n?\s*\*?\s*\n\s*\*?\s*/g, ' ').trim()

const lineOf = (comment: string, name: string): string =>
  (new RegExp(`@${name} ([^@]*)`).exec(comment)?.[1] ?? '').replace(/\s*\*?\s*\n\s*\*?\s*/g, ' ').trim()

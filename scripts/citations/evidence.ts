/**
 * The evidence that is kept: for each rule one case that fails when one of its decisions is inverted, and the rules that have
 * none. Kept in etc/citations.json, one rule a line.
 */
import { readFileSync, writeFileSync } from 'node:fs'

/** A case that fails when a decision is inverted. */
export interface Proof {
  readonly rule: string
  readonly file: string
  readonly case: string
  /** The decision, by its label. */
  readonly inverts: string
  /** Which opposite of it, where it has several. */
  readonly variant?: number
}

/** What is known of all rules. */
export interface Evidence {
  readonly proven: ReadonlyArray<Proof>
  /** Rules without evidence; the list only shrinks. */
  readonly unproven: ReadonlyArray<Lack>
  /** The last run over every decision. */
  readonly whole: Whole | null
}

/** A rule without evidence, and what was found. */
export interface Lack {
  readonly rule: string
  readonly because: Because
}

/** Why a rule has no evidence. */
export type Because =
  | 'no case reaches it'
  | 'no case notices its inversion'
  | 'only cases of our own notice'
  | 'not looked for yet'

/** Every decision of every rule, how many a case reaches, and of how many a case notices the inversion. */
export interface Whole {
  readonly commit: string
  readonly on: string
  readonly decisions: number
  readonly reached: number
  readonly noticed: number
}

const path = 'etc/citations.json'

/** Reads what is kept. */
export const readEvidence = (): Evidence => JSON.parse(readFileSync(path, 'utf8')) as Evidence

/** Writes it. */
export const writeEvidence = ({ proven, unproven, whole }: Evidence): void => {
  const list = (items: ReadonlyArray<unknown>): string =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`
  writeFileSync(
    path,
    `{\n"proven": ${list(proven)},\n"unproven": ${list(unproven)},\n"whole": ${JSON.stringify(whole)}\n}\n`,
  )
}

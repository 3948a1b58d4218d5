/** What files can be asked: questions with their settings, and what they can be about. */
import type { Question } from './question'

/** A question that these files can answer, ready to be asked. */
export interface Offer {
  readonly question: Question
  /** E.g. `What goes when an object is deleted?` */
  readonly title: string
  /** One sentence. */
  readonly about: string
  /** What else has to be given before it can be asked, e.g. an object to delete. */
  readonly needs?: 'object' | 'record'
  /** The settings that the question takes, in groups. */
  readonly groups: ReadonlyArray<SettingGroup>
}

/** A question that these files could answer with others beside them. */
export interface Nearly {
  readonly title: string
  /** Commands whose output is missing. */
  readonly add: ReadonlyArray<string>
}

/** Settings under one heading, as the help of the command has them. */
export interface SettingGroup {
  readonly heading: string
  readonly settings: ReadonlyArray<Setting>
}

export interface Setting {
  readonly name: string
  /** What its value looks like, e.g. `PERCENT`; nothing: it is on or off. */
  readonly value?: string
  /** It may be given several times. */
  readonly many?: true
  readonly about: string
}

/** Something that a question can be asked about. */
export interface Found {
  /** What the question takes: `Deployment/web`, a uid where that is not enough, `image:docker.io/library/a:1`. */
  readonly word: string
  /** What people read: `Deployment shop/web`. */
  readonly label: string
}

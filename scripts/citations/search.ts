/**
 * Answers which case proves a rule: it reaches the rule, gives what was recorded, and no longer does when one of the rule's
 * decisions is inverted. A tag that is only told is proven by a decision of its folder whose inversion also changes how often
 * the tag is given.
 */
import type { Catalogue, Rule } from './catalogue.js'
import type { Because, Proof } from './evidence.js'
import type { Inversion, Passed, Replays } from './replays.js'

/** A case. */
export interface Case extends Passed {
  readonly file: string
}

/** Cases by the decisions that they pass. */
export interface Index {
  readonly passing: (decision: number) => ReadonlyArray<Case>
  /** Cases that pass a decision of a folder, or of the one around it. */
  readonly near: (folder: string) => ReadonlyArray<Case>
}

/** What was found of a rule. */
export type Found =
  | { readonly _tag: 'Proven'; readonly proof: Proof }
  | { readonly _tag: 'Unproven'; readonly because: Because; readonly own: Proof | null }

/** How many cases are asked of one decision; of one that is made at load, which loads all modules anew. */
const ASKED = 40
const ASKED_AT_LOAD = 8

/** Of a tag that is only told, how many cases are asked, and about how many decisions. */
const TELLING = 6
const TOLD_BY = 60

/** Cases by the decisions that they pass. */
export const indexOf = ({ labels }: Catalogue, cases: ReadonlyArray<Case>): Index => {
  const byDecision = new Map<number, Case[]>()
  for (const one of cases)
    for (const decision of one.decisions) {
      const held = byDecision.get(decision)
      if (held === undefined) byDecision.set(decision, [one])
      else held.push(one)
    }
  const passing = (decision: number): ReadonlyArray<Case> => byDecision.get(decision) ?? []
  const near = (folder: string): ReadonlyArray<Case> => {
    const found = labels.flatMap((label, id) => (folderOf(label) === folder ? spread(passing(id), ASKED_AT_LOAD) : []))
    return found.length > 0 || !folder.includes('/')
      ? [...new Set(found)]
      : near(folder.slice(0, folder.lastIndexOf('/')))
  }
  return { passing, near }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/', path.indexOf('.ts')))

/** So many of a list, spread over it evenly, those with the fewest steps first. */
const spread = (cases: ReadonlyArray<Case>, count: number): ReadonlyArray<Case> =>
  (cases.length <= count
    ? cases
    : cases.filter((_, at) => Math.floor((at * count) / cases.length) !== Math.floor(((at - 1) * count) / cases.length))
  ).toSorted((a, b) => a.steps - b.steps)

/** Looks for a case that proves a rule; one of the project's own is no evidence. */
export const prove = async (catalogue: Catalogue, replays: Replays, index: Index, rule: Rule): Promise<Found> => {
  const isAtPlace = placedAt(rule, replays, index)
  const reaching = (decision: number): ReadonlyArray<Case> =>
    (replays.atLoad.has(decision) ? index.near(folderOf(rule.file)) : index.passing(decision)).filter(isAtPlace)
  const reached = rule.decisions.some((decision) => reaching(decision).length > 0)
  for (const isOwn of [false, true]) {
    const asked = (decision: number): ReadonlyArray<Case> =>
      spread(
        reaching(decision).filter(({ source }) => (source === 'own') === isOwn),
        replays.atLoad.has(decision) ? ASKED_AT_LOAD : ASKED,
      )
    const found =
      (await firstNoticed(
        replays,
        rule.decisions.filter((decision) => !replays.atLoad.has(decision)),
        asked,
      )) ??
      (rule.places.length === 0 ? null : await toldOtherwise(catalogue, replays, index, rule, isOwn)) ??
      (await firstNoticed(
        replays,
        rule.decisions.filter((decision) => replays.atLoad.has(decision)),
        asked,
      ))
    if (found === null) continue
    const proof = proofOf(catalogue, rule, found)
    return isOwn ? { _tag: 'Unproven', because: 'only cases of our own notice', own: proof } : { _tag: 'Proven', proof }
  }
  return { _tag: 'Unproven', because: reached ? 'no case notices its inversion' : 'no case reaches it', own: null }
}

/** Whether a case passes one of the places of a rule; those that are passed at load are everywhere. */
const placedAt = ({ places }: Rule, replays: Replays, index: Index): ((one: Case) => boolean) => {
  if (places.length === 0 || places.some((place) => replays.atLoad.has(place))) return () => true
  const placed = new Set(places.flatMap((place) => index.passing(place)))
  return (one) => placed.has(one)
}

/** A case that notices an inversion. */
interface Noticed {
  readonly by: Case
  readonly inversion: Inversion
}

const proofOf = ({ labels }: Catalogue, { name }: Rule, { by, inversion }: Noticed): Proof => ({
  rule: name,
  file: by.file,
  case: by.name,
  inverts: labels[inversion.decision] ?? '',
  ...(inversion.variant === 0 ? {} : { variant: inversion.variant }),
})

const firstNoticed = async (
  replays: Replays,
  decisions: ReadonlyArray<number>,
  asked: (decision: number) => ReadonlyArray<Case>,
): Promise<Noticed | null> => {
  for (const decision of decisions) {
    const found = await noticed(replays, decision, asked(decision))
    if (found !== null) return found
  }
  return null
}

/** The first of these cases that does not give what was recorded when the decision is inverted. */
export const noticed = async (
  replays: Replays,
  decision: number,
  cases: ReadonlyArray<Case>,
): Promise<Noticed | null> => {
  const [first] = cases
  // How many opposites there are is known once the decision was passed.
  if (first !== undefined && replays.variantsOf(decision) === 0) await replays.replay(first.file, first.name, null)
  const variants = Math.max(1, replays.variantsOf(decision))
  for (let variant = 0; variant < variants; variant++)
    for (const by of cases) {
      const inversion = { decision, variant }
      const ending = await replays.replay(by.file, by.name, inversion)
      if (ending?.ended === 'otherwise') return { by, inversion }
    }
  return null
}

/** A decision of the tag's folder whose inversion a case notices, and by which the tag is given more or less often. */
const toldOtherwise = async (
  { labels, rules }: Catalogue,
  replays: Replays,
  index: Index,
  rule: Rule,
  isOwn: boolean,
): Promise<Noticed | null> => {
  const folder = folderOf(rule.file)
  const sameSource = new Set(
    rules.filter(({ upstream }) => upstream === rule.upstream).flatMap(({ decisions }) => decisions),
  )
  const placed = rule.places
    .flatMap((place) => index.passing(place))
    .filter(({ source }) => (source === 'own') === isOwn)
  for (const by of spread([...new Set(placed)], TELLING)) {
    const straight = await replays.replay(by.file, by.name, null, rule.places)
    const inFolder = [...by.decisions]
      .filter(
        (id) => !rule.places.includes(id) && !replays.atLoad.has(id) && folderOf(labels[id] ?? '').startsWith(folder),
      )
      .sort((a, b) => Number(sameSource.has(b)) - Number(sameSource.has(a)))
    for (const decision of inFolder.slice(0, TOLD_BY)) {
      const inversion = { decision, variant: 0 }
      const ending = await replays.replay(by.file, by.name, inversion, rule.places)
      const changed = ending?.passes.some((times, at) => times > 0 && times !== straight?.passes[at]) ?? false
      if (ending?.ended === 'otherwise' && changed) return { by, inversion }
    }
  }
  return null
}

/** Whether a proof that is kept still stands. */
export const stands = async (
  replays: Replays,
  rule: Rule,
  { file, case: name, variant = 0 }: Proof,
  decision: number,
): Promise<boolean> => {
  const straight = await replays.replay(file, name, null, [decision, ...rule.places])
  if (straight?.ended !== 'as recorded') return false
  const [ofDecision = 0, ...ofPlaces] = straight.passes
  const reaches = (times: number, id: number): boolean => times > 0 || replays.atLoad.has(id)
  if (!reaches(ofDecision, decision)) return false
  if (rule.places.length > 0 && !ofPlaces.some((times, at) => reaches(times, rule.places[at] ?? -1))) return false
  const inverted = await replays.replay(file, name, { decision, variant }, rule.places)
  if (inverted?.ended !== 'otherwise') return false
  // Another decision than one of the rule's own has to change how often its tag is given.
  return rule.decisions.includes(decision) || inverted.passes.some((times, at) => times > 0 && times !== ofPlaces[at])
}

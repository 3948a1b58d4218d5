/** The schema of a change to a snapshot. */
import type { InvalidInput } from '../../core/problem.js'
import { type Span, isSpanMillis, millisOf } from '../../core/time.js'
import { type CasesOf, type FieldsOf, isObject, list, object, tagged } from '../../internal/schema/object.js'
import { type Schema, flag, instant, leaf, optional, problemsOf, text } from '../../internal/schema/schema.js'
import type { FsSnapshotRecord, Node } from '../record.js'
import { labels } from '../schema.js'
import type { LeaseResource } from '../snapshot.js'
import { kinds } from '../graph/node-index.js'
import type { Change } from './change.js'

const oneOfThese = <W extends string>(words: ReadonlyArray<W>): Schema<W> =>
  leaf(words.map((word) => JSON.stringify(word)).join(' or '), (value): value is W =>
    words.some((word) => word === value),
  )

const named = object<Pick<Node, '_tag' | 'namespace' | 'key'>>({ _tag: oneOfThese(kinds), namespace: text, key: text })
const inSnapshotter = object<Pick<FsSnapshotRecord, 'snapshotter'>>({ snapshotter: text })

/** What names a record; its `id` is not read. */
const node: Schema<Node> = {
  form: named.form,
  holds: (value): value is Node => named.holds(value) && (value._tag !== 'FsSnapshot' || inSnapshotter.holds(value)),
  report: (value, problems) => {
    if (!named.holds(value)) named.report(value, problems)
    else if (value._tag === 'FsSnapshot') inSnapshotter.report(value, problems)
  },
}

const expiresIn = leaf(
  'a span of whole milliseconds, zero or more, or "never"',
  (value): value is Span | 'never' =>
    value === 'never' || ((typeof value === 'number' || isObject(value)) && isSpanMillis(millisOf(value as Span))),
)

const ofLease: FieldsOf<{ readonly namespace: string; readonly lease: string; readonly resource: LeaseResource }> = {
  namespace: text,
  lease: text,
  resource: object<LeaseResource>({ type: text, id: text }),
}

const cases: CasesOf<Change> = {
  Remove: { node },
  LetTimePass: { until: instant },
  CreateLease: {
    namespace: text,
    id: text,
    expiresIn: optional(expiresIn),
    flat: optional(flag),
    labels: optional(labels),
  },
  AddLeaseResource: ofLease,
  DropLeaseResource: ofLease,
  SetLabels: { node, labels },
}

const ofAnyKind = object<{ readonly _tag: string }>({ _tag: oneOfThese<string>(Object.keys(cases)) })
const ofItsKind = tagged<Change>(cases)

const change: Schema<Change> = {
  ...ofItsKind,
  report: (value, problems) => {
    const schema = ofAnyKind.holds(value) ? ofItsKind : ofAnyKind
    schema.report(value, problems)
  },
}

/** Every problem of a change; null when there is none. */
export const changeProblems: (value: unknown) => InvalidInput | null = problemsOf('containerd change', change)

/** Every problem of some changes; null when there is none. */
export const changesProblems: (value: unknown) => InvalidInput | null = problemsOf('containerd changes', list(change))

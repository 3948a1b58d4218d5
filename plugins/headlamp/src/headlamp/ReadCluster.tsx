/** Reads what a question about an object needs, and draws what is made of it. */
import { either as E } from 'fp-ts'
import type { ServedKind } from '../model/discovery.js'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { kindsToList, reachOf } from '../model/reach.js'
import { type KindRead, type Reading, progressOf } from '../model/reading.js'
import { type Seen, seenIn } from '../model/snapshot.js'
import { type Discovery, discoveryOf } from './discovery.js'
import { ReadKind } from './ReadKind.js'

/** How far the lists are. */
export type Progress =
  | { readonly _tag: 'Reading'; readonly done: number; readonly all: number }
  | { readonly _tag: 'Failed'; readonly lines: ReadonlyArray<string> }
  | {
      readonly _tag: 'Read'
      readonly seen: Seen
      /** Reads the other namespaces as well; null where they are read, or do not matter. */
      readonly widen: (() => void) | null
    }

/** What is read of an object of Headlamp's. */
export interface Subject {
  readonly cluster: string
  readonly jsonData: { readonly apiVersion: string; readonly kind: string; readonly metadata: Named }
}

interface Named {
  readonly name: string
  readonly namespace?: string
}

interface ReadClusterProps {
  readonly subject: Subject
  readonly children: (progress: Progress) => ReactNode
}

/** Lists that have not come by then are told as missing, and taken in when they come. */
const patience = 10_000

const keyOf = ({ apiVersion, resource }: ServedKind): string => `${apiVersion} ${resource}`

type Readings = ReadonlyMap<string, Reading>

const awaited: Reading = { _tag: 'Awaited' }

/** A list of all namespaces goes before one of a single namespace, which stays where the other may not be read. */
const better = (all: Reading, one: Reading): Reading => (all._tag === 'Missing' && one._tag === 'Listed' ? one : all)

/** Draws its children with what is read. */
export const ReadCluster = ({ subject, children }: ReadClusterProps): ReactNode => {
  const { cluster, jsonData } = subject
  const [discovery, setDiscovery] = useState<Discovery | null>(null)
  const [readings, setReadings] = useState<Readings>(new Map())
  const [wideReadings, setWideReadings] = useState<Readings>(new Map())
  const [isWide, setWide] = useState(false)
  const [isLate, setLate] = useState(false)

  useEffect(() => {
    let isCurrent = true
    void discoveryOf(cluster).then((found) => {
      if (isCurrent) setDiscovery(found)
    })
    return () => {
      isCurrent = false
    }
  }, [cluster])
  useEffect(() => {
    setLate(false)
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [isWide])

  const report = useCallback(
    (kind: ServedKind, reading: Reading) => setReadings((before) => new Map(before).set(keyOf(kind), reading)),
    [],
  )
  const reportWide = useCallback(
    (kind: ServedKind, reading: Reading) => setWideReadings((before) => new Map(before).set(keyOf(kind), reading)),
    [],
  )
  const served = discovery !== null && E.isRight(discovery) ? discovery.right : null
  const kinds = useMemo(() => (served === null ? [] : kindsToList(served.discovered)), [served])
  const reach = reachOf(jsonData)
  const isOfNamespace = reach._tag === 'Namespace'
  const widens = useCallback(
    (kind: ServedKind): boolean => isWide && isOfNamespace && kind.namespaced,
    [isWide, isOfNamespace],
  )
  const progress = useMemo((): Progress => {
    if (discovery === null) return { _tag: 'Reading', done: 0, all: 0 }
    if (E.isLeft(discovery))
      return { _tag: 'Failed', lines: [`The cluster does not say what it serves: ${discovery.left}`] }
    const reads: ReadonlyArray<KindRead> = kinds.map((kind) => {
      const one = readings.get(keyOf(kind)) ?? awaited
      return { kind, reading: widens(kind) ? better(wideReadings.get(keyOf(kind)) ?? awaited, one) : one }
    })
    const { done, all } = progressOf(reads)
    if (done < all && !isLate) return { _tag: 'Reading', done, all }
    const { discovered, version } = discovery.right
    const seen = seenIn({ at: new Date(), object: jsonData, discovered, reads, version })
    return E.isRight(seen)
      ? { _tag: 'Read', seen: seen.right, widen: isOfNamespace && !isWide ? () => setWide(true) : null }
      : { _tag: 'Failed', lines: seen.left }
  }, [discovery, kinds, readings, wideReadings, widens, isWide, isOfNamespace, isLate, jsonData])

  return (
    <>
      {kinds.map((kind) => (
        <ReadKind
          key={keyOf(kind)}
          kind={kind}
          cluster={cluster}
          namespace={isOfNamespace ? reach.namespace : undefined}
          report={report}
        />
      ))}
      {kinds.filter(widens).map((kind) => (
        <ReadKind key={keyOf(kind)} kind={kind} cluster={cluster} report={reportWide} />
      ))}
      {children(progress)}
    </>
  )
}

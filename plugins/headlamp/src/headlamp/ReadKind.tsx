/** Reads the list of one kind by Headlamp's own hook, from its cache, and again where that is from before. Draws nothing. */
import type { ServedKind } from '../model/discovery.js'
import { memo, useEffect, useRef, useState } from 'react'
import type { Reading } from '../model/reading.js'
import { classFor } from './classes.js'

interface ReadKindProps {
  readonly kind: ServedKind
  readonly cluster: string
  /** Absent: all. */
  readonly namespace?: string | undefined
  /** The same function each time. */
  readonly report: (kind: ServedKind, reading: Reading) => void
}

/** How soon a list is asked for that the cache holds from before, and how often it is read again while it is looked at. */
const soon = 250
const again = 30_000

interface Page {
  readonly list: { readonly items: ReadonlyArray<{ readonly jsonData: object }> }
  readonly namespace?: string
}

const ReadOneKind = ({ kind, cluster, namespace, report }: ReadKindProps): null => {
  const [isFresh, setFresh] = useState(false)
  const wasFetching = useRef(false)
  const { clusterResults, items, error, isFetching } = classFor(kind).useList({
    cluster,
    ...(kind.namespaced && namespace !== undefined ? { namespace } : {}),
    refetchInterval: isFresh ? again : soon,
  })
  useEffect(() => {
    if (wasFetching.current && !isFetching) setFresh(true)
    wasFetching.current = isFetching
  }, [isFetching])

  // The page of the cache stays the same object until the list changes; what the hook makes of it does not.
  const page = clusterResults?.[cluster]?.data as unknown as Page | null | undefined
  const count = items?.length
  useEffect(() => {
    if (!isFresh) return
    if (error !== null && error !== undefined)
      report(kind, { _tag: 'Missing', status: error.status, message: error.message })
    else if (page !== null && page !== undefined) report(kind, listed(page, items ?? []))
    // Items are told by their page and number: the hook makes a new array each time.
  }, [isFresh, page, count, error, kind, report])
  return null
}

/** Where Headlamp is set to some namespaces it lists each, and shows only the last page: that one is covered. */
const listed = (
  { list, namespace }: Page,
  items: ReadonlyArray<{ readonly jsonData: object }>,
): Extract<Reading, { readonly _tag: 'Listed' }> => ({
  _tag: 'Listed',
  namespaces: namespace === undefined ? 'all' : [namespace],
  items: (namespace === undefined ? list.items : items).map(({ jsonData }) => jsonData),
})

/** It is drawn anew only for another kind or place. */
export const ReadKind = memo(ReadOneKind)

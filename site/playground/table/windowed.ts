/** The rows of a table that are shown: filtered and sorted here, or by whoever has all rows. */
import { type Ref, computed, shallowRef, watch } from 'vue'

import type { Rows } from '../worker/protocol'
import type { Column, TableProps } from './contract'
import { compare, hasAll, wordsIn } from './rows'

/** Rows that are in the page at once. */
export const pageSize = 200

export interface Order {
  readonly key: string
  readonly descending: boolean
}

/** The window of a table, and what moves it. */
export const useWindow = <T>(props: TableProps<T>) => {
  const filter = shallowRef('')
  const order: Ref<Order | undefined> = shallowRef()
  const page = shallowRef(0)
  const fetched = shallowRef<Rows | undefined>()
  const isFetching = shallowRef(false)

  const isRemote = computed(() => props.more !== undefined && (props.total ?? props.rows.length) > props.rows.length)

  const local = computed(() => {
    const words = wordsIn(filter.value)
    const texts = (row: T): string =>
      props.columns
        .map(({ text }) => text(row))
        .join(' ')
        .toLowerCase()
    const wanted = words.length === 0 ? props.rows : props.rows.filter((row) => hasAll(texts(row), words))
    const column = props.columns.find(({ key }) => key === order.value?.key)
    return column === undefined || order.value === undefined ? wanted : sorted(wanted, column, order.value.descending)
  })

  const total = computed(() => (isRemote.value ? (fetched.value?.total ?? props.total ?? 0) : local.value.length))
  const pages = computed(() => Math.max(1, Math.ceil(total.value / pageSize)))
  const from = computed(() => page.value * pageSize)
  const shown = computed<ReadonlyArray<T>>(() =>
    isRemote.value
      ? ((fetched.value?.rows as ReadonlyArray<T> | undefined) ?? props.rows.slice(0, pageSize))
      : local.value.slice(from.value, from.value + pageSize),
  )

  let asked = 0
  const fetchRows = async (): Promise<void> => {
    const mine = ++asked
    isFetching.value = true
    const column = props.columns.find(({ key }) => key === order.value?.key)
    const by = column?.sort?.by
    try {
      const rows = await props.more?.({
        from: from.value,
        count: pageSize,
        ...(filter.value === '' ? {} : { filter: filter.value }),
        ...(by === undefined || order.value === undefined ? {} : { sort: { by, descending: order.value.descending } }),
      })
      if (mine === asked) fetched.value = rows
    } finally {
      if (mine === asked) isFetching.value = false
    }
  }

  watch([filter, order], () => {
    page.value = 0
  })
  watch([filter, order, page], () => {
    if (isRemote.value) void fetchRows()
  })
  watch(
    () => props.rows,
    () => {
      page.value = 0
      // What is still asked for is of the rows before.
      asked += 1
      isFetching.value = false
      fetched.value = undefined
      // A filter that somebody typed holds for the new rows too.
      if (isRemote.value && (filter.value !== '' || order.value !== undefined)) void fetchRows()
    },
  )

  const sortBy = (key: string): void => {
    const now = order.value
    if (now?.key !== key) order.value = { key, descending: false }
    else order.value = now.descending ? undefined : { key, descending: true }
  }

  const isSortable = ({ sort }: Column<T>): boolean => !isRemote.value || sort?.by !== undefined

  return { filter, order, page, pages, from, total, shown, isFetching, sortBy, isSortable }
}

const sorted = <T>(rows: ReadonlyArray<T>, column: Column<T>, descending: boolean): ReadonlyArray<T> => {
  const value = column.sort?.value ?? column.text
  const order = (one: T, other: T): number => compare(value(one), value(other))
  return rows.toSorted((one, other) => (descending ? order(other, one) : order(one, other)))
}

/** Limited concurrency: runs pieces of work in order, several at once. */

/** The key of a piece of work, and the keys that it waits for. */
export interface Place {
  readonly key: string
  readonly after: ReadonlyArray<string>
}

/**
 * Does all the work, no more than `limit` pieces at once; `work` must not reject.
 *
 * Order: pieces begin in the order of the list; one waits for those before it that it comes after. Results are in the order
 * of the list.
 */
export const mapConcurrently = async <A, B>(
  limit: number,
  items: ReadonlyArray<A>,
  placeOf: (item: A) => Place,
  work: (item: A) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const results: B[] = []
  const underWay = new Map<string, Promise<unknown>>()
  const left = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) {
      const { key, after } = placeOf(item)
      const before = [key, ...after].flatMap((other) => underWay.get(other) ?? [])
      const doing = Promise.all(before).then(() => work(item))
      underWay.set(key, doing)
      results[index] = await doing
      if (underWay.get(key) === doing) underWay.delete(key)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}

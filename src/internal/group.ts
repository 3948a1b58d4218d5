/** Groups items by key; groups and their items keep the order of first sight. */
export const groupBy = <A>(key: (item: A) => string, items: ReadonlyArray<A>): Map<string, A[]> => {
  const groups = new Map<string, A[]>()
  for (const item of items) {
    const name = key(item)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [item])
    else group.push(item)
  }
  return groups
}

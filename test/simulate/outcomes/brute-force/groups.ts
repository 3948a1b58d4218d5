/** Groups of numbers that follow from each other, and from which no other follows. */

/** Those groups, by Kosaraju's method. `next` gives the numbers that follow from each. */
export const restingGroups = (next: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<ReadonlyArray<number>> => {
  const before: number[][] = next.map(() => [])
  next.forEach((followers, number) => {
    for (const follower of followers) before[follower]?.push(number)
  })
  const group = new Int32Array(next.length).fill(-1)
  const groups: number[][] = []
  for (const root of finishOrder(next).reverse()) {
    if (group[root] !== -1) continue
    const members: number[] = []
    const open = [root]
    group[root] = groups.length
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      members.push(number)
      for (const other of before[number] ?? [])
        if (group[other] === -1) {
          group[other] = groups.length
          open.push(other)
        }
    }
    groups.push(members)
  }
  return groups.filter((members, index) =>
    members.every((member) => (next[member] ?? []).every((follower) => group[follower] === index)),
  )
}

const finishOrder = (next: ReadonlyArray<ReadonlyArray<number>>): number[] => {
  const met = new Uint8Array(next.length)
  const order: number[] = []
  next.forEach((_, root) => {
    if (met[root] === 1) return
    met[root] = 1
    const path = [{ number: root, at: 0 }]
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const follower = next[top.number]?.[top.at++]
      if (follower === undefined) {
        order.push(top.number)
        path.pop()
      } else if (met[follower] === 0) {
        met[follower] = 1
        path.push({ number: follower, at: 0 })
      }
    }
  })
  return order
}

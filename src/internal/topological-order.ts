/** Topological order: each item after the one on which it stands (-1: on none); null if there is a cycle. */
export const topologicalOrder = (below: Int32Array): Int32Array | null => {
  const order = new Int32Array(below.length)
  const state = new Uint8Array(below.length)
  const path: number[] = []
  let count = 0
  for (let start = 0; start < below.length; start++) {
    let thing = start
    while (thing !== -1 && state[thing] === 0) {
      state[thing] = 1
      path.push(thing)
      thing = below[thing] ?? -1
    }
    if (thing !== -1 && state[thing] === 1) return null
    for (let next = path.pop(); next !== undefined; next = path.pop()) {
      state[next] = 2
      order[count++] = next
    }
  }
  return order
}

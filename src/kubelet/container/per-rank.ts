import { elementAt } from '../../internal/lists.js'

/** Makes a value once for each rank: containers of one rank share their reasons. */
export const perRank = <A>(make: (rank: number) => A): ((rank: number) => A) => {
  const made: A[] = []
  const makeUpTo = (rank: number): A => {
    while (made.length <= rank) made.push(make(made.length))
    return elementAt(made, rank)
  }
  return (rank) => (rank < made.length ? elementAt(made, rank) : makeUpTo(rank))
}

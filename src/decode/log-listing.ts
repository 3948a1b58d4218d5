/**
 * Log directories and container log links of a node, from plain name listings.
 */
import { option as O } from 'fp-ts'

import type { LogLink } from '../kubelet/container/snapshot.js'

/**
 * The names in a listing such as `ls -1 /var/log/pods` prints: one per line, without empty lines and duplicates.
 *
 * @example
 * ```ts
 * import { namesInListing } from 'gcplan/decode'
 *
 * console.log(namesInListing('shop_web-0_9015d9df\nshop_crash_834a7c25\n').length) // 2
 * ```
 */
export const namesInListing = (text: string): ReadonlyArray<string> => [
  ...new Set(text.split(/\r?\n/).filter((line) => line !== '')),
]

/**
 * The links of `/var/log/containers`, from a listing of all and one of the dead ones.
 *
 * Shape: listings of `find /var/log/containers -name '*.log'`, and of the same with `-xtype l`. What a status lookup
 * would say of a link's container is left to the container list.
 * Order: that of the first listing.
 *
 * @example
 * ```ts
 * import { logLinksInListings } from 'gcplan/decode'
 *
 * const links = logLinksInListings({ all: '/c/a-1.log\n/c/b-2.log\n', dead: '/c/b-2.log\n' })
 * console.log(links.map(({ targetExists }) => targetExists).join(' ')) // true false
 * ```
 */
export const logLinksInListings = (listings: {
  readonly all: string
  readonly dead: string
}): ReadonlyArray<LogLink> => {
  const dead = new Set(namesInListing(listings.dead))
  return namesInListing(listings.all).map((path) => ({
    path,
    targetExists: !dead.has(path),
    containerStatus: O.none,
  }))
}

/**
 * Answers what the log of the article on image collection says of its first run.
 */

/** Which image was removed, in order, and how many bytes were counted for it; the one in use elsewhere was not. */
export const firstRunLog: ReadonlyArray<readonly [id: string, size: number]> = [
  ['b88df34d660a', 648163659],
  ['f04243cec82b', 918015854],
  ['b08aef8ffcdd', 844269695],
  ['84cb9cf0503a', 674198872],
  ['3e7316459b8e', 646500683],
  ['a66c3f307cdb', 323363999],
  ['7a19c9b3fb2f', 267674800],
  ['211cf05bb9a7', 511012751],
  ['868449820f31', 298767731],
  ['22133b02a85f', 1219368157],
  ['4411bfe8d2f1', 674198873],
  ['0561497623f8', 660754312],
  ['7491f5f48416', 236515650],
  ['3faaab80cd61', 321482743],
  ['ede242124664', 324947033],
  ['6e07543c6b6e', 281203361],
  ['15686194eddb', 263075986],
  ['f660c39eb19f', 521937062],
  ['87efd68a920f', 461642966],
  ['fbaf322a7e2a', 302723450],
]

/** The image that the first run could not remove. */
export const inUseElsewhere = '22133b02a85f'

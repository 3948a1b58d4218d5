/**
 * Comparisons by code unit, without a locale: the same on every host.
 */

/** Compares text by UTF-16 code units. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares instants; earlier first. */
export const compareInstant = (a: Date, b: Date): number => a.getTime() - b.getTime()

/** Compares text by its UTF-8 bytes, as stores and Go do; differs from code units where surrogate pairs come in. */
export const compareBytes = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (left !== right) return byteRank(left) - byteRank(right)
  }
  return a.length - b.length
}

/** True when some code unit of the text may order differently by bytes than by code units. */
export const isWide = (text: string): boolean => wide.test(text)

const wide = /[\ud800-\uffff]/

/** Surrogates stand for the characters beyond U+FFFF. */
const byteRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2800 : unit)

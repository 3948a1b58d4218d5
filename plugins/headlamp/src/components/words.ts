/** Words and numbers that several components show. */

/** A sentence begins with a capital letter. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A number of things. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Trees of lines. */

/** A line and the lines below it. */
export interface Twig {
  readonly text: string
  readonly twigs: ReadonlyArray<Twig>
}

/** A line with none below it. */
export const leaf = (text: string): Twig => ({ text, twigs: [] })

/** A title and what stands below it; nothing where that is nothing. */
export const titled = (text: string, twigs: ReadonlyArray<Twig>): ReadonlyArray<Twig> =>
  twigs.length === 0 ? [] : [{ text, twigs }]

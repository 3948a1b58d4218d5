/** What a document of the command says. */
interface Targeted {
  readonly target: { readonly id?: string; readonly imageId?: string }
}
interface PlanDocument {
  readonly passes: ReadonlyArray<{ readonly removals: ReadonlyArray<Targeted> }>
}

/** The ids of what a plan that was printed as JSON removes. */
export const removalsIn = (text: string): ReadonlyArray<string> =>
  (JSON.parse(text) as PlanDocument).passes.flatMap(({ removals }) =>
    removals.map(({ target: { id, imageId } }) => id ?? imageId ?? ''),
  )

/** What the growth bench measures: work on inputs of any size. */
export interface Growing {
  readonly name: string
  /** Makes the input of a size, outside what is measured; the work answers in an Either, or text. */
  readonly prepare: (size: number) => () => unknown
}

/** The structure of a schema as data, from which documents derive how they read and write its values. */
export type Form =
  | { readonly _tag: 'Leaf'; readonly expected: string; readonly holds: (value: unknown) => boolean }
  | { readonly _tag: 'Instant' }
  | { readonly _tag: 'List'; readonly item: Form }
  | { readonly _tag: 'Object'; readonly fields: Forms }
  | { readonly _tag: 'Tagged'; readonly cases: Readonly<Record<string, Forms>> }
  | { readonly _tag: 'Option'; readonly inner: Form }
  | { readonly _tag: 'Knowledge'; readonly inner: Form }
  | { readonly _tag: 'Optional'; readonly inner: Form }
  /** Null stands for nothing, in the value too. */
  | { readonly _tag: 'Nullable'; readonly inner: Form }
  /** Either of two, told apart by whether the value is a text. */
  | { readonly _tag: 'TextOr'; readonly text: Form; readonly other: Form }
  /** Pairs of texts. */
  | { readonly _tag: 'Pairs' }
  /** A Map, a Set or a function, which no document holds. */
  | { readonly _tag: 'Opaque' }

/** The forms of an object's fields. */
export type Forms = Readonly<Record<string, Form>>

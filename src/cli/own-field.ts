/** A field of a value's own, never one that it inherits; nothing where the value has no fields. */
export const ownField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** A key per target; an id alone may repeat across kinds. */
export const targetKey = ({ _tag, id }: { readonly _tag: string; readonly id: string }): string => `${_tag} ${id}`

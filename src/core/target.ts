/** One text per target: ids alone may repeat across kinds. */
export const targetKey = ({ _tag, id }: { readonly _tag: string; readonly id: string }): string => `${_tag} ${id}`

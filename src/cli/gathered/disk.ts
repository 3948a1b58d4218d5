/** The size of a filesystem as `df -Pk` prints it. */

/** Capacity and free space of the first filesystem in a listing, in bytes. */
export const diskIn = (
  text: string,
): { readonly capacityBytes: number; readonly availableBytes: number } | undefined => {
  const [, line = ''] = text.split('\n')
  const [, blocks, available] = /\s(\d+)\s+\d+\s+(\d+)\s+\d+%\s/.exec(line) ?? []
  return blocks === undefined || available === undefined
    ? undefined
    : { capacityBytes: Number(blocks) * 1024, availableBytes: Number(available) * 1024 }
}

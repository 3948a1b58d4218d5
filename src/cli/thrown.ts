/** Why something of the file system failed, in a few words. */

/** What was thrown, without the codes that only programmers know. */
export const sayThrown = (thrown: unknown): string => {
  const code = (thrown as { readonly code?: unknown } | null)?.code
  if (code === 'ENOENT') return 'no such file'
  if (code === 'EISDIR') return 'is a directory that gcplan gather did not write: it has no manifest.json'
  if (code === 'EACCES') return 'permission denied'
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'it is larger than 1 GiB'
  return thrown instanceof Error ? thrown.message : String(thrown)
}

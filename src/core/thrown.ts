/** What was thrown, as text; it may be anything, even what refuses to become text. */
export const thrownText = (thrown: unknown): string => {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown)
  } catch {
    return 'something that is no text'
  }
}

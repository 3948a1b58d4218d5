/** Bundles the page into a file. */
export const buildPage: (outfile: string) => Promise<unknown>

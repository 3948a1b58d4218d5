/** True for what file functions of Node throw where nothing is at the path. */
export const isNoSuchFile = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'

/**
 * Answers who asks: the nearest function of the project on the call stack, packages and Node skipped, so that a package
 * that reads the clock for the library counts as the library, and one that reads it for a test does not.
 */
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(import.meta.dirname)

/** What is not the project's, and this machinery itself. */
const PASSED_OVER = /^(node:|\.\.|node_modules\/|test\/(host|caller)\.ts$)/

/** Folders of the pure library; everything else of the project may look at the host. */
const PURE =
  /^src\/(core|internal|apiserver|kubelet|containerd|controllers|simulate|reclaim|decode|render|execute|lint|guard|document)\//

/** The file of the pure library on whose behalf the caller acts; undefined for anybody else. */
export const pureCaller = (): string | undefined => {
  const nearest = filesOnTheStack().find((file) => !PASSED_OVER.test(file))
  return nearest !== undefined && PURE.test(nearest) ? nearest : undefined
}

/** Files of the calling functions, innermost first, relative to the project. */
const filesOnTheStack = (): ReadonlyArray<string> => {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  Error.prepareStackTrace = (_, frames): ReadonlyArray<string> =>
    frames.flatMap((frame) => {
      const name = frame.getFileName()
      return name === null || name === undefined ? [] : [fromRoot(name)]
    })
  const files = (new Error() as unknown as { readonly stack: ReadonlyArray<string> }).stack
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  return files
}

const fromRoot = (file: string): string =>
  file.startsWith('node:') ? file : relative(root, file.startsWith('file:') ? fileURLToPath(file) : file)

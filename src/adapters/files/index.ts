/**
 * Keeps a small file up to date, such as what a program remembers: it is read where it is there, and replaced whole.
 *
 * @module
 */
export { type FileError, explainFileError as explainError } from './error.js'
export * from './kept-file.js'

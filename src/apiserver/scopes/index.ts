/**
 * What API servers serve by themselves.
 *
 * @module
 */
export { scopes_1_36 } from './kubernetes-1-36.js'

/** Answers what the laws are tried on: what is published for everybody's tests. */
export * from '../../../src/testing/arbitrary/pod.js'

/**
 * Answers how a test of the command line writes down a lifecycle policy.
 */

/** The text of a policy file that is enabled, with the fields given. */
export const lifecyclePolicy = (rest: object): string =>
  JSON.stringify({
    kind: 'gcplan/lifecycle-policy',
    version: 1,
    period: { _tag: 'Enabled', epoch: 'first' },
    ...rest,
  })

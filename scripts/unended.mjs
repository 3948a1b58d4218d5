/** A reporter for vitest that names the tests which had begun and not ended when the run was over: a test process died in them. */

/**
 * @typedef {import('vitest/node').TestCase} TestCase
 * @typedef {import('vitest/node').TestModule} TestModule
 */

/** @returns {import('vitest/reporters').Reporter} what `new` gives as well */
export default function unended() {
  /** @type {Map<string, string>} */
  const running = new Map()
  /** @param {TestModule} module */
  const begin = ({ id, relativeModuleId }) => void running.set(id, relativeModuleId)
  /** @param {{ id: string }} one */
  const end = ({ id }) => void running.delete(id)
  return {
    onTestModuleStart: begin,
    onTestModuleEnd: end,
    onTestCaseReady: ({ id, module, fullName }) => void running.set(id, `${module.relativeModuleId} > ${fullName}`),
    onTestCaseResult: end,
    onTestRunEnd: () => {
      for (const name of running.values()) console.log(`did not end: ${name}`)
    },
  }
}

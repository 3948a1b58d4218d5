/**
 * What a step of checking sees of the environment: what programs need to run and to reach a registry, and nothing that
 * could make a gate look elsewhere or check less.
 */

/** Variables that are passed on. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'USER', 'SHELL', 'TMPDIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'NODE_EXTRA_CA_CERTS'],
  ...['npm_config_cache', 'npm_config_registry', 'npm_config_userconfig', 'npm_config_offline'],
]

/**
 * With CI, vitest writes no snapshot. Output is plain text, whatever the terminal. The time zone is half an hour off and
 * has summer time, so that nothing depends on it.
 */
const SET = { CI: '1', NO_COLOR: '1', TZ: 'America/St_Johns' }

/** @param {NodeJS.ProcessEnv} given @returns {NodeJS.ProcessEnv} */
export const environmentOfSteps = (given) => ({
  ...Object.fromEntries(PASSED_ON.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
  ...SET,
})

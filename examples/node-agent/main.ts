/** Starts the agent on the runtime and the kubelet of a node, and serves it until the process is asked to end. */
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { connect } from 'gcplan/adapters/node'
import { explainError, systemClock, termination } from 'gcplan/adapters/serving'

import { configOf } from './config.js'
import { serveAgent } from './faces.js'
import { nodeAgent } from './program.js'
import { stateIn } from './state.js'

const log = (line: Readonly<Record<string, unknown>>): void => {
  console.log(JSON.stringify({ at: new Date().toISOString(), ...line }))
}

const main: TE.TaskEither<string, void> = F.pipe(
  TE.fromEither(E.mapLeft((wrong: string) => `settings: ${wrong}`)(configOf(process.env))),
  TE.bindTo('config'),
  TE.let('world', ({ config }) => ({ config, clock: systemClock, log, signal: termination(process).signal })),
  TE.let('node', ({ config }) => connect(config)),
  TE.bind('agent', ({ world, node, config }) => nodeAgent({ ...world, node, ...stateIn(config.stateFile) })),
  TE.bind('serving', ({ world, agent }) => TE.mapLeft(explainError)(serveAgent({ ...world, agent }))),
  TE.chainTaskK(({ agent, serving, node }) => async () => {
    await Promise.all([agent.run(), serving.closed()])
    node.close()
  }),
)

const ended = await main()
if (E.isLeft(ended)) {
  log({ level: 'error', message: ended.left })
  process.exit(1)
}

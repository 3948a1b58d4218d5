/** Starts the controller on a cluster, and serves its probes and metrics until the process is asked to end. */
import { randomUUID } from 'node:crypto'

import { KubeConfig } from '@kubernetes/client-node'
import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { eventRecorder, fromClientNode, systemClock } from 'gcplan/adapters/kubernetes'
import { explainProgramError, explainProgramEvent, leadAndServe, termination } from 'gcplan/adapters/program'

import { configOf } from './config.js'
import { metricsFrom } from './metrics.js'
import { lifecycleController } from './program.js'

const log = (line: Readonly<Record<string, unknown>>): void => {
  console.log(JSON.stringify({ at: new Date().toISOString(), ...line }))
}

const main = async (): Promise<void> => {
  const config = configOf(process.env, randomUUID())
  if (E.isLeft(config)) throw new Error(`settings: ${config.left}`)
  const { identity, namespace, elects, port } = config.right
  const { signal } = termination(process)
  const kubeConfig = new KubeConfig()
  kubeConfig.loadFromDefault()
  const client = fromClientNode(kubeConfig)
  const metrics = metricsFrom()
  const events = eventRecorder(client.send, { controller: 'gcplan.io/lifecycle', instance: identity, signal })
  const work = lifecycleController({ client, clock: systemClock, config: config.right, events, metrics, log })
  const ended = await leadAndServe(client.send, {
    ...{ port, signal, metrics: metrics.all },
    ...(elects ? { lease: { namespace, name: 'lifecycle-controller', identity } } : {}),
    log: (event) => {
      log({ level: event._tag === 'LeaseLost' ? 'warn' : 'info', message: explainProgramEvent(event) })
    },
  })(F.flow(work, TE.fromTask))()
  if (E.isLeft(ended)) throw new Error(explainProgramError(ended.left))
}

main().catch((thrown: unknown) => {
  log({ level: 'error', message: String(thrown) })
  process.exitCode = 1
})

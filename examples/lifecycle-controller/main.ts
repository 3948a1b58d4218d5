/** Starts the controller on a cluster, and serves its probes and metrics until the process is asked to end. */
import { randomUUID } from 'node:crypto'

import { KubeConfig } from '@kubernetes/client-node'
import { either as E } from 'fp-ts'

import { type Leadership, elect, eventRecorder, fromClientNode, systemClock } from 'gcplan/adapters/kubernetes'
import { explainError, explainEvent, serve, termination } from 'gcplan/adapters/serving'

import { configOf } from './config.js'
import { metricsFrom } from './metrics.js'
import { lifecycleController } from './program.js'

const log = (line: Readonly<Record<string, unknown>>): void => {
  console.log(JSON.stringify({ at: new Date().toISOString(), ...line }))
}

const stop = (message: string): void => {
  log({ level: 'error', message })
  process.exitCode = 1
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
  const faces = await serve({
    ...{ port, clock: systemClock, signal },
    metrics: { contentType: 'text/plain; version=0.0.4; charset=utf-8', text: () => Promise.resolve(metrics.print()) },
    log: (event) => {
      log({ level: 'info', message: explainEvent(event) })
    },
  })()
  if (E.isLeft(faces)) throw new Error(explainError(faces.left))
  const events = eventRecorder(client.send, { controller: 'gcplan.io/lifecycle', instance: identity, signal })
  const work = lifecycleController({ client, clock: systemClock, config: config.right, events, metrics, log })
  const led = (leadership: Leadership) => async (): Promise<void> => {
    metrics.leading(true)
    log({ level: 'info', message: 'leads' })
    await work(leadership)()
    metrics.leading(false)
  }
  // A lease that is lost is waited for again.
  while (!signal.aborted) {
    if (!elects) await led({ signal, leads: () => !signal.aborted })()
    else {
      const lease = { namespace, name: 'lifecycle-controller', identity, signal }
      const ended = await elect(client.send, lease)(led)()
      if (E.isLeft(ended)) {
        stop(`settings: ${JSON.stringify(ended.left)}`)
        break
      }
      if (ended.right._tag === 'Lost') log({ level: 'warn', message: `lost the lease: ${ended.right.because}` })
    }
  }
  await faces.right.closed()
}

main().catch((thrown: unknown) => stop(String(thrown)))

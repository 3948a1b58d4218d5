/** Starts the gate on a cluster, and serves it until the process is asked to end. */
import { readFileSync } from 'node:fs'

import { KubeConfig } from '@kubernetes/client-node'
import { either as E } from 'fp-ts'

import { fromClientNode, sayCallError, systemClock } from 'gcplan/adapters/kubernetes'
import { explainError, termination } from 'gcplan/adapters/serving'

import { configOf } from './config.js'
import { serveGate } from './faces.js'
import { metricsFrom } from './metrics.js'
import { type Gate, admissionGate } from './program.js'

const log = (line: Readonly<Record<string, unknown>>): void => {
  console.log(JSON.stringify({ at: new Date().toISOString(), ...line }))
}

const stop = (message: string): never => {
  log({ level: 'error', message })
  process.exit(1)
}

const path = process.env['GCPLAN_CONFIG'] ?? 'deploy/gate.json'
const read = (): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return stop(`no settings at ${path}`)
  }
}

const config = configOf(read(), process.env)
if (E.isLeft(config)) stop(`settings: ${JSON.stringify(config.left.problems)}`)
else {
  const { signal } = termination(process)
  const world = { clock: systemClock, signal, config: config.right, log }
  const kubeConfig = new KubeConfig()
  kubeConfig.loadFromDefault()

  // Probes are answered while the cluster is listed.
  let gate: Gate | undefined
  const faces = await serveGate({ ...world, gate: () => gate })()
  if (E.isLeft(faces)) stop(explainError(faces.left))
  else {
    const started = await admissionGate({ ...world, client: fromClientNode(kubeConfig), metrics: metricsFrom() })()
    if (E.isRight(started)) gate = started.right
    else if (!signal.aborted) stop(sayCallError(started.left))
    await Promise.all([faces.right.webhook.closed(), faces.right.metrics.closed()])
  }
}

/** Runs a command, the controller, on an API server of its own: a first look, for which no cluster is needed. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { listen, servedCluster } from 'gcplan/testing/http'
import { parse } from 'yaml'

const load = (file: string): object => parse(readFileSync(file, 'utf8')) as object

const week = 7 * 86_400_000
const now = Date.now()
const done = (finished: number) => ({
  conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: new Date(finished).toISOString() }],
})
const jobs = [now - week, now].map((finished, place) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { namespace: 'shop', name: `job-${place}` },
  status: done(finished),
}))
const shop = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'shop', labels: { 'lifecycle.gcplan.io/mode': 'enforce' } },
}
const own = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: process.env['POD_NAMESPACE'] ?? 'lifecycle-controller' },
}

const cluster = servedCluster([load('deploy/crd.yaml'), load('policy.yaml'), shop, own, ...jobs], {
  now: () => new Date(),
})
const server = await listen(cluster)
const folder = mkdtempSync(join(tmpdir(), 'gcplan-try-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const kubeconfig = join(folder, 'kubeconfig')
writeFileSync(kubeconfig, server.kubeconfig)
console.log(`KUBECONFIG=${kubeconfig} kubectl get jobs --namespace shop`)
const [command = '', ...words] = process.argv.slice(2)
// In a group of its own it hears of Ctrl-C once, from here; a second time would cut its end short.
const program = spawn(command, words, {
  ...{ env: { ...process.env, KUBECONFIG: kubeconfig }, stdio: 'inherit', detached: true },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => program.kill(signal))
program.once('exit', (code) => {
  process.exitCode = code ?? 1
  void server.close()
})

/**
 * Runs a command, the gate, on an API server of its own: a first look, for which no cluster is needed. That server calls no webhooks, so
 * the review of a deletion is sent by hand.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { configMap, pod } from 'gcplan/testing'
import { listen, servedCluster } from 'gcplan/testing/http'

const folder = mkdtempSync(join(tmpdir(), 'gcplan-try-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const cluster = servedCluster([pod('web-0', { namespace: 'shop' }), configMap('settings', { namespace: 'shop' })], {
  now: () => new Date(),
})
const server = await listen(cluster)
const kubeconfig = join(folder, 'kubeconfig')
writeFileSync(kubeconfig, server.kubeconfig)

const certificate = ['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.crt')]
const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...names, ...certificate], {
  stdio: 'pipe',
})

const found = cluster.handle({ method: 'GET', path: '/api/v1/namespaces/shop' })
const review = {
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'try',
    operation: 'DELETE',
    kind: { group: '', version: 'v1', kind: 'Namespace' },
    name: 'shop',
    userInfo: { username: 'ann' },
    oldObject: found._tag === 'Reply' ? found.body : {},
    options: { propagationPolicy: 'Background' },
  },
}
writeFileSync(join(folder, 'review.json'), JSON.stringify(review))

const [command = '', ...words] = process.argv.slice(2)
const environment = { ...process.env, KUBECONFIG: kubeconfig, TLS_DIR: folder }
// In a group of its own it hears of Ctrl-C once, from here; a second time would cut its end short.
const program = spawn(command, words, { env: environment, stdio: ['inherit', 'pipe', 'inherit'], detached: true })
createInterface({ input: program.stdout }).on('line', (line) => {
  console.log(line)
  // With `PORT=0` only the gate knows.
  const [url] = /https:\/\/localhost:\d+/.exec(line) ?? []
  if (url !== undefined) console.log(`curl --cacert ${folder}/tls.crt --data @${folder}/review.json ${url}/review`)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => program.kill(signal))
program.once('exit', (code) => {
  process.exitCode = code ?? 1
  void server.close()
})

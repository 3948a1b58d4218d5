/**
 * Runs a command, the gate, on an API server of its own: a first look, for which no cluster is needed. That server calls no webhooks, so
 * the review of a deletion is sent by hand.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { configMap, pod } from 'gcplan/testing'
import { listen, servedCluster } from 'gcplan/testing/http'

const folder = mkdtempSync(join(tmpdir(), 'gcplan-try-'))
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

const port = process.env['PORT'] ?? '8443'
console.log(`curl --cacert ${folder}/tls.crt --data @${folder}/review.json https://localhost:${port}/review`)
const [command = '', ...words] = process.argv.slice(2)
const environment = { ...process.env, KUBECONFIG: kubeconfig, TLS_DIR: folder }
const program = spawn(command, words, { env: environment, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => program.kill(signal))
program.once('exit', () => void server.close())

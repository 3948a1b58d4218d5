#!/usr/bin/env node
/** Stands for kubectl: says where the cluster is, and forwards from a socket to it, as `kubectl proxy` does. */
import { createServer, request } from 'node:http'
import process from 'node:process'

const server = process.env['GCPLAN_TEST_SERVER'] ?? ''
if (process.argv.includes('--context=none')) {
  console.error('error: context "none" does not exist')
  process.exit(1)
}
if (process.argv.includes('view')) {
  const contexts = [{ name: 'test', context: { namespace: 'shop' } }]
  console.log(JSON.stringify({ 'current-context': 'test', contexts, clusters: [{ cluster: { server } }] }))
} else {
  const socket = process.argv.find((word) => word.startsWith('--unix-socket='))?.slice('--unix-socket='.length) ?? ''
  createServer((asked, answer) => {
    const { method, headers, url } = asked
    const forwarded = request(new URL(url ?? '/', server), { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers)
      found.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    answer.on('close', () => forwarded.destroy())
    asked.pipe(forwarded)
  }).listen(socket, () => console.log(`Starting to serve on ${socket}`))
}

/** The certificate of a kubelet, which it may have signed itself with the name of its node. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { either as E } from 'fp-ts'
import { expect, it, onTestFinished } from 'vitest'

import { connect } from '../../../src/adapters/kubelet/index.js'
import { first, second } from '../serving/pairs.js'

/** A kubelet with a certificate for `localhost`, behind an address that the certificate does not have. */
const signed = async () => {
  const server = createServer(first, (_, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'gcplan-kubelet-'))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const [own, other] = ['own', 'other'].map((name) => join(folder, name))
  writeFileSync(own ?? '', first.cert)
  writeFileSync(other ?? '', second.cert)
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, own, other }
}

it('a kubelet is believed by its own certificate and the name in it, and not otherwise', async () => {
  const { url, own = '', other = '' } = await signed()
  const asked = async (options: object) => E.isRight(await connect({ url, ...options }).get('/pods')())
  expect(await asked({ caFile: own, serverName: 'localhost' })).toBe(true)
  expect(await asked({ caFile: own })).toBe(false)
  expect(await asked({ caFile: other, serverName: 'localhost' })).toBe(false)
  expect(await asked({ serverName: 'localhost' })).toBe(false)
})

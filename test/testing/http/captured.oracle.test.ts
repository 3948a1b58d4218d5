import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { apiState } from '../../../src/testing/http/index.js'
import { ask } from './ask.js'

const folder = join(import.meta.dirname, '../../../captures/kubectl')

// oxlint-disable-next-line typescript/no-explicit-any
const captured = (file: string): any => JSON.parse(readFileSync(join(folder, file), 'utf8'))

const cluster = captured('cluster-before.all.json')
const state = apiState(cluster, { at: '2026-11-21T03:01:11Z' })
const accept = (as: string) => ({ accept: `application/json;as=${as};v=v1;g=meta.k8s.io` })

interface Column {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly priority: number
}

describe('what a real server was seen to answer', () => {
  it('is the table of ReplicaSets', () => {
    const expected = captured('raw-table.json')
    const { body } = ask(state, 'GET /apis/apps/v1/namespaces/shop/replicasets', accept('Table'))
    const columns = ({ columnDefinitions }: { readonly columnDefinitions: ReadonlyArray<Column> }) =>
      columnDefinitions.map(({ name, type, format, priority }) => ({ name, type, format, priority }))
    expect(columns(body)).toStrictEqual(columns(expected))
    const cells = ({ rows }: { readonly rows: ReadonlyArray<{ readonly cells: ReadonlyArray<unknown> }> }) =>
      rows.map((row) => row.cells)
    expect(cells(body)).toStrictEqual(cells(expected))
  })

  it('is the metadata of ConfigMaps alone', () => {
    const expected = captured('raw-partialobjectmetadatalist.json')
    const { body } = ask(state, 'GET /api/v1/namespaces/shop/configmaps', accept('PartialObjectMetadataList'))
    const now = new Map(body.items.map((item: { metadata: { uid: string } }) => [item.metadata.uid, item]))
    const same = expected.items.filter(
      ({ metadata }: { metadata: { uid: string; resourceVersion: string } }) =>
        (now.get(metadata.uid) as { metadata?: { resourceVersion?: string } } | undefined)?.metadata
          ?.resourceVersion === metadata.resourceVersion,
    )
    expect(same.length).toBeGreaterThan(3)
    for (const item of same) {
      const { managedFields: _managed, ...metadata } = item.metadata
      expect(now.get(metadata.uid)).toStrictEqual({ ...item, metadata })
    }
  })

  it('has pods without kind, in the same order, and the names of their fields', () => {
    const expected = captured('raw-podlist.json')
    const { body } = ask(state, 'GET /api/v1/namespaces/batch/pods?limit=3')
    expect([body.kind, body.apiVersion, Object.keys(body.metadata)]).toStrictEqual([
      expected.kind,
      expected.apiVersion,
      Object.keys(expected.metadata),
    ])
    expect(body.items[0].kind).toBe(expected.items[0].kind)
  })

  it('is the answer to each deletion of the audit log', () => {
    const lines = readFileSync(join(folder, 'cluster-actions.audit.jsonl'), 'utf8').trim().split('\n')
    const deletions = lines
      // oxlint-disable-next-line typescript/no-explicit-any
      .map((line): any => JSON.parse(line))
      .filter(({ verb, responseStatus }) => verb === 'delete' && responseStatus.status === 'Success')
    let compared = 0
    for (const { requestURI, requestObject, responseStatus } of deletions) {
      const path = String(requestURI).split('?')[0]
      if (ask(state, `GET ${path}`).body.metadata?.uid !== responseStatus.details.uid) continue
      const said = ask(state, `DELETE ${path}`, { body: { ...requestObject, apiVersion: 'v1' } })
      // A Status of a finished deletion says what is gone; some kinds answer with the object instead.
      if (said.body.kind !== 'Status') continue
      expect([said.body.status, said.body.details]).toStrictEqual([responseStatus.status, responseStatus.details])
      compared++
    }
    expect(compared).toBeGreaterThan(5)
  })
})

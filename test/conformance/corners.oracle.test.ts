import { readFileSync, readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { runFile } from '../../conformance/run.js'
import { kubernetesHistoryStatefulSet } from '../../conformance/shapes/kubernetes-history-statefulset.js'
import { shapes } from '../../conformance/shapes/index.js'

const files = ['corners', 'derived'].flatMap((folder) => {
  const at = new URL(`../../vectors/${folder}/`, import.meta.url)
  return readdirSync(at)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [`${folder}/${name}`, new URL(name, at)] as const)
})

describe('cases that were derived by hand', () => {
  it.each(files)('%s: all pass', async (_, file) => {
    const { failed, skipped, passed } = await runFile(shapes, readFileSync(file, 'utf8'))
    expect({ failed, skipped }).toEqual({ failed: [], skipped: [] })
    expect(passed).toBeGreaterThan(0)
  })
})

describe('a recorded StatefulSet', () => {
  it('needs neither the order of its list, nor pods, nor revisions in its status', async () => {
    const revision = (name: string, revision: number): object => ({
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { namespace: 'shop', name },
      revision,
    })
    const recorded = {
      name: 'bare',
      input: {
        statefulSet: {
          apiVersion: 'apps/v1',
          kind: 'StatefulSet',
          metadata: { namespace: 'shop', name: 'db' },
          spec: { revisionHistoryLimit: 1, selector: { matchLabels: { app: 'db' } } },
        },
        sortedRevisions: [revision('db-a', 1), revision('db-b', 2)],
      },
      expected: undefined,
    }
    expect(await kubernetesHistoryStatefulSet.replay(recorded)).toMatchObject({
      _tag: 'Replayed',
      actual: { calls: [{ verb: 'delete', name: 'db-a' }], error: null },
    })
  })
})

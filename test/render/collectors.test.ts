import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import * as KubeletContainer from '../../src/kubelet/container/index.js'
import { known } from '../../src/core/knowledge.js'
import { instant } from '../../src/core/time.js'
import { renderJson, renderTable, renderText } from '../../src/render/index.js'

const dead = (id: string, minute: number): KubeletContainer.Container => ({
  id,
  sandboxId: 's',
  podUid: 'u',
  name: 'app',
  state: 'CONTAINER_EXITED',
  createdAt: instant(Date.UTC(2026, 0, 1, 12, minute)),
  identified: true,
})

const snapshot: KubeletContainer.Snapshot = {
  at: instant(Date.UTC(2026, 0, 1, 13)),
  allSourcesReady: true,
  pods: [{ uid: 'u', contentRemoved: known(false), runtimeRemoved: known(false) }],
  containers: [dead('older', 10), dead('newer', 30)],
  sandboxes: [{ id: 's', podUid: 'u', state: 'SANDBOX_READY', createdAt: instant(Date.UTC(2026, 0, 1, 12)) }],
  logDirectories: ['default_pod_u'],
  logLinks: [{ path: '/var/log/containers/a-older.log', targetExists: true, containerStatus: O.none }],
}

describe('the plan of a real collector', () => {
  const planned = KubeletContainer.plan(KubeletContainer.defaultPolicy)(snapshot)
  const plan = E.isRight(planned) ? planned.right : null
  const { explain } = KubeletContainer

  it('reads in every form, by its own sentences', () => {
    if (plan === null) throw new Error('refused')
    const sentence = explain({ _tag: 'OverMaxPerPodContainer', rank: 2, limit: 1 })
    const text = renderText({ explain, label: ({ _tag }) => _tag })(plan)
    expect(text).toContain(`  remove  older  Container  ${sentence}`)
    expect(text.split('\n').filter((line) => /^ {2}(remove|keep) /.test(line))).toHaveLength(5)
    expect(renderTable({ explain, columns: 'wide' })(plan)).toContain(sentence)
    expect(renderJson({ explain, collector: 'kubelet-container' })(plan)).toContain(JSON.stringify(sentence))
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { call } from './call.js'
import { root } from './bundle.js'

const document = JSON.stringify({
  kind: 'gcplan/kubelet-image-snapshot',
  ...(JSON.parse(readFileSync(join(root, 'demo/article.json'), 'utf8')) as object),
})
const inspecti = 'captures/containerd-2.1.9/crictl/inspecti-all.json'
const node = '--snapshot node.json'
const files = { 'node.json': document }

describe('gcplan forecast node', () => {
  it('tells run after run what is counted and what is freed, and when eviction strikes', async () => {
    const { stdout, stderr, exitCode } = await call(
      `forecast node ${node} --inspecti ${inspecti} --growth 50000000 --horizon 1h`,
      files,
    )
    expect({ stderr, exitCode }).toMatchObject({ exitCode: 2 })
    expect(stdout).toMatch(/^forecast from 2026-03-01T17:07:36Z to 2026-03-01T18:07:36Z: \d+ runs?, 0 pods evicted$/m)
    expect(stdout).toMatch(/DiskPressure begins/)
    expect(stdout).toMatch(/assumed: removing \d+ images of unknown layers frees nothing/)
  })

  it('prints a document and a picture', async () => {
    const command = `forecast node ${node} --inspecti ${inspecti} --growth 50000000 --horizon 1h`
    const { stdout } = await call(`${command} -o json`, files)
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'gcplan/forecast', version: 1, evictions: [] })
    const picture = await call(`${command} --svg`, files)
    expect(picture.stdout).toMatch(/^<svg [^>]*>[\s\S]*high threshold[\s\S]*<\/svg>\n$/)
  })

  it('says what about the course cannot be understood', async () => {
    const said = async (flags: string): Promise<string> => (await call(`forecast node ${node} ${flags}`, files)).stderr
    expect(await said('--growth 5 --growth-log log.txt --log-year 2026')).toContain('give one of them')
    expect(await said('--growth-log log.txt')).toContain('give --log-year YEAR')
    expect(await said('--growth x')).toContain('--growth')
  })
})

describe('gcplan tune kubelet', () => {
  it('recommends thresholds for a made-up week, and gives the grounds', async () => {
    const { stdout, exitCode } = await call('tune kubelet --synthetic 1')
    expect([0, 2]).toContain(exitCode)
    expect(stdout).toMatch(/^recommended: from \d+ down to \d+ %/)
    expect(stdout).toContain('PULLED AGAIN')
  })

  it('writes the recommendation as a configuration, and as an object of OpenShift', async () => {
    const file = await call('tune kubelet --synthetic 1 --write kubelet-configuration')
    expect(file.stdout).toContain('kind: KubeletConfiguration')
    const resource = await call('tune kubelet --synthetic 1 --write kubelet-config --pool infra')
    expect(resource.stdout).toContain('pools.operator.machineconfiguration.openshift.io/infra')
  })

  it('takes no files beside a made-up course', async () => {
    expect((await call('tune kubelet --synthetic 1 x.json')).stderr).toContain('give it without files')
  })
})

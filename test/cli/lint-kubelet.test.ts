import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { call } from './call.js'

const config = 'captures/kubelet-1.36.2/config-2.yaml'

describe('gcplan lint kubelet', () => {
  it('notes what settings bring about, with success', async () => {
    const { stdout, stderr, exitCode } = await call(`lint kubelet ${config}`)
    expect([stderr, exitCode]).toEqual(['', 0])
    expect(stdout.split('\n')[0]).toBe(
      'note     image GC (60 %) acts before eviction (hard imagefs.available<1%, beyond 99 % usage), with 39 % to spare',
    )
  })

  it('ends with 2 when something will not work as meant, the gravest first', async () => {
    const { stdout, exitCode } = await call(`lint kubelet ${config} --image-gc-high-threshold 99`)
    expect(exitCode).toBe(2)
    expect(stdout.split(' ')[0]).toBe('problem')
  })

  it('needs no file: flags over the defaults of the kubelet', async () => {
    const { stdout, exitCode } = await call('lint kubelet --image-gc-high-threshold 88')
    expect(exitCode).toBe(2)
    expect(stdout).toContain('acts before image GC (88 %), which is disabled in effect')
  })

  it('compares amounts when it is told the capacity', async () => {
    const flags = '--eviction-hard imagefs.available<10Gi --image-gc-high-threshold 95 --image-gc-low-threshold 80'
    expect((await call(`lint kubelet ${flags}`)).stdout).toContain('the capacity of the image filesystem is not given')
    expect((await call(`lint kubelet ${flags} --capacity-bytes 107374182400`)).stdout).toContain('beyond 90 % usage')
  })

  it('tells settings with which the kubelet would not start', async () => {
    const { stdout, exitCode } = await call(`lint kubelet ${config} --image-gc-low-threshold 70`)
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(/^problem {2}the kubelet would not start: .*70 must be less than .* 60\n$/)
  })

  it('finds settings and gates that the release does not take, or take any more', async () => {
    const tags = async (flags: string): Promise<ReadonlyArray<string>> => {
      const { stdout, stderr } = await call(`lint kubelet ${config} ${flags} -o json`)
      expect(stderr).toBe('')
      const { findings } = JSON.parse(stdout) as { findings: ReadonlyArray<{ _tag: string; level: string }> }
      return findings.map(({ _tag, level }) => `${level} ${_tag}`)
    }
    expect(await tags('--preset kubernetes_1_26 --image-maximum-gc-age 24h')).toContain('problem SettingUnknown')
    expect(await tags('--preset kubernetes_1_31 --image-maximum-gc-age 24h')).not.toContain('problem SettingUnknown')
    const off = '--feature-gates ImageVolume=false'
    expect(await tags(`--preset kubernetes_1_26 ${off}`)).toContain('problem GateUnknown')
    expect(await tags(`--preset kubernetes_1_34 ${off}`)).toContain('note GateAtDefault')
    expect(await tags(`--preset kubernetes_1_35 ${off}`)).not.toContain('note GateAtDefault')
    expect(await tags(`--preset kubernetes_1_36 ${off}`)).toContain('problem GateLocked')
    expect(await tags(off)).toContain('problem GateLocked')
    expect(await tags(`--kubernetes-version v1.26.9-eks-1 ${off}`)).toContain('problem GateUnknown')
    expect(await tags(`--kubernetes-version 1.34 ${off}`)).toContain('note GateAtDefault')
    const both = `lint kubelet --preset kubernetes_1_34 --kubernetes-version 1.35 ${off}`
    expect((await call(both)).stderr).toContain('choose different rules; give one')
    expect(await tags('--feature-gates NodeSwap=true')).toContain('note GateUnexamined')
    const ages = '--image-maximum-gc-age 24h --feature-gates ImageMaximumGCAge=false'
    expect(await tags(`--preset kubernetes_1_34 ${ages}`)).toEqual(['problem RefusedByKubelet'])
  })

  it('names what a misspelt gate or field was meant to be', async () => {
    const gate = await call('lint kubelet --feature-gates ImageVolum=true')
    expect([gate.exitCode, gate.stdout]).toEqual([
      2,
      expect.stringMatching(/^problem {2}feature gate "ImageVolum" .*: did you mean ImageVolume\?/),
    ])
    const files = { 'k.yaml': 'kind: KubeletConfiguration\nimageGCHighTresholdPercent: 70\n' }
    const said =
      'the kubelet does not know "imageGCHighTresholdPercent" and ignores it: did you mean imageGCHighThresholdPercent?'
    expect((await call('lint kubelet k.yaml', files)).stdout).toContain(`problem  ${said}\n`)
    const listed = { ...files, 'i.json': '{"images": []}', 'c.json': '{"containers": []}' }
    const plan = await call('plan kubelet-image i.json c.json --policy k.yaml --at 2026-01-02T13:00:00Z', listed)
    expect(plan.stderr).toContain(`gcplan: ${said}\n`)
  })

  it('says what else it finds beside a gate with which the kubelet would not start', async () => {
    const { stdout } = await call('lint kubelet --feature-gates ImageVolume=false --image-gc-high-threshold 88')
    expect(stdout).toMatch(/^problem {2}feature gate ImageVolume is locked on/)
    expect(stdout).toContain('acts before image GC (88 %), which is disabled in effect')
  })

  it('takes a negative minimum age up to 1.35', async () => {
    const negative = 'lint kubelet --minimum-image-ttl-duration=-1s'
    expect((await call(negative)).stdout).toContain('imageMinimumGCAge -1s must not be negative')
    expect((await call(`${negative} --preset kubernetes_1_35`)).stdout).not.toContain('negative')
  })

  it('prints JSON and YAML that say the same', async () => {
    const args = `lint kubelet ${config} --gap-between-uses 48h --kubelet-uptime 720h --image-maximum-gc-age 24h`
    const document = JSON.parse((await call(`${args} -o json`)).stdout) as { findings: { _tag: string }[] }
    expect(document).toMatchObject({ kind: 'gcplan/findings', version: 1 })
    expect(document.findings.map(({ _tag }) => _tag)).toContain('MaxAgeBelowUsualGap')
    expect(parse((await call(`${args} -o yaml`)).stdout)).toEqual(document)
  })

  it.each<[string, Record<string, string>, string]>([
    ['a.yaml b.yaml', { 'a.yaml': '', 'b.yaml': '' }, 'gcplan lint kubelet: expected one configuration, got 2 files'],
    ['a.yaml', { 'a.yaml': 'kind: Pod\n' }, 'gcplan: a.yaml: kind: expected "KubeletConfiguration", got "Pod"'],
    [
      'a.json',
      { 'a.json': '{"images": []}' },
      'gcplan: a.json: this is the image list of crictl images, not a KubeletConfiguration',
    ],
    ['a.yaml', { 'a.yaml': 'just words' }, 'gcplan: a.yaml: expected an object, got "just words"'],
    [
      'a.json',
      { 'a.json': '{"kind": ' },
      'gcplan: a.json: expected JSON, got the end of the text at line 1, column 10\n',
    ],
    ['--gap-between-uses -1h', {}, 'gcplan lint kubelet: --gap-between-uses: expected a length of time'],
    ['--kubelet-uptime soon', {}, 'gcplan lint kubelet: --kubelet-uptime: expected a length of time'],
    ['--preset kubernetes_1_30', {}, '--preset: expected kubernetes_1_26, kubernetes_1_31, '],
    ['--image-maximum-gc-age 1d', {}, 'gcplan: --image-maximum-gc-age: '],
    [
      '--kubelet-flags f.txt',
      { 'f.txt': "kubelet --eviction-hard 'open" },
      'gcplan: f.txt: expected a command line whose quotes are closed',
    ],
  ])('%j is refused', async (args, files, message) => {
    const { stdout, stderr, exitCode } = await call(`lint kubelet ${args}`, files)
    expect([stdout, exitCode]).toEqual(['', 1])
    expect(stderr).toContain(message)
  })

  it('takes an empty map of thresholds as the kubelet does: eviction is off', async () => {
    const config = { 'k.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n' }
    const both = 'image GC (85 %) and eviction (hard imagefs.available<15%'
    const off = 'no eviction threshold on imagefs.available'
    expect((await call('lint kubelet k.yaml', config)).stdout).toContain(both)
    for (const flag of ['--eviction-hard=', '--kubelet-flags f.txt']) {
      const { stdout } = await call(`lint kubelet k.yaml ${flag}`, { ...config, 'f.txt': '--eviction-hard=' })
      expect(stdout).not.toContain(both)
      expect(stdout).toContain(off)
    }
    expect((await call('lint kubelet k.yaml --image-gc-high-threshold=', config)).stderr).toContain('needs a value')
  })
})

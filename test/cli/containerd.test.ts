import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { call } from './call.js'

const recorded = 'captures/containerd-2.1.9'
const whole = `${recorded}/metadata/0-initial.json --release 2.1`
const tables = `${recorded}/ctr/0-initial`

const tablesOf = (namespace: string, ...more: ReadonlyArray<string>): string =>
  `--ctr ${namespace}=${[
    ...[
      'images-ls',
      'content-ls',
      'snapshots-ls',
      'snapshots-usage-b',
      'containers-ls',
      'leases-ls',
      'content-active',
    ].map((table) => `${tables}/${namespace}.${table}.txt`),
    `${tables}/${namespace}.snapshots-info.json-seq.txt`,
    ...more,
  ].join(',')}`

const ctr = [
  tablesOf('build'),
  tablesOf('default'),
  tablesOf('k8s.io'),
  `--namespaces ${tables}/namespaces-ls.txt`,
].join(' ')
const at = '--at 2026-11-21T02:52:36.826Z'

const first = (text: string): string => text.split('\n')[0] ?? ''
const linesWith = (word: string, text: string): ReadonlyArray<string> =>
  text.split('\n').filter((line) => line.trimStart().startsWith(`${word} `))

describe('gcplan plan containerd', () => {
  it('plans what the recorded daemon removed, and names the kind of each record', async () => {
    const { stdout, stderr, exitCode } = await call(`plan containerd ${whole}`)
    expect([stderr, exitCode]).toEqual(['', 2])
    expect(linesWith('remove', stdout)).toEqual([
      expect.stringMatching(/^ {2}remove {2}build\/expired-1 +lease +the lease expired at 2026-11-21T02:52:34\.000Z$/),
    ])
  })
  it('lists only what is asked for, and counts all', async () => {
    const { stdout, exitCode } = await call(`plan containerd ${whole} --only remove`)
    expect(exitCode).toBe(2)
    expect(linesWith('remove', stdout)).toHaveLength(1)
    expect(linesWith('keep', stdout)).toEqual([])
    expect(stdout).toContain('sweep: 1 to remove, 152 kept')
    expect(linesWith('keep', (await call(`plan containerd ${whole} --only keep --only next`)).stdout)).toHaveLength(152)
    expect(first((await call(`plan containerd ${whole} --only removed`)).stderr)).toBe(
      'gcplan plan containerd: --only: expected remove, next, keep, got "removed"',
    )
    expect((await call('plan kubelet-image demo/article.json --only keep')).stdout).not.toMatch(/^ {2}remove/m)
  })
  it('takes the graph from standard input', async () => {
    const text = readFileSync(`${recorded}/metadata/0-initial.json`, 'utf8')
    const piped = await call('plan containerd --release 2.1', { '-': text })
    expect(piped).toEqual(await call(`plan containerd ${whole}`))
  })
  it('puts a snapshot together from what ctr printed, and says what ctr does not show', async () => {
    const { stdout, stderr, exitCode } = await call(`plan containerd ${ctr} ${at} --release 2.1`)
    expect(exitCode).toBe(2)
    expect(linesWith('remove', stdout)).toHaveLength(1)
    expect(stderr).toMatch(/^gcplan: build: no command shows the resources of 4 leases/m)
    expect(stderr).toMatch(/^gcplan: ctr lists no streams and no mounts/m)
  })
  it('says once what is open in several namespaces, and which flag states it', async () => {
    const { stderr } = await call(`plan containerd ${ctr} ${at} --release 2.1`)
    const keeps = 'what nothing else holds is kept'
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        `gcplan: build, default, k8s.io: the labels of sandboxes might refer to anything; ${keeps}; state --assume-no-sandbox-references`,
        `gcplan: build, default, k8s.io: snapshots of snapshotters other than overlayfs might refer to anything; ${keeps}; run ctr -n NS snapshots --snapshotter NAME ls, or state --assume-no-other-snapshots`,
        `gcplan: build: no command shows the resources of 4 leases; ${keeps}; state --assume-leases-empty`,
      ]),
    )
    expect(stderr).toMatch(/with all blobs that nothing else holds; state --assume-ingests-expect-nothing$/m)
  })
  it('removes what only unknown leases might hold once they are stated to be empty', async () => {
    const stated =
      '--assume-leases-empty --assume-ingests-expect-nothing --assume-no-sandbox-references --assume-no-other-snapshots'
    const { stdout, stderr } = await call(`plan containerd ${ctr} ${at} --release 2.1 ${stated}`)
    const removed = linesWith('remove', stdout).map((line) => line.trim().split(/ +/)[1])
    expect(removed).toContain('build/overlayfs/sha256:afd186eda5d1')
    expect(stdout).toMatch(/^ {2}event {2}SnapshotRemove: .* key "sha256:afd186eda5d1"$/m)
    expect(stdout).toMatch(/^assumes: .* \(from the command line\)/m)
    expect(stderr).not.toContain('leases')
  })
  it('asks for every table of a namespace, and for every namespace that is listed', async () => {
    const some = await call(`plan containerd --ctr build=${tables}/build.images-ls.txt ${at}`)
    expect(some.stderr).toBe(
      'gcplan: nothing says what is in build: give the output of ctr -n build content ls, snapshots ls, containers ls, leases ls, content active\n',
    )
    const one = await call(`plan containerd ${tablesOf('build')} --namespaces ${tables}/namespaces-ls.txt ${at}`)
    expect([one.stdout, one.exitCode]).toEqual(['', 1])
  })
  it.each([
    ['--ctr build', '--ctr: expected NAMESPACE=FILE,... or NAMESPACE/SNAPSHOTTER=FILE,..., got "build"'],
    [`--ctr a=x ${whole}`, 'expected a snapshot or tables of ctr, got both'],
    ['a.json b.json', 'expected one snapshot, got a.json and b.json; tables of ctr are given with --ctr'],
    [`${whole} --release 3.0`, '--release is given twice'],
    ['a.json --release 3.0', '--release: expected one of 1.6, 1.7, 2.0, 2.1, 2.2, 2.3, got "3.0"'],
    ['a.json -o svg', '--output: expected text, table, wide, json, yaml, dot, mermaid, got "svg"'],
  ])('refuses %s', async (args, message) => {
    expect(first((await call(`plan containerd ${args}`)).stderr)).toBe(`gcplan plan containerd: ${message}`)
  })
  it('takes an empty file for the answer to no question, and not for a table', async () => {
    const sure = await call(`plan containerd ${ctr} ${at}`)
    const also = ctr.replace('build.content-active.txt', 'build.content-active.txt,infos')
    expect(await call(`plan containerd ${also} ${at}`, { infos: '\n' })).toEqual(sure)
    expect((await call(`plan containerd --ctr other=nothing ${at}`, { nothing: '' })).stderr).toBe(
      'gcplan: nothing says what is in other: give the output of ctr -n other images ls, content ls, snapshots ls, containers ls, leases ls, content active\n',
    )
  })
  it('heads the kinds of records, once', async () => {
    expect(first((await call(`plan containerd ${whole} -o table`)).stdout)).toMatch(
      /^DECISION +PASS +ID +KIND +REASON$/,
    )
    expect(first((await call(`plan containerd ${whole} -o wide`)).stdout)).toMatch(
      /^DECISION +PASS +KIND +ID +ACTIONS +REASONS$/,
    )
  })
  it('refuses a table that is given twice, and a file that is none', async () => {
    const twice = await call(`plan containerd ${tablesOf('build', `${tables}/default.images-ls.txt`)} ${at}`)
    expect(twice.stderr).toBe(`gcplan: ${tables}/default.images-ls.txt: ctr -n build images ls is given twice\n`)
    const other = await call(`plan containerd --ctr build=${recorded}/crictl/images.json ${at}`)
    expect(first(other.stderr)).toContain('this is the image list of crictl images, not a table of ctr')
  })
  it('says how a table is given that was taken for a snapshot', async () => {
    const { stderr } = await call(`plan containerd ${tables}/build.images-ls.txt`)
    expect(stderr).toBe(
      `gcplan: ${tables}/build.images-ls.txt: this is the table of ctr images ls; give it with its namespace: --ctr NAMESPACE=${tables}/build.images-ls.txt,...\n`,
    )
  })
  it('draws for Graphviz and Mermaid', async () => {
    expect(first((await call(`plan containerd ${whole} -o dot`)).stdout)).toMatch(/^digraph /)
    expect(first((await call(`plan containerd ${whole} -o mermaid`)).stdout)).toBe('flowchart LR')
  })
  it('tells patch releases of the scheduler apart, and takes any of its own', async () => {
    for (const release of ['v2.1.9', '1.6.20', '1.7', '2.3.4-rc.1'])
      expect((await call(`plan containerd ${recorded}/metadata/0-initial.json --release ${release}`)).stderr).toBe('')
  })
})

describe('gcplan why containerd', () => {
  const base = 'ef89fd43a4e56f26b729824f807a8674f2d1d18fc96c833588910e2296ca1925'
  it('shows the way from a root, and every root', async () => {
    const { stdout, exitCode } = await call(`why containerd content:ef89fd -n default ${whole} --all-roots`)
    expect(exitCode).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('content:sha256:ef89fd43a4e5 in default stays')
    expect(lines[1]).toBe('  image:docker.io/library/base:1.0: an image that does not expire')
    expect(lines[4]).toBe(
      '        content:sha256:ef89fd43a4e5: content sha256:5c2c32138d6c refers to it by containerd.io/gc.ref.content.l.0',
    )
    expect(lines.slice(5)).toEqual([
      'kept by 2 roots:',
      '  image:docker.io/library/base:1.0',
      '  image:example.com/copy:1',
      '',
    ])
  })
  it('shortens nothing when it is asked for the whole', async () => {
    const { stdout } = await call(`why containerd content:ef89fd -n default ${whole} -o wide`)
    expect(first(stdout)).toBe(`content:sha256:${base} in default stays`)
  })
  it('takes the id that a plan prints, and a name without its kind', async () => {
    const byKind = await call(`why containerd lease:expired-1 ${whole}`)
    expect(await call(`why containerd build/expired-1 ${whole}`)).toEqual(byKind)
    expect(await call(`why containerd expired-1 ${whole}`)).toEqual(byKind)
    const shortened = await call(`why containerd build/overlayfs/sha256:1cbc7ecdbacd ${whole}`)
    expect(first(shortened.stdout)).toBe('snapshot:overlayfs/sha256:1cbc7ecdbacd in build stays')
    const { stderr } = await call(`why containerd 1a7a135bc9b8 ${whole}`)
    expect(stderr).toMatch(
      /^gcplan: 1a7a135bc9b8 could be snapshot:overlayfs\/1a7a\w+ in k8s\.io, container:1a7a\w+ in k8s/,
    )
  })
  it('takes names of images of Docker Hub without their registry', async () => {
    const whyOf = async (name: string): Promise<string> =>
      (await call(`why containerd image:${name} -n k8s.io ${whole}`)).stdout
    expect(await whyOf('base:1.0')).toContain('image:docker.io/library/base:1.0 in k8s.io stays')
    expect(await whyOf('library/runtime:8')).toContain('image:docker.io/library/runtime:8 in k8s.io stays')
  })
  it('takes names of images as they are printed, and none that is cut elsewhere', async () => {
    const byDigest = 'registry.example.com/shop/web@sha256:4f71b6cf8a88'
    for (const word of [`image:${byDigest}`, `k8s.io/${byDigest}`, 'image:sha256:467d0b8907f0'])
      expect(first((await call(`why containerd ${word} ${whole}`)).stdout)).toMatch(
        /^image:\S+:\w{12} in k8s\.io stays$/,
      )
    expect((await call(`why containerd k8s.io/sha256:467d0b8907f0 ${whole}`)).stderr).toMatch(
      / could be image:sha256:467d\w+ in k8s\.io, content:sha256:467d\w+ in k8s\.io$/m,
    )
    expect((await call(`why containerd image:registry.example.com/shop/web@sha256 ${whole}`)).stderr).toMatch(
      /there is no/,
    )
  })
  it('says when no root is known to keep a record', async () => {
    const { stdout } = await call(`why containerd lease:expired-1 ${whole} --all-roots`)
    expect(stdout).toMatch(/\nno known root keeps it\n$/)
    expect((await call(`why containerd lease:flat-1 ${whole} --all-roots`)).stdout).toMatch(
      /\nkept by 1 root:\n {2}lease:flat-1\n$/,
    )
  })
  it('says why something goes', async () => {
    const { stdout, exitCode } = await call(`why containerd lease:expired-1 ${whole}`)
    expect([stdout, exitCode]).toEqual([
      'lease:expired-1 in build goes\n  the lease expired at 2026-11-21T02:52:34.000Z\n',
      2,
    ])
  })
  it('asks which record is meant', async () => {
    const { stderr } = await call(`why containerd content:sha256:ef89 ${whole}`)
    expect(stderr).toMatch(
      /^gcplan: content:sha256:ef89 could be .* in build, .* in k8s\.io; say which with --namespace\n$/,
    )
    expect((await call(`why containerd image:docker.io/library/base:1 ${whole}`)).stderr).toBe(
      'gcplan: there is no image:docker.io/library/base:1; did you mean docker.io/library/base:1.0?\n',
    )
    expect((await call(`why containerd nothing ${whole}`)).stderr).toBe('gcplan: there is no nothing\n')
    expect((await call(`why containerd lease:flat-1 -n other ${whole}`)).stderr).toBe(
      'gcplan: --namespace: expected build, default, k8s.io, got "other"\n',
    )
    expect(first((await call('why containerd')).stderr)).toBe(
      'gcplan why containerd: expected a record before the snapshot: KIND:NAME; gcplan plan containerd lists them',
    )
    expect(first((await call('why containerd snapshot.json')).stderr)).toContain('expected a record before')
  })
  it('finds snapshots by snapshotter and key, and containers by the beginning of their id', async () => {
    expect(first((await call(`why containerd snapshot:overlayfs/scratch-1 ${whole}`)).stdout)).toBe(
      'snapshot:overlayfs/scratch-1 in default stays',
    )
    expect(first((await call(`why containerd container:1a7a135bc9b8 ${whole}`)).stdout)).toMatch(
      /^container:1a7a135bc9b8 in k8s\.io stays$/,
    )
  })
  it('prints JSON and YAML that say the same, and draws what is around', async () => {
    const json = JSON.parse((await call(`why containerd lease:flat-1 ${whole} -o json`)).stdout) as unknown
    expect(json).toMatchObject({ kind: 'gcplan/why', decision: 'keep', node: { id: 'build/flat-1' } })
    expect(parse((await call(`why containerd lease:flat-1 ${whole} -o yaml`)).stdout)).toEqual(json)
    expect((await call(`why containerd lease:flat-1 ${whole} -o mermaid`)).stdout).toContain('flat-1')
  })
})

describe('gcplan retained containerd', () => {
  it('lists first what keeps most alone, and how many more there are', async () => {
    const { stdout, exitCode } = await call(`retained containerd ${whole} --top 2`)
    expect(exitCode).toBe(0)
    const [header = '', largest = '', next = '', rest = ''] = stdout.split('\n')
    expect(header).toMatch(/^RECORD +NAMESPACE +UNIQUE +ON DISK +SHARED +WITH$/)
    expect(largest).toMatch(
      /^image:registry\.example\.com\/ml\/model@sha256:4bdce39432fd \(\+1 record\) +k8s\.io +1\.5 MB in 3 +1\.5 MB /,
    )
    expect(next).toMatch(
      /^image:registry\.example\.com\/shop\/web:1\.5\.0 +build +486 kB in 3, and 2 of unknown size +0 B or more /,
    )
    expect(rest).toMatch(/^and \d+ more; --top 0 lists all$/)
  })
  it('claims no size that it does not know', async () => {
    const { stdout } = await call(`retained containerd ${whole} --of default/overlayfs/scratch-1`)
    expect(stdout.split('\n')[1]).toMatch(
      /^snapshot:overlayfs\/scratch-1 +default +1 of unknown size +unknown +nothing *$/,
    )
    const unsure = await call(`retained containerd ${ctr} ${at} --of lease:flat-1`)
    expect(unsure.stdout.split('\n')[1]).toMatch(/^lease:flat-1 +build +perhaps 204 kB in 4 +0 B +nothing( |$)/)
  })
  it('answers for any record', async () => {
    const { stdout } = await call(`retained containerd ${whole} --of content:ef89fd -n default -o json`)
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'gcplan/retained',
      holders: [{ node: { namespace: 'default' }, isRoot: false, only: { records: 1 } }],
      others: 0,
    })
  })
  it('counts bytes to the last one when nothing is shortened', async () => {
    expect((await call(`retained containerd ${whole} --top 1 -o wide`)).stdout).toMatch(/ \d{7} B in 3 /)
  })
  it('counts the records that CRI keeps of an image as one, and names what holds the rest', async () => {
    const { stdout } = await call(`retained containerd ${whole} -n k8s.io --top 2`)
    expect(stdout.split('\n')[2]).toMatch(
      /^image:registry\.example\.com\/team\/batch:nightly \(\+2 records\) +k8s\.io +97\.4 kB in 3 .* image:docker\.io\/library\/base:1\.0 \(\+3 records\), /,
    )
    const json = JSON.parse((await call(`retained containerd ${whole} -n k8s.io --top 2 -o json`)).stdout) as {
      readonly holders: ReadonlyArray<{ readonly records: ReadonlyArray<{ readonly key: string }> }>
    }
    expect(json.holders[1]).toMatchObject({
      records: [
        { key: 'registry.example.com/team/batch:nightly' },
        { key: expect.stringMatching(/^registry\.example\.com\/team\/batch@sha256:/) as unknown },
        { key: expect.stringMatching(/^sha256:/) as unknown },
      ],
      sharedWith: expect.arrayContaining([expect.objectContaining({ _tag: 'Container' })]) as unknown,
    })
  })
  it('lists no record of an image beside the image', async () => {
    const { stdout } = await call(`retained containerd ${whole} -n k8s.io --top 0`)
    expect(
      linesWith('image:registry.example.com/team/batch', stdout).every((line) => line.includes('(+2 records)')),
    ).toBe(true)
  })
  it('lists each record where that is asked for, and both where one record is', async () => {
    const lone = await call(`retained containerd ${whole} -n k8s.io --top 0 --by-record`)
    expect(lone.stdout.split('\n')[0]).not.toContain('(+')
    expect(lone.stdout).toMatch(/^image:registry\.example\.com\/team\/batch:nightly +k8s\.io +nothing /m)
    const asked = await call(
      `retained containerd ${whole} -n k8s.io --of image:registry.example.com/team/batch:nightly`,
    )
    expect(
      linesWith('image:registry.example.com/team/batch:nightly', asked.stdout).map((line) => line.slice(0, 75)),
    ).toEqual([
      expect.stringMatching(/nightly +k8s\.io +noth/),
      expect.stringMatching(/nightly \(\+2 records\) +k8s\.io +97/),
    ])
  })
  it('refuses what is no number', async () => {
    expect(first((await call('retained containerd a.json --top few')).stderr)).toBe(
      'gcplan retained containerd: --top: expected a whole number, zero or more, got "few"',
    )
  })
})

describe('gcplan what-if containerd', () => {
  it('lists what a removal lets go, and that a collection is due', async () => {
    const { stdout, exitCode } = await call(`what-if containerd --remove lease:cache-1 ${whole}`)
    expect(exitCode).toBe(2)
    expect(linesWith('goes ', stdout)).toHaveLength(5)
    expect(stdout).toMatch(/^goes {2}content:sha256:53dec57a4c57 +build +unreachable from any GC root$/m)
    expect(stdout).toContain('also removed: 5 records; blobs and snapshots: 97.4 kB in 3, and 1 of unknown size\n')
    expect(stdout).toContain('\non disk: nothing is certain to be freed; ')
    expect(stdout).not.toContain('stays after all')
    expect(stdout).toContain('the changes mark the store dirty')
  })
  it('says which blobs leave the disk', async () => {
    const both =
      '--remove image:localhost/shop/web:dev --remove image:sha256:467d0b8907f0f713cad8c2068df34ea11c7fb332d6f5b7b8cafafa308ee8905b'
    const { stdout } = await call(`what-if containerd ${both} -n k8s.io ${whole}`)
    expect(stdout).toMatch(/^on disk: \d blobs, \d.*kB$/m)
    const json = JSON.parse((await call(`what-if containerd ${both} -n k8s.io ${whole} -o json`)).stdout) as {
      readonly blobs: ReadonlyArray<{ readonly digest: string }>
    }
    expect(json.blobs.length).toBeGreaterThan(0)
  })
  it('removes every record of an image, as crictl does, and names what holds what stays', async () => {
    const one = await call(
      `what-if containerd --remove image:registry.example.com/team/batch:nightly -n k8s.io ${whole}`,
    )
    expect(one.stdout).toContain('a collection would remove the same as without the changes')
    expect(one.stdout).toMatch(/^still held, in whole or in part, by .*and \d+ more$/m)
    const every = await call(
      `what-if containerd --remove-image registry.example.com/team/batch:nightly -n k8s.io ${whole} -o wide`,
    )
    expect(linesWith('goes ', every.stdout)).toHaveLength(3)
    expect(every.stdout).toMatch(
      /^still held, .* by image:docker\.io\/library\/base:1\.0 \(\+3 records\), .*container:/m,
    )
    const json = JSON.parse(
      (
        await call(
          `what-if containerd --remove image:registry.example.com/team/batch:nightly -n k8s.io ${whole} -o json`,
        )
      ).stdout,
    ) as { readonly stillHeldBy: ReadonlyArray<{ readonly key: string }> }
    expect(json.stillHeldBy.filter(({ key }) => key.startsWith('registry.example.com/team/batch@'))).not.toHaveLength(0)
    expect(first((await call(`what-if containerd --remove-image nothing:1 ${whole}`)).stderr)).toContain(
      'there is no image:nothing:1',
    )
  })
  it('says that containerd may refuse to remove a snapshot, or that it does', async () => {
    const of = (goneChildren: object): Readonly<Record<string, string>> => ({
      's.json': JSON.stringify({
        ...{ kind: 'gcplan/containerd-snapshot', version: 1, at: '2026-01-01T00:00:00Z' },
        namespaces: [
          {
            ...{ name: 'n', inMetadata: true, content: [], images: [], containers: [], leases: [], ingests: [] },
            ...{ sandboxes: [], streams: [], mounts: [] },
            snapshots: [
              { snapshotter: 'native', key: 'p', parent: '', labels: {}, ...goneChildren },
              { snapshotter: 'native', key: 'q', parent: '', labels: {}, goneChildren: [] },
            ],
          },
        ],
      }),
    })
    const unsure = await call('what-if containerd --remove snapshot:native/p s.json', of({}))
    expect(first(unsure.stdout)).toContain('containerd may refuse to remove snapshot:native/p: it may still count')
    const second = await call('what-if containerd --remove snapshot:native/q --remove snapshot:native/p s.json', of({}))
    expect(linesWith('containerd may refuse', second.stdout)).toHaveLength(1)
    const refused = await call('what-if containerd --remove snapshot:native/p s.json', of({ goneChildren: ['c'] }))
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      'gcplan: containerd refuses to remove snapshot:native/p: it is still listed as the parent of 1 snapshot, 1 of which a collection removed; a collection removes it too, once nothing holds it\n',
    ])
    const sure = await call('what-if containerd --remove snapshot:native/p s.json -o json', of({ goneChildren: [] }))
    expect(JSON.parse(sure.stdout)).toMatchObject({ mayBeRefused: [] })
  })
  it('says what stays because of a change', async () => {
    const leased = '-n build --create-lease job --lease job=content:53dec57a4c57 --at 2026-11-25T00:00:00Z'
    const { stdout, exitCode } = await call(`what-if containerd ${leased} ${whole}`)
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^stays {2}content:sha256:53dec57a4c57 +build$/m)
    expect(stdout).toMatch(/^no longer removed: 4 records; blobs and snapshots: 97\.4 kB in 3, and 1 of unknown size$/m)
  })
  it('lists what a lease would spare', async () => {
    const lease = `-n build --create-lease job --lease job=snapshots/overlayfs:sha256:afd186eda5d1805d44ab6f6bc67fa7bb0a51be18291e095e0aa42a9b8e150ec9`
    const { stdout } = await call(`what-if containerd ${lease} --remove lease:cache-1 ${whole}`)
    expect(linesWith('goes', stdout).join()).not.toContain('afd186eda5d1')
    expect(stdout).toMatch(/^also removed: \d records?; blobs/m)
    const lone = await call(
      `what-if containerd --remove lease:cache-1 -n build --create-lease job --lease job=content:sha256:53dec57a4c577e56dd8f40243ac6bde2cefcdffff424c7419ce8c2bc5f8ba84b ${whole}`,
    )
    expect(lone.stdout).toMatch(/^also removed: 1 record$/m)
  })
  it('takes resources of leases cut short, and those that do not exist yet', async () => {
    const withLease = async (resource: string) =>
      (
        await call(
          `what-if containerd -n build --create-lease job --lease job=${resource} --remove lease:cache-1 ${whole}`,
        )
      ).stdout
    expect(await withLease('content:53dec57a4c57')).toMatch(/^also removed: 1 record$/m)
    expect(await withLease('snapshots/overlayfs:sha256:afd186')).not.toContain('snapshot:')
    expect(await withLease('images:none')).toMatch(/^also removed: 5 records/m)
  })
  it('lets time pass, and lets leases live as long as is said', async () => {
    const later = '--until 2026-11-25T00:00:00Z'
    const { stdout } = await call(`what-if containerd ${later} ${whole}`)
    expect(stdout).toMatch(/^goes {2}lease:cache-1 +build +the lease expired at /m)
    expect(stdout).toContain('the changes do not mark the store dirty')
    const flat = '-n build --create-lease job --flat --expires-in never'
    expect((await call(`what-if containerd ${flat} ${later} ${whole}`)).stdout).not.toContain('lease:job')
    const short = '-n build --create-lease job --expires-in 1h'
    expect((await call(`what-if containerd ${short} ${later} ${whole}`)).stdout).toMatch(/^goes {2}lease:job +build /m)
  })
  it('sets labels', async () => {
    const label =
      '--label image:registry.example.com/shop/web:1.5.0=containerd.io/gc.expire=2026-11-21T00:00:00Z -n build'
    const { stdout } = await call(`what-if containerd ${label} ${whole}`)
    expect(stdout).toMatch(/^goes {2}image:registry\.example\.com\/shop\/web:1\.5\.0 +build +the image expired at/m)
  })
  it('says the same as JSON and YAML', async () => {
    const json = JSON.parse((await call(`what-if containerd --remove lease:flat-1 ${whole} -o json`)).stdout) as unknown
    expect(json).toMatchObject({ kind: 'gcplan/what-if', dirty: [true] })
    expect(parse((await call(`what-if containerd --remove lease:flat-1 ${whole} -o yaml`)).stdout)).toEqual(json)
  })
  it.each([
    ['', 'expected a change, such as --remove image:NAME'],
    ['--create-lease a', 'say with --namespace in which namespace: build, default, k8s.io'],
    ['-n build --create-lease flat-1', 'lease:flat-1 exists already in build'],
    ['-n build --lease flat-1', '--lease: expected ID=TYPE:NAME, got "flat-1"'],
    ['-n build --lease none=content:sha256:1', 'there is no lease:none in build'],
    ['--label image:x', '--label: expected KIND:NAME=KEY=VALUE, got "image:x"'],
    [
      '--remove snapshot:overlayfs/sha256:1cbc7ecdbacd -n build',
      /is the parent of 2 snapshots, which have to go first$/,
    ],
  ])('refuses %s', async (args, message) => {
    const { stderr, exitCode } = await call(`what-if containerd ${args} ${whole}`)
    expect(exitCode).toBe(1)
    expect(first(stderr)).toEqual(
      typeof message === 'string' ? `gcplan: ${message}` : (expect.stringMatching(message) as unknown),
    )
  })
})

describe('gcplan schedule containerd', () => {
  const trace = '{"events":[{"at":"2s","type":"trigger"},{"at":"10s","type":"mutation","dirty":true}],"untilNs":"30s"}'
  it('replays a trace of events', async () => {
    const { stdout, exitCode } = await call('schedule containerd', { '-': trace })
    expect(exitCode).toBe(0)
    expect(stdout.split('\n').slice(2, 6)).toEqual([
      '100ms           collected  in 0s: the first tick',
      '2s              collected  in 0s: triggered',
      expect.stringMatching(/^10\.\d+s +collected {2}in 0s: 1 deletion since the last one$/),
      'events[0] was answered at 2s: the collection succeeded',
    ])
  })
  it('heeds a configuration, and says what it was clamped to', async () => {
    const toml = 'version = 2\n[plugins."io.containerd.gc.v1.scheduler"]\npause_threshold = 0.9\nstartup_delay = "5s"\n'
    const { stdout, stderr } = await call('schedule containerd --config c.toml --trace t.json', {
      'c.toml': toml,
      't.json': trace,
    })
    expect(stderr).toMatch(/^gcplan: c\.toml: pause_?[tT]hreshold .*0\.5/)
    expect(first(stdout)).toBe(
      'pause_threshold 0.5, deletion_threshold 0, mutation_threshold 100, schedule_delay 0s, startup_delay 5s',
    )
  })
  it('takes single settings, which win over the configuration, within their bounds', async () => {
    const toml =
      'version = 2\n[plugins."io.containerd.gc.v1.scheduler"]\ndeletion_threshold = 7\nstartup_delay = "5s"\n'
    const files = { 'c.toml': toml, 't.json': trace }
    const single = '--startup-delay 1.5ms --pause-threshold 0.9 --mutation-threshold 3 --schedule-delay 2s'
    const { stdout, stderr } = await call(`schedule containerd --config c.toml --trace t.json ${single}`, files)
    expect(first(stdout)).toBe(
      'pause_threshold 0.5, deletion_threshold 7, mutation_threshold 3, schedule_delay 2s, startup_delay 1.5ms',
    )
    expect(stderr).toMatch(/^gcplan: pause_?[tT]hreshold .*0\.5/)
    for (const wrong of [
      'pause-threshold=-1',
      'startup-delay=soon',
      'deletion-threshold=-1',
      'schedule-delay=9999999h',
    ])
      expect((await call(`schedule containerd --trace t.json --${wrong}`, files)).stderr).toContain(
        `--${wrong.split('=')[0] ?? ''}: expected `,
      )
  })
  it('ends with 3 where the scheduler would crash', async () => {
    const failing = '{"events":[],"gc":[{"fail":true}],"untilNs":"1s"}'
    const { stdout, exitCode } = await call('schedule containerd --release 2.1', { '-': failing })
    expect(exitCode).toBe(3)
    expect(stdout).toContain('the scheduler crashed: its first collection failed')
    expect((await call('schedule containerd --release 2.2', { '-': failing })).exitCode).toBe(0)
  })
  it('prints the defaults as TOML that it reads back', async () => {
    for (const version of ['1', '2', '3']) {
      const { stdout } = await call(`schedule containerd --defaults --config-version ${version}`)
      const read = await call('schedule containerd --config c.toml --trace t.json', {
        'c.toml': stdout,
        't.json': trace,
      })
      expect(read.stderr).toBe('')
    }
  })
  it('prints JSON and YAML that say the same', async () => {
    const json = JSON.parse((await call('schedule containerd -o json', { '-': trace })).stdout) as unknown
    expect(json).toMatchObject({ kind: 'gcplan/schedule', crashedAt: null, waits: [{ waiter: 'events[0]', ok: true }] })
    expect(parse((await call('schedule containerd -o yaml', { '-': trace })).stdout)).toEqual(json)
  })
  it('names what is wrong in either file', async () => {
    expect((await call('schedule containerd', { '-': '{"events": 1, "untilNs": 1}' })).stderr).toContain(
      'events: expected an array',
    )
    const broken = await call('schedule containerd --config c.toml --trace t.json', {
      'c.toml': 'version =',
      't.json': trace,
    })
    expect(broken.stderr).toMatch(/^gcplan: c\.toml: /)
    const wrong = await call('schedule containerd --config c.toml --trace t.json', {
      'c.toml': 'version = 9',
      't.json': trace,
    })
    expect(wrong.stderr).toMatch(/^gcplan: c\.toml: version: expected /)
    expect(first((await call('schedule containerd a b')).stderr)).toBe(
      'gcplan schedule containerd: expected one file of events, got several',
    )
  })
})

describe('gcplan lint containerd', () => {
  it('finds what never expires and what does not exist', async () => {
    const { stdout, exitCode } = await call(`lint containerd ${whole}`)
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(/^advice {3}containerd\.io\/gc\.root keeps snapshot overlayfs\/scratch-1 in default/m)
    expect(stdout).toMatch(/^note {5}containerd\.io\/gc\.ref\.content\.l\.1 .* which does not exist$/m)
  })
  it('shortens digests unless it is asked for the whole', async () => {
    const shown = (await call(`lint containerd ${whole}`)).stdout
    expect(shown).toMatch(/^advice {3}lease 498f4fed677d in k8s\.io never expires: it holds nothing, but stays /m)
    expect((await call(`lint containerd ${whole} -o wide`)).stdout).toMatch(/^advice {3}lease 498f4fed677d\w{52} in/m)
  })
  it('prints documents', async () => {
    const json = JSON.parse((await call(`lint containerd ${whole} -o json`)).stdout) as {
      findings: ReadonlyArray<object>
    }
    expect(json.findings[0]).toMatchObject({ _tag: 'RootForever', level: 'advice' })
  })
})

describe('the help', () => {
  it('says what the exit codes of a command mean', async () => {
    const codes = async (command: string) =>
      (await call(`${command} --help`)).stdout.split('\n').filter((line) => /^ {2}[0-4] {2}/.test(line))
    expect(await codes('why containerd')).toEqual([
      '  0  done',
      '  1  an error or a refusal',
      '  0  the record stays',
      '  1  an error in the command line or the input',
      '  2  the record goes',
    ])
    expect(await codes('plan kubelet-image')).toHaveLength(2 + 5)
  })
})

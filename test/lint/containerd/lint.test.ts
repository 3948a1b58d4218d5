import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import type { Namespace, Policy, Snapshot } from '../../../src/containerd/index.js'
import { defaultPolicy, presets } from '../../../src/containerd/index.js'
import { unknown } from '../../../src/core/index.js'
import type { ContainerdFinding } from '../../../src/lint/index.js'
import { explainContainerdFinding, lintContainerd } from '../../../src/lint/index.js'
import { blob, container, image, layer, lease, mount, nameOf, now, sandbox, snapshot } from '../../containerd/graph.js'
import { made } from '../../collectors/plan.js'

const lint = (of: Snapshot, policy: Policy = defaultPolicy): ReadonlyArray<ContainerdFinding> =>
  made(lintContainerd(policy)(of))

/** Findings on one namespace, as level, tag and record. */
const tags = (held: Partial<Namespace>, policy?: Policy): ReadonlyArray<string> =>
  lint(snapshot(held), policy).map(({ level, _tag, record }) => `${level} ${_tag} ${nameOf(record)}`)

const sentences = (held: Partial<Namespace>, policy?: Policy): ReadonlyArray<string> =>
  lint(snapshot(held), policy).map(explainContainerdFinding)

const later = '2026-03-05T00:00:00Z'

describe('a label that does nothing', () => {
  it.each(['ref.contentbad', 'ref.content-x', 'ref.snapshot', 'ref.snapshots.a', 'bref.snapshot', 'leaf', 'expire.at'])(
    'is one the collector does not know: %s',
    (key) => {
      expect(tags({ content: [blob('a', { [key]: 'b' })] })).toEqual(['problem LabelUnknown Content a'])
    },
  )

  it('is one in another case', () => {
    const content = [{ digest: 'a', size: 1, labels: [['containerd.io/GC.root', 'now'] as const] }]
    expect(sentences({ content })).toEqual([
      'the label containerd.io/GC.root on content a in n does nothing: the collector knows no such label',
    ])
  })

  it('is one that is read elsewhere', () => {
    const of = {
      content: [blob('a', { expire: later, flat: 'yes' })],
      images: [image('i', 'a', { root: 'yes', expire: later })],
      leases: [lease('p', [], { expire: later, 'ref.content': 'a' })],
      sandboxes: [sandbox('s', { 'bref.content': 'a', 'ref.content': 'a' })],
      containers: [container('c', '', { expire: later })],
      snapshots: [layer('l', '', { expire: later })],
      mounts: [mount('m', 'p', { root: 'yes', 'bref.content': 'a' })],
    }
    expect(tags(of)).toEqual([
      'problem LabelMisplaced Lease p',
      'problem LabelMisplaced FsSnapshot overlayfs/l',
      'problem LabelMisplaced Content a',
      'problem LabelMisplaced Content a',
      'problem LabelMisplaced Image i',
      'problem LabelMisplaced Container c',
      'problem LabelMisplaced Mount m',
      'problem LabelMisplaced Sandbox s',
    ])
    const unknownSpace = { inMetadata: false, mounts: of.mounts }
    expect(tags(unknownSpace)).toEqual([])
    expect(sentences(of)[6]).toBe(
      'the label containerd.io/gc.root on mount m in n does nothing: the collector does not read it there',
    )
  })

  it('is one that only later releases read', () => {
    const of = {
      content: [blob('a', { 'bref.content': 'a', 'ref.image': 'i', root: 'yes' })],
      images: [image('i', 'a', { expire: later, 'ref.content': 'a' })],
      sandboxes: [sandbox('s', { 'ref.content': 'a' })],
    }
    expect(tags(of, presets.containerd_1_6)).toEqual([
      'problem LabelNotReadYet Content a',
      'problem LabelNotReadYet Content a',
      'advice RootForever Content a',
      'problem LabelNotReadYet Image i',
      'problem LabelNotReadYet Sandbox s',
    ])
    expect(tags(of)).toEqual(['advice RootForever Content a'])
  })

  it("is no empty one and none of somebody else's", () => {
    const mine = { digest: 'a', size: 1, labels: [['example.com/gc.root', 'x'] as const] }
    expect(tags({ content: [mine, blob('b', { leaf: '', root: '' })] })).toEqual([])
  })
})

describe('what never goes by itself', () => {
  it('has a root label, whose value nobody reads', () => {
    expect(
      sentences({ content: [blob('a', { root: later })], snapshots: [layer('l', '', { 'root.note': 'x' })] }),
    ).toEqual([
      'containerd.io/gc.root.note keeps snapshot overlayfs/l in n and all it refers to forever: every key that begins with gc.root does',
      'containerd.io/gc.root keeps content a in n and all it refers to forever: its value is ignored',
    ])
  })

  it('is a lease without an expiry time', () => {
    expect(
      sentences({
        content: [blob('a'), blob('b')],
        leases: [
          lease('o', ['content a']),
          lease('p', ['content a', 'content b']),
          { ...lease('q'), resources: unknown },
          lease('r', [], { expire: later }),
        ],
      }),
    ).toEqual([
      'lease o in n never expires: its 1 resource stays until somebody deletes it',
      'lease p in n never expires: its 2 resources stay until somebody deletes it',
      'lease q in n never expires: what it holds stays until somebody deletes it',
    ])
  })

  it('is what should expire at a time that nobody can read', () => {
    const of = {
      leases: [lease('p', [], { expire: 'tomorrow' })],
      content: [blob('a')],
      images: [image('i', 'a', { expire: '2026-01-01 00:00:00' })],
      snapshots: [layer('l', '', { 'cond.value-usedat': 'now' })],
    }
    expect(sentences(of)).toEqual([
      'containerd.io/gc.expire of "tomorrow" on lease p in n is not an RFC 3339 time, so it never expires',
      'containerd.io/gc.cond.value-usedat of "now" on snapshot overlayfs/l in n is not an RFC 3339 time, so no condition is met by it',
      'containerd.io/gc.expire of "2026-01-01 00:00:00" on image i in n is not an RFC 3339 time, so it never expires',
    ])
    expect(tags(of, presets.containerd_1_7)).toContain('problem LabelNotReadYet Image i')
  })
})

describe('a switch', () => {
  it('is on whatever its value says', () => {
    const of = {
      leases: [lease('p', [], { expire: later, flat: 'false' }), lease('q', [], { expire: later, flat: 'true' })],
      content: [blob('a', { root: 'No' })],
    }
    expect(tags(of)).toEqual([
      'problem SwitchedOnAnyway Lease p',
      'advice RootForever Content a',
      'problem SwitchedOnAnyway Content a',
    ])
    expect(sentences(of)[0]).toBe('containerd.io/gc.flat of "false" on lease p in n is still on: any value turns it on')
  })
})

describe('a condition', () => {
  it.each(['usedat<1h', 'usedat<=1h|l', 'age<1h|l', 'usedat<1d|l', '|l'])('that never holds: %s', (value) => {
    expect(tags({ content: [blob('a', { 'cond.snapshot.overlayfs': value })] })).toEqual([
      'problem ConditionNeverHolds Content a',
    ])
  })

  it('that may hold raises no question', () => {
    expect(tags({ content: [blob('a', { 'cond.snapshot.overlayfs': 'age<1h,usedat<1h|l' })] })).toEqual([])
  })
})

describe('a reference that leads nowhere', () => {
  it('is a note where it is a label', () => {
    const of = {
      content: [blob('a', { 'ref.content.m.0': 'gone', 'ref.snapshot.overlayfs': 'gone', 'bref.image': 'gone' })],
      images: [image('i', 'a')],
    }
    expect(sentences(of)).toEqual([
      'containerd.io/gc.bref.image on content a in n names image gone, which does not exist: it holds only while something kept refers to that name',
      'containerd.io/gc.ref.content.m.0 on content a in n refers to content gone, which does not exist',
      'containerd.io/gc.ref.snapshot.overlayfs on content a in n refers to snapshot overlayfs/gone, which does not exist',
    ])
    expect(tags(of)[0]).toBe('note DanglingBackReference Content a')
    expect(tags(of)[1]).toBe('note DanglingReference Content a')
  })

  it('is a problem where it is a part', () => {
    const of = {
      images: [image('i', 'gone')],
      snapshots: [layer('l', 'gone')],
      containers: [container('c', 'gone')],
    }
    expect(sentences(of)).toEqual([
      'the parent of snapshot overlayfs/l in n, snapshot overlayfs/gone, does not exist',
      'the target of image i in n, content gone, does not exist',
      'the snapshot of container c in n, snapshot overlayfs/gone, does not exist',
    ])
    expect(tags(of)[1]).toBe('problem PartMissing Image i')
  })

  it('is counted for a lease', () => {
    const held = ['content gone', 'content a', 'ingests gone', 'snapshots/overlayfs gone', 'content gone']
    expect(sentences({ content: [blob('a')], leases: [lease('p', held, { expire: later, flat: 'yes' })] })).toEqual([
      'lease p in n lists 5 resources, of which 3 do not exist (e.g. content gone); it will hold whatever is created under such a name',
    ])
  })

  it('stays within its namespace', () => {
    const of = snapshot({ name: 'm', images: [image('i', 'a')] }, { content: [blob('a')] })
    expect(lint(of).map(({ _tag }) => _tag)).toEqual(['PartMissing'])
  })
})

describe('a lease', () => {
  it('does not hold images before they were collected', () => {
    const of = {
      images: [image('i', 'a')],
      content: [blob('a')],
      leases: [lease('p', ['images i'], { expire: later })],
    }
    expect(sentences(of, presets.containerd_1_7)).toEqual([
      'lease p in n lists 1 image, which leases do not hold in this release',
    ])
    expect(tags(of)).toEqual([])
  })
})

describe('an image whose target refers to nothing', () => {
  const content = [blob('manifest'), blob('config'), blob('layer')]

  it('is about to lose its parts when blobs are unreachable', () => {
    expect(sentences({ images: [image('i', 'manifest')], content })).toEqual([
      'image i in n is about to lose its parts: its target content manifest refers to nothing, and 2 blobs of the namespace go because nothing kept refers to them',
    ])
  })

  it('raises no question while nothing is unreachable', () => {
    expect(tags({ images: [image('i', 'manifest')], content: [blob('manifest')] })).toEqual([])
    const leases = [lease('p', ['content config', 'content layer'], { expire: later })]
    expect(tags({ images: [image('i', 'manifest')], content, leases })).toEqual([])
    expect(
      tags({ images: [image('i', 'manifest')], content, leases: [{ ...lease('p'), resources: unknown }] }),
    ).toEqual(['advice LeaseForever Lease p'])
  })

  it('raises no question when a label of its own or of its target refers to anything', () => {
    expect(tags({ images: [image('i', 'manifest', { 'ref.content': 'config' })], content })).toEqual([])
    const labelled = [blob('manifest', { 'ref.content.config': 'config' }), blob('config'), blob('layer')]
    expect(tags({ images: [image('i', 'manifest')], content: labelled })).toEqual([])
    const elsewhere = [blob('manifest', { 'ref.content.m.0': 'gone' }), blob('layer')]
    expect(tags({ images: [image('i', 'manifest')], content: elsewhere })).toEqual([
      'note DanglingReference Content manifest',
    ])
  })

  it('counts in its own namespace, and what only expired holders held is not counted', () => {
    const expired = { expire: '2026-01-01T00:00:00Z' }
    const of = snapshot(
      { name: 'm', content: [blob('loose')] },
      {
        images: [image('i', 'manifest'), image('old', 'manifest', expired)],
        content: [blob('manifest'), blob('cache')],
        leases: [lease('p', ['content cache'], expired)],
      },
    )
    expect(lint(of)).toEqual([])
  })
})

it('refuses what is no snapshot, and finds nothing where nothing is', () => {
  expect(lint(snapshot())).toEqual([])
  const refused = lintContainerd(defaultPolicy)({ at: new Date(now) } as unknown as Snapshot)
  expect(E.isLeft(refused) && refused.left._tag).toBe('InvalidInput')
})

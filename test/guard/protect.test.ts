import { either as E, option as O } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { assumed, known, unknown } from '../../src/core/knowledge.js'
import {
  explainGuarded,
  explainProtection,
  isProtection,
  kindOf,
  listingOf,
  namesOf,
  namespaceOf,
  ownersIn,
  protectByEvidence,
  protectDoubtfulOwners,
  protectedKinds,
  protectFinalizers,
  protectIrreplaceable,
  protectKinds,
  protectLabel,
  protectNamespaces,
  protectPinned,
  protectWhere,
  systemNamespaces,
} from '../../src/guard/index.js'
import { goes, keptIn, noon, planOf, reasonFor, refusalsOf, removed, removing, target } from './build.js'

const objects = (...specs: ReadonlyArray<readonly [id: string, kind: string, namespace?: string]>) =>
  planOf([
    {
      removals: specs.map(([id, kind, namespace]) =>
        goes(id, { target: namespace === undefined ? { kind } : { kind, namespace } }),
      ),
    },
  ])

describe('protection by rule', () => {
  it('says the rule', () => {
    expect(reasonFor(protectWhere('mine')(({ id }) => id === 'a')(removing('a', 'b')), 'a')).toEqual({
      _tag: 'ProtectedByRule',
      rule: 'mine',
    })
  })
})

describe('protection by evidence', () => {
  const looks: Readonly<Record<string, E.Either<string, boolean>>> = {
    used: E.right(true),
    idle: E.right(false),
    broken: E.left('status 500'),
  }
  const guard = protectByEvidence('in use')(({ id }) => looks[id] ?? E.left('nobody looked'))

  it('lets go only what was looked at and found free', () => {
    const verdict = guard(removing('used', 'idle', 'broken', 'other'))
    expect(removed(verdict)).toEqual(['idle'])
    expect(keptIn(verdict)).toEqual({
      used: ['ProtectedByRule'],
      broken: ['EvidenceMissing'],
      other: ['EvidenceMissing'],
    })
  })

  it('says why the look failed', () => {
    expect(explainProtection(reasonFor(guard(removing('broken')), 'broken') as never)).toBe(
      'unknown whether the rule "in use" protects it: status 500',
    )
  })
})

describe('protection by kind', () => {
  it('covers by itself what takes data or tenants along', () => {
    expect(protectedKinds).toEqual([
      'Namespace',
      'CustomResourceDefinition',
      'PersistentVolume',
      'PersistentVolumeClaim',
      'StorageClass',
      'Node',
    ])
    const verdict = protectKinds()(objects(['n', 'Namespace'], ['p', 'Pod'], ['v', 'PersistentVolume']))
    expect(removed(verdict)).toEqual(['p'])
    expect(reasonFor(verdict, 'v')).toEqual({ _tag: 'ProtectedKind', kind: 'PersistentVolume' })
  })

  it('covers the kinds that are named, and tags where targets have no kind', () => {
    expect(removed(protectKinds(['Pod'])(objects(['n', 'Namespace'], ['p', 'Pod'])))).toEqual(['n'])
    expect(removed(protectKinds(['Object'])(removing('a')))).toEqual([])
  })

  it('refuses what is no list of kinds', () => {
    for (const kinds of ['Pod', null, {}] as unknown as string[][])
      expect(refusalsOf(protectKinds(kinds)(removing('a')))).toMatchObject([
        { _tag: 'InvalidSetting', guard: 'protectKinds', path: 'kinds', expected: 'an array' },
      ])
    expect(refusalsOf(protectKinds(['Pod', ''])(removing('a')))).toMatchObject([
      { guard: 'protectKinds', path: 'kinds[1]', expected: 'a string, not empty' },
    ])
  })
})

describe('protection by namespace', () => {
  it('covers the namespaces of Kubernetes by itself, or those that are named', () => {
    expect(systemNamespaces).toEqual(['kube-system', 'kube-public', 'kube-node-lease'])
    const plan = objects(['a', 'Pod', 'kube-system'], ['b', 'Pod', 'web'], ['c', 'Node'])
    expect(removed(protectNamespaces()(plan))).toEqual(['b', 'c'])
    expect(removed(protectNamespaces(['web'])(plan))).toEqual(['a', 'c'])
    expect(reasonFor(protectNamespaces(['web'])(plan), 'b')).toEqual({ _tag: 'ProtectedNamespace', namespace: 'web' })
    expect(refusalsOf(protectNamespaces('web' as never)(plan))).toMatchObject([
      { guard: 'protectNamespaces', path: 'namespaces' },
    ])
  })
})

describe('protection by label', () => {
  const { labelsOf, annotationsOf, finalizersOf, createdAt } = listingOf([
    { metadata: { uid: 'a', labels: { keep: 'true' }, annotations: { keep: 'no' }, creationTimestamp: noon(-5) } },
    { metadata: { uid: 'b', labels: { keep: 'false' }, finalizers: ['x/y', 'batch.kubernetes.io/job-tracking'] } },
    { metadata: { uid: 'c' } },
  ])

  it('covers any value, or one', () => {
    expect(removed(protectLabel('keep')(labelsOf)(removing('a', 'b', 'c')))).toEqual(['c'])
    expect(removed(protectLabel('keep', 'true')(labelsOf)(removing('a', 'b', 'c')))).toEqual(['b', 'c'])
    expect(reasonFor(protectLabel('keep')(labelsOf)(removing('a')), 'a')).toEqual({
      _tag: 'ProtectedByLabel',
      label: 'keep',
      value: 'true',
    })
  })

  it('covers what nobody knows the labels of', () => {
    const verdict = protectLabel('keep')(labelsOf)(removing('c', 'stranger'))
    expect(removed(verdict)).toEqual(['c'])
    expect(reasonFor(verdict, 'stranger')).toEqual({
      _tag: 'EvidenceMissing',
      rule: 'label keep',
      because: 'its labels are unknown',
    })
  })

  it('takes assumed labels as they are', () => {
    expect(removed(protectLabel('keep')(() => assumed({ keep: '' }, 'stated'))(removing('a')))).toEqual([])
    expect(removed(protectLabel('keep')(() => assumed({}, 'stated'))(removing('a')))).toEqual(['a'])
  })

  it('is not fooled by what every object inherits', () => {
    expect(removed(protectLabel('constructor')(labelsOf)(removing('a')))).toEqual(['a'])
  })

  it('reads annotations alike', () => {
    expect(removed(protectLabel('keep', 'no')(annotationsOf)(removing('a', 'b')))).toEqual(['b'])
  })

  it('reads creation times and knows nothing of those that are not there', () => {
    expect(createdAt(target('a'))).toEqual(known(noon(-5)))
    expect(createdAt(target('b'))).toEqual(unknown)
    expect(createdAt(target('z'))).toEqual(unknown)
  })

  it('by finalizer covers what has one of them or is not known', () => {
    const verdict = protectFinalizers(['batch.kubernetes.io/job-tracking'])(finalizersOf)(removing('a', 'b', 'z'))
    expect(removed(verdict)).toEqual(['a'])
    expect(reasonFor(verdict, 'b')).toEqual({
      _tag: 'ProtectedByFinalizer',
      finalizer: 'batch.kubernetes.io/job-tracking',
    })
    expect(reasonFor(verdict, 'z')).toEqual({
      _tag: 'EvidenceMissing',
      rule: 'finalizers',
      because: 'its finalizers are unknown',
    })
    expect(refusalsOf(protectFinalizers('x' as never)(finalizersOf)(removing('a')))).toMatchObject([
      { guard: 'protectFinalizers', path: 'finalizers' },
    ])
  })
})

describe('a pin', () => {
  const pinned = (pin: string, ...names: ReadonlyArray<string>) => {
    const plan = removing('image')
    return removed(protectPinned([pin], () => names)(plan)).length === 0
  }

  it('without a star means the name itself, with any tag or digest', () => {
    expect(pinned('registry.k8s.io/pause', 'registry.k8s.io/pause')).toBe(true)
    expect(pinned('registry.k8s.io/pause', 'registry.k8s.io/pause:3.10')).toBe(true)
    expect(pinned('registry.k8s.io/pause', 'registry.k8s.io/pause@sha256:aa')).toBe(true)
    expect(pinned('registry.k8s.io/pause', 'registry.k8s.io/pause:3.10@sha256:aa')).toBe(true)
    expect(pinned('registry.k8s.io/pause:3.10', 'registry.k8s.io/pause:3.10')).toBe(true)
    expect(pinned('registry.k8s.io/pause', 'registry.k8s.io/pause-windows:3.10')).toBe(false)
    expect(pinned('registry.k8s.io/pause', 'registry.k8s.io/pause/more')).toBe(false)
    expect(pinned('localhost', 'localhost:5000/app')).toBe(false)
    expect(pinned('pause', 'registry.k8s.io/pause:3.10')).toBe(false)
    expect(pinned('registry.k8s.io/pause:3.1', 'registry.k8s.io/pause:3.10')).toBe(false)
  })

  it('with a star behind means every name that begins so', () => {
    expect(pinned('registry.k8s.io/pause*', 'registry.k8s.io/pause-windows:3.10')).toBe(true)
    expect(pinned('registry.k8s.io/pause*', 'other/registry.k8s.io/pause')).toBe(false)
    expect(pinned('*', 'anything')).toBe(true)
  })

  it('with stars on both sides means every name with that part', () => {
    expect(pinned('*pause*', 'registry.k8s.io/pause:3.10')).toBe(true)
    expect(pinned('*pause*', 'registry.k8s.io/web:1')).toBe(false)
    expect(pinned('**', 'anything')).toBe(true)
  })

  it.each(['*pause', 'a*b', '*a*b*', '*a*b', 'x*a*', ''])(
    'with a star elsewhere, or of nothing, is refused: %j',
    (pin) => {
      expect(refusalsOf(protectPinned([pin])(removing('a')))).toMatchObject([
        { _tag: 'InvalidSetting', path: 'pins[0]' },
      ])
    },
  )

  it('is said with the name that it matches', () => {
    const verdict = protectPinned(['nothing', 'b*'], () => ['a', 'b:1'])(removing('image'))
    expect(reasonFor(verdict, 'image')).toEqual({ _tag: 'PinnedByPattern', pattern: 'b*', name: 'b:1' })
  })

  it('is matched with id, image id, name, key and tags of a target', () => {
    expect(
      namesOf({ _tag: 'Image', id: 'i', imageId: 'm', name: 'n', key: 'k', tags: ['t', 7, 't', ''] } as never),
    ).toEqual(['i', 'm', 'n', 'k', 't'])
    expect(removed(protectPinned(['a'])(removing('a', 'b')))).toEqual(['b'])
  })

  it('that is no list is refused', () => {
    expect(refusalsOf(protectPinned('a' as never)(removing('a')))).toMatchObject([
      { guard: 'protectPinned', path: 'pins' },
    ])
  })
})

describe('what cannot be brought back', () => {
  it('stays, and so does that of which nobody knows', () => {
    const facts = new Map([
      ['local', known(false)],
      ['public', known(true)],
      ['said', assumed(false, 'stated')],
    ])
    const verdict = protectIrreplaceable(({ id }) => facts.get(id) ?? unknown)(
      removing('local', 'public', 'said', 'other'),
    )
    expect(removed(verdict)).toEqual(['public'])
    expect(keptIn(verdict)).toEqual({
      local: ['CannotBeBroughtBack'],
      said: ['CannotBeBroughtBack'],
      other: ['EvidenceMissing'],
    })
    expect(reasonFor(verdict, 'other')).toEqual({
      _tag: 'EvidenceMissing',
      rule: 'irreplaceable',
      because: 'nobody knows whether it can be brought back',
    })
  })
})

describe('an owner in doubt', () => {
  const owner = { apiVersion: 'v1', kind: 'Repo', name: 'r', uid: 'u1' }
  const owned = (id: string, more: object) =>
    goes(id, { reasons: [{ _tag: 'OwnersAbsent', owners: [owner, { ...owner, ...more }] }] })

  it('that was recreated holds back what it owned', () => {
    const verdict = protectDoubtfulOwners()(
      planOf([{ removals: [owned('a', { replacedBy: 'u2' }), owned('b', {}), goes('c')] }]),
    )
    expect(removed(verdict)).toEqual(['b', 'c'])
    expect(reasonFor(verdict, 'a')).toEqual({
      _tag: 'OwnerRecreated',
      owner: { kind: 'Repo', name: 'r' },
      was: 'u1',
      now: 'u2',
    })
  })

  it('that lives elsewhere holds back what names it, with where it lives', () => {
    const livesAs = { _tag: 'Object', id: 'u1', apiVersion: 'v1', kind: 'Repo', namespace: 'other', name: 'r' }
    const verdict = protectDoubtfulOwners()(
      planOf([
        {
          removals: [
            owned('a', { livesAs, replacedBy: 'u2' }),
            owned('b', { livesAs: { kind: 'Repo', name: 'r', namespace: '' } }),
            owned('c', { livesAs: { kind: 'Repo' } }),
            owned('d', { livesAs: null }),
            owned('e', { livesAs: { name: 'r' } }),
          ],
        },
      ]),
    )
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => (reasonFor(verdict, id) as { livesAs: string }).livesAs)).toEqual([
      'Repo other/r',
      'Repo r',
      'another object',
      'another object',
      'another object',
    ])
  })

  it('is found one level down, where collectors speak together', () => {
    const inner = { _tag: 'OwnersAbsent', owners: [{ ...owner, replacedBy: 'u2' }] }
    expect(ownersIn([{ _tag: 'Owner', reason: inner } as never])).toEqual([{ ...owner, replacedBy: 'u2' }])
    expect(
      ownersIn([{ _tag: 'X', owner } as never, { _tag: 'Y', owners: [1, null, {}, 'x', [owner]] } as never]),
    ).toEqual([owner])
    expect(ownersIn([{ _tag: 'Z', owners: 'x', reason: 'y' } as never])).toEqual([])
  })

  it('is asked where the user says', () => {
    const verdict = protectDoubtfulOwners(() => [{ kind: 'Repo', name: 'r', uid: 'u1', replacedBy: 'u2' }])(
      removing('a'),
    )
    expect(removed(verdict)).toEqual([])
  })
})

describe('facts of a target', () => {
  it('are its fields where they are text of its own', () => {
    expect(kindOf(target('a', { kind: 'Pod' }))).toBe('Pod')
    expect(kindOf({ _tag: 'Image', id: 'a', kind: 7 } as never)).toBe('Image')
    expect(
      kindOf(Object.assign(Object.create({ kind: 'Inherited' }) as object, { _tag: 'Own', id: 'a' }) as never),
    ).toBe('Own')
    expect(namespaceOf(target('a', { namespace: 'web' }))).toEqual(O.some('web'))
    expect(namespaceOf(target('a', { namespace: '' }))).toEqual(O.none)
    expect(namespaceOf(target('a'))).toEqual(O.none)
  })
})

describe('sentences for plans that guards have looked at', () => {
  it('come from guards for their own reasons and from the collector for its own', () => {
    const explain = explainGuarded((fact: { readonly _tag: string }) => `collector: ${fact._tag}`)
    expect(explain({ _tag: 'InUse' })).toBe('collector: InUse')
    expect(explain({ _tag: 'NotApproved' })).toBe('the approval does not name it')
    expect(isProtection({ _tag: 'toString' })).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'

import { annotatedRules, annotationNames, namespaceAnnotationNames } from '../../../src/controllers/lifecycle/index.js'
import { object } from './build.js'

/** One reader for all objects. */
const read = annotatedRules(annotationNames)

const stated = (annotations: unknown): unknown =>
  read(object('v1', 'Secret', 'a', {}, { metadata: { annotations } as never }))

describe('annotations that state rules', () => {
  it('have names of their own for objects and for namespaces', () => {
    const names = ['enabled', 'ttl-seconds', 'after-finished', 'after-unused', 'min-retention-seconds']
    expect(Object.values(annotationNames)).toEqual(names.map((name) => `lifecycle.gcplan.io/${name}`))
    expect(Object.values(namespaceAnnotationNames)).toEqual(names.map((name) => `lifecycle.gcplan.io/default-${name}`))
  })

  it('are flags and whole seconds', () => {
    expect(
      stated({
        'lifecycle.gcplan.io/enabled': 'true',
        'lifecycle.gcplan.io/after-finished': 'false',
        'lifecycle.gcplan.io/after-unused': 'true',
        'lifecycle.gcplan.io/ttl-seconds': '0',
        'lifecycle.gcplan.io/min-retention-seconds': '3600',
      }),
    ).toEqual({
      rules: { enabled: true, afterFinished: false, afterUnused: true, ttlSeconds: 0, minRetentionSeconds: 3600 },
      unreadable: [],
    })
  })

  it.each([
    ['enabled', 'yes', '"true" or "false"', 'yes'],
    ['after-unused', true, '"true" or "false"', 'a boolean'],
    ['ttl-seconds', '1h', 'whole seconds', '1h'],
    ['ttl-seconds', '-1', 'whole seconds', '-1'],
    ['ttl-seconds', '1234567890123456', 'whole seconds', '1234567890123456'],
    ['min-retention-seconds', 7, 'whole seconds', 'a number'],
    ['ttl-seconds', 'x'.repeat(99), 'whole seconds', 'x'.repeat(60)],
  ])('cannot be read at %s: %o', (name, text, expected, actual) => {
    const annotation = `lifecycle.gcplan.io/${name}`
    expect(stated({ [annotation]: text })).toEqual({ rules: {}, unreadable: [{ annotation, expected, actual }] })
  })

  it('state nothing where there are none, and are those of the object alone', () => {
    expect(stated({})).toEqual({ rules: {}, unreadable: [] })
    expect(stated(undefined)).toEqual({ rules: {}, unreadable: [] })
    expect(stated(Object.create({ 'lifecycle.gcplan.io/enabled': 'true' }))).toEqual({ rules: {}, unreadable: [] })
  })

  it('are told apart from one object to the next', () => {
    const [one, other] = ['true', 'false'].map((text) => ({ 'lifecycle.gcplan.io/after-unused': text }))
    expect(stated(one)).toMatchObject({ rules: { afterUnused: true } })
    expect(stated(other)).toMatchObject({ rules: { afterUnused: false } })
    expect(stated({ ...one, 'lifecycle.gcplan.io/after-finished': 'true' })).toMatchObject({
      rules: { afterUnused: true, afterFinished: true },
    })
    expect(stated({ ...one, 'lifecycle.gcplan.io/after-finished': 'false' })).toMatchObject({
      rules: { afterUnused: true, afterFinished: false },
    })
  })
})

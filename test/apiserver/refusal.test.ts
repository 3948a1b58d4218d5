/** What an answer that refuses says. */
import { describe, expect, it } from 'vitest'

import { refusalOf } from '../../src/apiserver/refusal.js'

describe('an answer of 404', () => {
  it('is about an object where its details name one', () => {
    const body = { message: 'pods "a" not found', reason: 'NotFound', details: { name: 'a', kind: 'pods' } }
    expect(refusalOf({ status: 404, body })).toEqual({
      ...{ _tag: 'Refused', code: 404, reason: 'NotFound' },
      message: 'pods "a" not found',
    })
    expect(refusalOf({ status: 404, body: { details: { name: 'a' } } }).reason).toBe('NotFound')
  })

  it('says else that the path is not served, whatever reason it gives', () => {
    const body = { message: 'the server could not find the requested resource', reason: 'NotFound', details: {} }
    expect(refusalOf({ status: 404, body }).reason).toBe('NotServed')
    expect(refusalOf({ status: 404, body: '404 page not found\n' })).toMatchObject({
      ...{ reason: 'NotServed', message: '404 page not found' },
    })
  })
})

describe('an answer that refuses', () => {
  it('has the code for a reason where it gives none', () => {
    expect(refusalOf({ status: 502, body: undefined })).toMatchObject({ reason: 'HTTP 502', message: '' })
  })

  it('says when to ask again, in its head or in its details', () => {
    const body = { details: { retryAfterSeconds: 3 } }
    expect(refusalOf({ status: 429, body }).retryAfter).toBe(3)
    expect(refusalOf({ status: 429, body, retryAfter: 5 }).retryAfter).toBe(5)
    expect(refusalOf({ status: 429, body: {} })).not.toHaveProperty('retryAfter')
  })
})

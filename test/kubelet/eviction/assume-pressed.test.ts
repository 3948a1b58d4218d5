import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { millis } from '../../../src/core/time.js'
import * as Eviction from '../../../src/kubelet/eviction/index.js'
import { right } from '../../decode/reading.js'
import { look, noon, planned, policyOf, threshold } from './build.js'

const soft = threshold(0.2, { gracePeriod: millis(90_000) })

describe('a node that is assumed to have been under pressure for long', () => {
  it('has its soft thresholds act in the next pass, which an eviction manager that begins now does not', () => {
    const memory = right(Eviction.assumePressed([policyOf(soft)])(look(15)))
    expect(planned(policyOf(soft), look(15), memory).met).toStrictEqual([soft])
    expect(planned(policyOf(soft), look(15)).met).toStrictEqual([])
  })

  it('counts what is measured now as new, so that it acts on it', () => {
    const memory = right(Eviction.assumePressed([policyOf(soft)])(look(15)))
    expect(planned(policyOf(soft), look(15), memory).relief?.reclaim).toStrictEqual(['containers', 'images'])
  })

  it('remembers the thresholds of every policy, by the longest grace period', () => {
    const hard = threshold(0.5)
    const { metSince } = right(Eviction.assumePressed([policyOf(soft), policyOf(hard)])(look(15)))
    expect([...metSince.values()]).toStrictEqual(Array(2).fill(new Date(noon.getTime() - 110_000)))
  })

  it('remembers nothing of thresholds that are not met', () => {
    expect(right(Eviction.assumePressed([policyOf(soft)])(look(25))).metSince.size).toBe(0)
    expect(right(Eviction.assumePressed([])(look(1))).metSince.size).toBe(0)
  })

  it('is refused where the look is none', () => {
    expect(E.isLeft(Eviction.assumePressed([policyOf(soft)])(look(15, { at: new Date(NaN) })))).toBe(true)
  })
})

describe('the layout of a node by the sizes of its disks', () => {
  const of = (signal: Eviction.Signal, capacity: number) => [signal, { available: 1, capacity }] as const

  it('is one filesystem where all sizes are the same, or unknown', () => {
    expect(Eviction.layoutBySizes(new Map())).toStrictEqual(Eviction.oneFilesystem)
    expect(Eviction.layoutBySizes(new Map([of('nodefs.available', 9), of('imagefs.available', 9)]))).toStrictEqual(
      Eviction.oneFilesystem,
    )
  })

  it('has images apart where they have another size, in bytes or in inodes', () => {
    const apart = { dedicatedImageFs: true, splitContainerImageFs: false }
    for (const measure of ['available', 'inodesFree'] as const)
      expect(Eviction.layoutBySizes(new Map([of(`nodefs.${measure}`, 9), of(`imagefs.${measure}`, 8)]))).toStrictEqual(
        apart,
      )
  })

  it('has writable layers apart from images only where images are apart from the rest', () => {
    const split = new Map([of('nodefs.available', 9), of('imagefs.available', 8), of('containerfs.available', 9)])
    expect(Eviction.layoutBySizes(split)).toStrictEqual({ dedicatedImageFs: true, splitContainerImageFs: true })
    const one = new Map([of('nodefs.available', 9), of('imagefs.available', 9), of('containerfs.available', 8)])
    expect(Eviction.layoutBySizes(one)).toStrictEqual(Eviction.oneFilesystem)
  })
})

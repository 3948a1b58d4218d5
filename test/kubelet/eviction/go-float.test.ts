import { either as E } from 'fp-ts'
import { describe, expect, it } from 'vitest'

import { parseSinglePrecision } from '../../../src/kubelet/eviction/go-float.js'

const read = (text: string): number | string => {
  const parsed = parseSinglePrecision(text)
  return E.isLeft(parsed)
    ? parsed.left.replace(`strconv.ParseFloat: parsing ${JSON.stringify(text)}: `, '')
    : parsed.right
}

describe('a number in single precision', () => {
  it.each<[string, number]>([
    ['0', 0],
    ['15', 15],
    ['+5', 5],
    ['-5.25', -5.25],
    ['5.', 5],
    ['.5', 0.5],
    ['12.5e3', 12_500],
    ['12.5E-1', 1.25],
    ['1e+2', 100],
    ['.5e1', 5],
    ['33.333', Math.fround(33.333)],
    ['1_0', 10],
    ['1_23.50_0_0e+1_2', Math.fround(1.235e14)],
    ['.1_2', Math.fround(0.12)],
    ['0x10p0', 16],
    ['0X.8P+1', 1],
    ['0xf.p-1', 7.5],
    ['-0x1.8p1', -3],
    ['+0x1p1', 2],
    ['0x_1_2.3_4_5p+1_2', 74_565],
    ['0x1p1_0', 1024],
    ['0x_ap0', 10],
    ['inf', Infinity],
    ['+Inf', Infinity],
    ['-INFINITY', -Infinity],
    ['nan', NaN],
    ['NaN', NaN],
  ])('is read from %s', (text, number) => {
    expect(read(text)).toBe(number)
  })

  it.each(
    [
      [
        '',
        ' 1',
        '1 ',
        'x',
        '+',
        '-',
        '.',
        '+.',
        'e5',
        '.e5',
        '5e',
        '5e+',
        '5e.5',
        '1.2.3',
        '--1',
        '1,5',
        '١',
        'anan',
        '+nan',
      ],
      [
        'nann',
        'infi',
        'xinf',
        'infinit',
        '0b1',
        '1f',
        '0x',
        '0x1',
        '0xp1',
        '0x.p1',
        '0x1p',
        '0x1p+',
        '0xgp1',
        'x0x1p1',
      ],
      [
        '0x1p1x',
        '0x1e5',
        '0x1.2.3p1',
        '0x1p1.5',
        '_1',
        '1_',
        '1__0',
        '-_1',
        '123_.5',
        '123._5',
        '123.5_e+12',
        '123.5e_+12',
      ],
      [
        '123.5e+_12',
        '123.5e_1',
        '123.5e+12_',
        '1_x',
        '_0x1p1',
        '0_x1p1',
        '0x__1p1',
        '0x1__2p1',
        '0x12_.3p1',
        '0x12._3p1',
      ],
      ['0x12.3_p1', '0x12.3p_+1', '0x12.3p+_1', '0x12.3p+1__2', '0x_.8p1'],
    ].flat(),
  )('is none in %j', (text) => {
    expect(read(text)).toBe('invalid syntax')
  })

  it('is refused beyond single precision', () => {
    expect(['3.5e38', '-1e39', '1e999', '0x1p128', '-0x1p200'].map(read)).toEqual(Array(5).fill('value out of range'))
    expect([read('3.4e38'), read('1e-99')]).toEqual([Math.fround(3.4e38), 0])
  })

  it('is refused in the words of Go, with the text in quotes', () => {
    expect(parseSinglePrecision('a"b')).toEqual(E.left('strconv.ParseFloat: parsing "a\\"b": invalid syntax'))
  })

  it('is told from what is none in a million characters', () => {
    const ones = '1'.repeat(1_000_000)
    expect([`${ones}x`, `0x${ones}`, `${ones}.${ones}_`, '1_'.repeat(500_000)].map(read)).toEqual(
      Array(4).fill('invalid syntax'),
    )
    expect(read(ones)).toBe('value out of range')
  })
})

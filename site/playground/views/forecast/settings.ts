/** The settings that the chart moves, under the names of the kubelet's flags. */
import type { Settings } from '../../worker/question'

/** The kubelet's own hard thresholds, which hold for signals that nobody names. */
const usual =
  'memory.available<100Mi,nodefs.available<10%,nodefs.inodesFree<5%,imagefs.available<15%,imagefs.inodesFree<5%'

/** The text of a setting; undefined where it is not given. */
export const textOf = (settings: Settings, name: string): string | undefined => {
  const value = settings[name]
  return typeof value === 'string' ? value : undefined
}

/** Settings with a threshold of image collection moved; the low one stays below the high one. */
export const withThreshold = (
  settings: Settings,
  key: 'high' | 'low',
  percent: number,
  now: { readonly high: number; readonly low: number },
): Settings => {
  const high = key === 'high' ? percent : Math.max(now.high, percent + 1)
  const low = key === 'low' ? percent : Math.min(now.low, percent - 1)
  return { ...settings, 'image-gc-high-threshold': String(high), 'image-gc-low-threshold': String(low) }
}

/** Settings with the hard threshold of eviction at a usage of the disk of images. */
export const withEviction = (settings: Settings, percent: number): Settings => {
  const free = 100 - percent
  const pairs = (textOf(settings, 'eviction-hard') ?? usual).split(',').map((pair) => pair.trim().split('<'))
  const others = pairs.filter(
    ([signal = '']) => signal !== '' && signal !== 'imagefs.available' && signal !== 'nodefs.available',
  )
  return {
    ...settings,
    'eviction-hard': [...others, ['imagefs.available', `${free}%`], ['nodefs.available', `${Math.min(10, free)}%`]]
      .map((pair) => pair.join('<'))
      .join(','),
  }
}

const powers: Readonly<Record<string, number>> = { '': 0, k: 1, M: 2, G: 3, T: 4, P: 5 }

/** A count of bytes as the command takes it, e.g. `5000000`, `5MB` or `1GiB`; 0 where it is none. */
export const bytesIn = (text: string | undefined): number => {
  const [, digits = '0', prefix = '', binary = ''] = /^(\d+(?:\.\d+)?)([kKMGTP]?)(i?)B?$/.exec(text ?? '') ?? []
  return Number(digits) * (binary === 'i' ? 1024 : 1000) ** (powers[prefix.replace('K', 'k')] ?? 0)
}

/** The disk under a folder of this machine. */
import { statfs } from 'node:fs/promises'

import { option as O } from 'fp-ts'

import { type Knowledge, known, unknown } from '../../core/knowledge.js'
import type { ImageFsStats } from '../../kubelet/image/index.js'

/** How large it is, and what is free; unknown where it cannot be measured from here. */
export const diskAt = async (folder: string): Promise<Knowledge<ImageFsStats>> => {
  if (folder === '') return unknown
  try {
    const { bsize, blocks, bavail } = await statfs(folder)
    return known({ capacityBytes: O.some(blocks * bsize), availableBytes: O.some(bavail * bsize) })
  } catch {
    return unknown
  }
}

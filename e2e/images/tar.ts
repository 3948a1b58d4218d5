/** Writes tar files, which is all that images are made of. */

/** A file of a tar. */
export interface TarFile {
  readonly name: string
  readonly data: Uint8Array
}

const block = 512

const header = ({ name, data }: TarFile): Uint8Array => {
  const bytes = new Uint8Array(block)
  const put = (place: number, text: string): void => bytes.set(new TextEncoder().encode(text), place)
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  put(0, name)
  put(100, octal(0o755, 7))
  put(108, octal(0, 7))
  put(116, octal(0, 7))
  put(124, octal(data.length, 11))
  put(136, octal(0, 11))
  put(148, ' '.repeat(8))
  put(156, '0')
  put(257, 'ustar\u000000')
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `)
  return bytes
}

/** The tar of files, in their order. */
export const tarOf = (files: ReadonlyArray<TarFile>): Uint8Array<ArrayBuffer> => {
  const padded = ({ length }: Uint8Array): number => Math.ceil(length / block) * block
  const whole = new Uint8Array(files.reduce((sum, { data }) => sum + block + padded(data), 2 * block))
  let place = 0
  for (const file of files) {
    whole.set(header(file), place)
    whole.set(file.data, place + block)
    place += block + padded(file.data)
  }
  return whole
}

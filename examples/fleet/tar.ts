/** Writes tar files, as `gcplan gather` does. */

const block = 512

const header = (name: string, size: number): Buffer => {
  const bytes = Buffer.alloc(block)
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  bytes.write(name, 0)
  bytes.write(octal(0o644, 7), 100)
  bytes.write(octal(size, 11), 124)
  bytes.write(' '.repeat(8), 148)
  bytes.write('0', 156)
  bytes.write('ustar\u000000', 257)
  bytes.write(
    `${octal(
      bytes.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
    148,
  )
  return bytes
}

/** A tar of texts by name, in their order. */
export const tarOf = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([
    ...Object.entries(files).flatMap(([name, text]) => {
      const data = Buffer.from(text)
      return [header(name, data.length), data, Buffer.alloc(-data.length & (block - 1))]
    }),
    Buffer.alloc(2 * block),
  ])

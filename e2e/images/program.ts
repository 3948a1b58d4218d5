/** Programs small enough to be written down as bytes, so that images need neither a compiler nor a download. */

/** Where a program is loaded, and what comes before its code in the file: the header, and one segment. */
const at = 0x400000
const head = 120

/** A static ELF program for Linux on x86-64, of these instructions. */
const elf = (code: ReadonlyArray<number>): Uint8Array => {
  const file = new DataView(new ArrayBuffer(head + code.length))
  const put32 = (place: number, value: number): void => file.setUint32(place, value, true)
  const put64 = (place: number, value: number): void => file.setBigUint64(place, BigInt(value), true)
  const ident = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]
  ident.forEach((byte, place) => file.setUint8(place, byte))
  file.setUint16(16, 2, true)
  file.setUint16(18, 62, true)
  put32(20, 1)
  put64(24, at + head)
  put64(32, 64)
  file.setUint16(52, 64, true)
  file.setUint16(54, 56, true)
  file.setUint16(56, 1, true)
  put32(64, 1)
  put32(68, 5)
  put64(80, at)
  put64(88, at)
  put64(96, head + code.length)
  put64(104, head + code.length)
  put64(112, 0x1000)
  code.forEach((byte, place) => file.setUint8(head + place, byte))
  return new Uint8Array(file.buffer)
}

/** Waits for signals until it is killed: `pause`, again and again. */
export const waits = elf([0xb8, 34, 0, 0, 0, 0x0f, 0x05, 0xeb, 0xf7])

/** Ends at once, without error: `exit(0)`. */
export const ends = elf([0xb8, 60, 0, 0, 0, 0x31, 0xff, 0x0f, 0x05])

/** Takes what is dropped: files, and folders with everything in them. */
import type { SourceFile } from '../worker/known-files'

/** Files of a folder that are taken at most. */
const most = 2000

/** The files of a drop, a folder's under the name of the folder. */
export const filesDropped = async (transfer: DataTransfer): Promise<ReadonlyArray<SourceFile>> => {
  // Entries are gone once the event is over, so all are taken first.
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry === null ? [] : [entry]
  })
  if (entries.length === 0) return filesChosen(transfer.files)
  const found: SourceFile[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

/** Files of a file field. */
export const filesChosen = (files: FileList): ReadonlyArray<SourceFile> =>
  [...files].map((file) => ({
    name: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    content: file,
  }))

const collect = async (entry: FileSystemEntry, found: SourceFile[]): Promise<void> => {
  if (found.length >= most || entry.name.startsWith('.')) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => {
      entry.file(resolve, reject)
    })
    found.push({ name: entry.fullPath.replace(/^\//, ''), content: file })
    return
  }
  if (!isDirectory(entry)) return
  const reader = entry.createReader()
  const batch = async (): Promise<ReadonlyArray<FileSystemEntry>> =>
    new Promise((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
  // A reader gives a hundred at a time.
  for (let entries = await batch(); entries.length > 0; entries = await batch())
    for (const inner of entries) await collect(inner, found)
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A name that no file has yet: `pasted.json`, `pasted-2.json`. */
export const freeName = (taken: ReadonlyArray<string>, base: string, ending: string): string => {
  for (let count = 1; ; count += 1) {
    const name = `${base}${count === 1 ? '' : `-${count}`}.${ending}`
    if (!taken.includes(name)) return name
  }
}

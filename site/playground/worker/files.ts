/** The files of the page as the worker holds them: read once, unpacked, and told apart as the command does. */
import { either as E } from 'fp-ts'

import { textOf } from '../../../src/cli/bytes.js'
import type { Text } from '../../../src/cli/command.js'
import { bundleOfTar } from '../../../src/cli/gathered/bundle.js'
import type { Bundle } from '../../../src/cli/gathered/files.js'
import { manifestKind, manifestName } from '../../../src/cli/gathered/gathered.js'
import { looksLikeJson, ownField } from '../../../src/cli/structured.js'
import { type FileKind, identify, linesOf, parseJsonText } from 'gcplan/decode'

import { problemsIn } from './problems'
import type { KnownFile, Problem, SourceFile } from './known-files'

/** A text that an editor takes without pain, in characters. */
export const editable = 2_000_000

/** A file, told apart. */
export interface HeldFile {
  readonly file: Text
  readonly kind: FileKind['_tag']
  readonly known: KnownFile
}

/** What was opened. */
export interface Held {
  readonly files: ReadonlyArray<HeldFile>
  /** Directories and tars that `gcplan gather` wrote, by their name. */
  readonly bundles: ReadonlyMap<string, Bundle>
  readonly problems: ReadonlyArray<Problem>
}

export const nothingHeld: Held = { files: [], bundles: new Map(), problems: [] }

/** Reads files; those of one that was read before and did not change are not read again. */
export const hold = async (sources: ReadonlyArray<SourceFile>, before: Held): Promise<Held> => {
  const [files, tars]: [HeldFile[], [string, Bundle][]] = [[], []]
  const problems: Problem[] = []
  for (const source of sources) {
    const old = before.files.find(({ file }) => file.name === source.name)
    if (old !== undefined && old.file.text === source.content) {
      files.push(old)
      problems.push(...problemsOf(old))
      continue
    }
    const bytes = source.content instanceof Blob ? new Uint8Array(await source.content.arrayBuffer()) : source.content
    if (typeof bytes !== 'string' && isPacked(source.name, bytes)) {
      const opened = await opensTar(source.name, bytes)
      if (E.isLeft(opened)) problems.push({ file: source.name, message: opened.left })
      else tars.push([source.name, opened.right])
      continue
    }
    const text = typeof bytes === 'string' ? E.right(bytes) : textOf(bytes)
    if (E.isLeft(text)) {
      problems.push({ file: source.name, message: text.left })
      continue
    }
    const one = held(source.name, text.right, source.content instanceof Blob)
    files.push(one)
    problems.push(...problemsOf(one))
  }
  return gathered({ files, bundles: new Map(tars), problems })
}

const isPacked = (name: string, bytes: Uint8Array): boolean =>
  /\.(tar|tgz|tar\.gz)$/.test(name) || (bytes[0] === 0x1f && bytes[1] === 0x8b)

const opensTar = async (name: string, bytes: Uint8Array): Promise<E.Either<string, Bundle>> => {
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    return bundleOfTar(name)(isZipped ? await unzipped(bytes) : bytes)
  } catch {
    return E.left('cannot be decompressed')
  }
}

const unzipped = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const held = (name: string, whole: string, isSent: boolean): HeldFile => {
  // Some editors and shells begin a file with a byte order mark.
  const text = whole.startsWith('\uFEFF') ? whole.slice(1) : whole
  const isJson = looksLikeJson(text)
  const parsed = isJson ? E.toUnion(E.mapLeft(() => undefined)(parseJsonText('')(text))) : undefined
  const kind = identify(parsed ?? text)
  const isHeld = text.length > editable
  const count = countOf(parsed)
  return {
    file: { name, text, ...(parsed === undefined ? {} : { value: parsed }) },
    kind: kind._tag,
    known: {
      name,
      bytes: text.length,
      kind: kind._tag,
      is: kind.is,
      language: isJson ? 'json' : /yaml$/i.test(kind._tag) || /\.ya?ml$/i.test(name) ? 'yaml' : 'text',
      isHeld,
      ...(count === undefined ? {} : { count }),
      ...(isSent && !isHeld ? { text } : {}),
    },
  }
}

/** The one list of a document, if it has one. */
const countOf = (value: unknown): number | undefined => {
  if (Array.isArray(value)) return value.length
  const list = ['items', 'images', 'containers', 'stats'].map((name) => ownField(value, name)).find(Array.isArray)
  return Array.isArray(list) ? list.length : undefined
}

/** Text that begins as JSON and is none; an empty file; a file that nothing reads. */
const problemsOf = ({ file, kind, known }: HeldFile): ReadonlyArray<Problem> => {
  if (file.text.trim() === '') return []
  if (looksLikeJson(file.text) && file.value === undefined) {
    const parsed = parseJsonText('')(file.text)
    return E.isLeft(parsed)
      ? problemsIn(
          linesOf(parsed.left)
            .map((line) => `${file.name}: ${line}`)
            .join('\n'),
          [file],
        )
      : []
  }
  if (kind !== 'Unrecognized') return []
  return [{ file: file.name, message: `this is ${known.is}; ${identify(file.value ?? file.text).instead}` }]
}

/** Puts the files of gathered directories together under the name of their directory. */
const gathered = ({ files, bundles, problems }: Held): Held => {
  const roots = files.filter(
    ({ file }) =>
      (file.name === manifestName || file.name.endsWith(`/${manifestName}`)) &&
      ownField(file.value, 'kind') === manifestKind,
  )
  const folders = new Map(
    roots.map(({ file }) => [file.name.slice(0, -manifestName.length - 1) || '.', bundleBelow(files, file.name)]),
  )
  const within = (name: string): boolean =>
    roots.some(({ file }) => name.startsWith(file.name.slice(0, -manifestName.length)))
  return {
    files: roots.length === 0 ? files : files.filter(({ file }) => !within(file.name)),
    bundles: new Map([...bundles, ...folders]),
    problems: problems.filter(({ file = '' }) => roots.length === 0 || !within(file)),
  }
}

const bundleBelow = (files: ReadonlyArray<HeldFile>, manifest: string): Bundle => {
  const below = manifest.slice(0, -manifestName.length)
  const texts = new Map(
    files
      .filter(({ file }) => file.name.startsWith(below))
      .map(({ file }) => [file.name.slice(below.length), file.text]),
  )
  return {
    names: [...texts.keys()].sort(),
    read: (name) => Promise.resolve(E.right(texts.get(name) ?? '')),
  }
}

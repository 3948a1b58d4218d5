/** Files as the page and its worker speak of them, and what is wrong with them. */

/** A file as the page has it: what the editor holds, or what was dropped and not read yet. */
export interface SourceFile {
  /** As it was dropped, with its folders: `gathered/images.json`. */
  readonly name: string
  readonly content: string | Blob
}

/** A file as the worker tells it apart. */
export interface KnownFile {
  readonly name: string
  readonly bytes: number
  /** The tag of what it is, e.g. `KubectlList`. */
  readonly kind: string
  /** The same in words, e.g. `the output of kubectl get -o json`. */
  readonly is: string
  readonly language: 'json' | 'yaml' | 'text'
  /** How many objects, images or records it lists, where that is cheap to tell. */
  readonly count?: number
  /** Its text, where it came as a handle and is small enough for an editor. */
  readonly text?: string
  /** Too large for an editor; the worker holds it. */
  readonly isHeld: boolean
}

/** Something wrong, and where. */
export interface Problem {
  /** The sentence, without the name of the file. */
  readonly message: string
  /** Nothing: the question itself. */
  readonly file?: string
  /** E.g. `items[3].metadata.uid`. */
  readonly path?: string
  /** From 0, in UTF-16 units of the file's text. */
  readonly from?: number
  readonly to?: number
  /** From 1. */
  readonly line?: number
}

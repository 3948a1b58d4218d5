/** A certificate and its key in two files: read so that they belong together, and looked at again. */
import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { either as E, function as F, taskEither as TE } from 'fp-ts'

import { instant } from '../../core/time.js'
import { thrownText } from '../../core/thrown.js'
import { millis } from '../../core/index.js'
import { type Clock, type Signal, pause } from '../../execute/index.js'

/** Where the pair is, in PEM, e.g. the keys `tls.crt` and `tls.key` of a mounted Secret. */
export interface TlsFiles {
  /** The certificate, followed by those that lead to its root. */
  readonly certificate: string
  readonly key: string
}

/** What a certificate says of itself. */
export interface Certificate {
  readonly subject: string
  readonly notAfter: Date
}

/** Why a pair can't be used. */
export type CertificateProblem =
  | { readonly _tag: 'UnreadableFile'; readonly file: string; readonly message: string }
  | { readonly _tag: 'NoCertificate'; readonly file: string; readonly message: string }
  | { readonly _tag: 'NoKey'; readonly file: string; readonly message: string }
  /** Each is right, and they don't belong together. */
  | { readonly _tag: 'KeyOfAnother'; readonly certificate: string; readonly key: string }
  /** The files changed during each of several reads. */
  | { readonly _tag: 'Changing'; readonly certificate: string; readonly key: string }

/** A pair that belongs together. */
export interface Pair {
  readonly cert: string
  readonly key: string
  readonly says: Certificate
}

/** The texts of both files at one time. */
interface Texts {
  readonly cert: string
  readonly key: string
}

/** A link may be swapped between two reads: the certificate is read before and after the key. */
const textsOf = async (files: TlsFiles, attempts = 3): Promise<E.Either<CertificateProblem, Texts>> => {
  const [before, key, after] = [
    await textOf(files.certificate)(),
    await textOf(files.key)(),
    await textOf(files.certificate)(),
  ]
  if (E.isLeft(before)) return before
  if (E.isLeft(key)) return key
  if (E.isRight(after) && after.right === before.right) return E.right({ cert: before.right, key: key.right })
  return attempts > 1 ? textsOf(files, attempts - 1) : E.left({ _tag: 'Changing', ...files })
}

const textOf = (file: string): TE.TaskEither<CertificateProblem, string> =>
  TE.tryCatch(
    () => readFile(file, 'utf8'),
    (thrown) => ({ _tag: 'UnreadableFile', file, message: thrownText(thrown) }),
  )

const pairOf =
  (files: TlsFiles) =>
  ({ cert, key }: Texts): E.Either<CertificateProblem, Pair> =>
    F.pipe(
      E.Do,
      E.bind('x509', () =>
        E.tryCatch(
          () => new X509Certificate(cert),
          (thrown): CertificateProblem => noneIn('NoCertificate', files.certificate, thrown),
        ),
      ),
      E.bind('privateKey', () =>
        E.tryCatch(
          () => createPrivateKey(key),
          (thrown): CertificateProblem => noneIn('NoKey', files.key, thrown),
        ),
      ),
      E.filterOrElse(
        ({ x509, privateKey }) => x509.checkPrivateKey(privateKey),
        (): CertificateProblem => ({ _tag: 'KeyOfAnother', ...files }),
      ),
      E.map(({ x509: { subject, validTo } }) => ({
        cert,
        key,
        says: { subject, notAfter: instant(Date.parse(validTo)) },
      })),
    )

const noneIn = (_tag: 'NoCertificate' | 'NoKey', file: string, thrown: unknown): CertificateProblem => ({
  _tag,
  file,
  message: thrownText(thrown),
})

/** Reads a pair. */
export const readPair = (files: TlsFiles): TE.TaskEither<CertificateProblem, Pair> =>
  F.pipe(() => textsOf(files), TE.flatMapEither(pairOf(files)))

/** How a pair is looked at again, and who hears of it. */
export interface Rereading {
  readonly clock: Clock
  readonly signal: Signal
  /** Milliseconds between two looks. */
  readonly every: number
  /** Hears of each look that found something else than the one before. */
  readonly changed: (found: E.Either<CertificateProblem, Pair>) => void
}

/**
 * Reads a pair again and again until the signal. What the files say counts, not when they were written: a Secret that is mounted is
 * swapped by a link.
 *
 * @upstream kubernetes-sigs/controller-runtime v0.20 pkg/certwatcher/certwatcher.go ReadCertificate
 */
export const rereadPair = async (files: TlsFiles, first: Pair, watching: Rereading): Promise<void> => {
  const { clock, signal, every, changed } = watching
  let last = lookOf(E.right(first))
  for (;;) {
    await pause(clock, millis(every), signal)
    if (signal.aborted) return
    const found = await readPair(files)()
    const look = lookOf(found)
    if (look !== last && !isAborted(signal)) changed(found)
    last = look
  }
}

const isAborted = ({ aborted }: Signal): boolean => aborted

const lookOf = (found: E.Either<CertificateProblem, Pair>): string =>
  JSON.stringify(E.isLeft(found) ? found.left : [found.right.cert, found.right.key])

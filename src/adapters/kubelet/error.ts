/** Why a kubelet did not answer. */

/** Why a kubelet did not answer; `path` is what was asked for. */
export type KubeletError =
  /** No answer arrived, or not in time. */
  | { readonly _tag: 'Unreachable'; readonly path: string; readonly message: string }
  /** It refuses; 401 and 403 are about the account. */
  | { readonly _tag: 'Refused'; readonly path: string; readonly status: number; readonly message: string }
  /** The answer is none that a kubelet gives, or settings with which none would start. */
  | { readonly _tag: 'Garbled'; readonly path: string; readonly message: string }

/** One sentence about an error. */
export const explainKubeletError = (error: KubeletError): string => {
  switch (error._tag) {
    case 'Unreachable':
      return `${error.path}: no answer: ${error.message}`
    case 'Refused':
      return `${error.path}: refused with ${error.status}${error.message === '' ? '' : `: ${error.message}`}`
    case 'Garbled':
      return `${error.path}: ${error.message}`
  }
}

/** What the editor can do, and how it looks: from the colours of the site, so that light and dark are one theme. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import {
  HighlightStyle,
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', backgroundColor: 'transparent', color: 'var(--vp-c-text-1)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--vp-font-family-mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--vp-c-text-1)' },
  '.cm-cursor': { borderLeftColor: 'var(--vp-c-text-1)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--vp-c-text-2)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--vp-c-default-soft)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--vp-c-brand-soft)',
  },
  '.cm-panels': { backgroundColor: 'var(--vp-c-bg-soft)', color: 'var(--vp-c-text-1)' },
  '.cm-panels input': { border: '1px solid var(--vp-c-divider)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--vp-c-bg-elv)',
    border: '1px solid var(--vp-c-divider)',
    borderRadius: '8px',
    padding: '4px',
    maxWidth: '420px',
  },
})

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--gc-code-key)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--gc-code-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: 'var(--gc-code-atom)' },
  { tag: [tags.comment, tags.meta], color: 'var(--vp-c-text-2)' },
  { tag: tags.invalid, color: 'var(--vp-c-danger-1)' },
])

/** Extensions of one file. */
export const extensionsFor = (
  language: 'json' | 'yaml' | 'text',
  label: string,
  onChange: (text: string) => void,
): Extension => [
  lineNumbers(),
  foldGutter(),
  codeFolding(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  lintGutter(),
  search({ top: true }),
  EditorState.tabSize.of(2),
  // Tab leaves the editor, as it leaves every field.
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
  syntaxHighlighting(colours),
  look,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
  // A file that is dropped is opened by the page, not written into the text.
  EditorView.domEventHandlers({ drop: (event) => event.dataTransfer?.types.includes('Files') === true }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString())
  }),
  ...(language === 'json' ? [json()] : language === 'yaml' ? [yaml()] : []),
]

/** Answers what the API documentation holds: every entry point, and nothing in it undocumented or unlinked. */
import { OptionDefaults } from 'typedoc'

import { entryPoints } from './scripts/package.mjs'

/**
 * Each member of a union of reasons carries its own `@upstream`. The pages show such members by their text alone and
 * typedoc warns about the tags; the tags are read from the sources, so the warning says nothing.
 *
 * @param {import('typedoc').Application} app
 */
const allowTagsOnUnionMembers = ({ logger }) => {
  const warn = logger.warn.bind(logger)
  logger.warn = (
    /** @type {import('typedoc').TranslatedString} */ message,
    /** @type {ReadonlyArray<never>} */ ...where
  ) => {
    if (!/comment for .* should not contain any block or modifier tags/.test(message)) warn(message, ...where)
  }
}

/** @type {import('typedoc').TypeDocOptions} */
export default {
  plugin: [allowTagsOnUnionMembers],
  entryPoints: entryPoints.map(({ source }) => source),
  out: 'docs/api',
  // The one that holds the entries for runners as well.
  tsconfig: 'tsconfig.runners.json',
  includeVersion: true,
  excludeInternal: true,
  disableGit: true,
  sourceLinkTemplate: 'src:{path}#L{line}',
  readme: 'none',
  // `@upstream` names what a rule follows, `@differs` where it does not on purpose.
  blockTags: [...OptionDefaults.blockTags, '@upstream', '@differs'],
  // What the memory of the owner collector is made of is read through functions.
  intentionallyNotExported: ['Queue', 'Trie', 'VirtualDelete', 'OfEach'],
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: true,
    rewrittenLink: true,
    notDocumented: true,
    unusedMergeModuleWith: true,
  },
  requiredToBeDocumented: ['Module', 'Function', 'Interface', 'TypeAlias', 'Variable'],
  treatValidationWarningsAsErrors: true,
  treatWarningsAsErrors: true,
}

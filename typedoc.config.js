/** Answers what the API documentation holds: every entry point, and nothing in it undocumented or unlinked. */
import { OptionDefaults } from 'typedoc'

import { entryPoints } from './scripts/package.mjs'

/** @type {import('typedoc').TypeDocOptions} */
export default {
  entryPoints: entryPoints.map(({ source }) => source),
  out: 'docs/api',
  tsconfig: 'tsconfig.json',
  includeVersion: true,
  excludeInternal: true,
  disableGit: true,
  sourceLinkTemplate: 'src:{path}#L{line}',
  readme: 'none',
  // `@upstream` names what a rule follows, `@differs` where it does not on purpose.
  blockTags: [...OptionDefaults.blockTags, '@upstream', '@differs'],
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

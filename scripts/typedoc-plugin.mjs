/**
 * The part of typedoc.json that needs code. The entry points come from the exports of package.json, and each page is
 * named as it is imported, e.g. `gcplan/decode`.
 */
import { Application, Converter, OptionDefaults, ReflectionKind } from 'typedoc'

import { entryPoints, root } from './package.mjs'

/** What a file of `src` is imported as, by its path below the project's root. */
const specifiers = new Map(entryPoints.map(({ source, specifier }) => [source, specifier]))

/** @param {Application} app */
export const load = (app) => {
  app.on(Application.EVENT_BOOTSTRAP_END, () => {
    app.options.setValue('entryPoints', [...specifiers.keys()], root)
    // `@upstream` names the function that a rule follows, `@differs` where the rule differs on purpose.
    app.options.setValue('blockTags', [...OptionDefaults.blockTags, '@upstream', '@differs'])
  })
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, nameModule)
  silenceTagsOnUnionMembers(app)
}

/** @param {import('typedoc').Context} context @param {import('typedoc').DeclarationReflection} reflection */
const nameModule = (context, reflection) => {
  if (!reflection.kindOf(ReflectionKind.Module)) return
  const file = context.getSymbolFromReflection(reflection)?.declarations?.[0]?.getSourceFile().fileName ?? ''
  const specifier = specifiers.get(file.replace(`${root}/`, ''))
  if (specifier === undefined) throw new Error(`${file || reflection.name} is not an entry point of package.json`)
  reflection.name = specifier
}

/**
 * Each member of a union of reasons has its own `@upstream`. TypeDoc prints such a member without its comment and warns
 * about the tag. The tags are read from the sources instead, so the warning is dropped.
 *
 * @param {Application} app
 */
const silenceTagsOnUnionMembers = ({ logger }) => {
  const warn = logger.warn.bind(logger)
  logger.warn = (
    /** @type {import('typedoc').TranslatedString} */ message,
    /** @type {ReadonlyArray<never>} */ ...where
  ) => {
    if (!/comment for .* should not contain any block or modifier tags/.test(message)) warn(message, ...where)
  }
}

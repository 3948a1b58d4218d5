import { own } from '../codec.js'
import { type ContainerdConfigVersion, keys, pluginNames } from './keys.js'
import { isRecord } from '../../internal/lists.js'

type Fields = Readonly<Record<string, unknown>>

/** Notes on the ignored and related parts of the file, in words. */
export const notesOn = (version: ContainerdConfigVersion, file: Fields, plugins: Fields): ReadonlyArray<string> => {
  const known = new Set<string>(Object.values(keys).map(({ name }) => name))
  const here = pluginNames[version]
  const elsewhere = pluginNames[version === 1 ? 3 : 1]
  const table = own(plugins, here)
  const imports = own(file, 'imports')
  const disabled = own(file, 'disabled_plugins')
  return [
    ...Object.keys(isRecord(table) ? table : {})
      .filter((key) => !known.has(key))
      .map((key) => `the scheduler knows no setting ${JSON.stringify(key)}`),
    ...(Object.hasOwn(plugins, elsewhere)
      ? [`[plugins.${JSON.stringify(elsewhere)}] is ignored in a file of version ${version}`]
      : []),
    ...(Array.isArray(imports) && imports.length > 0 ? ['the files that it imports are not read'] : []),
    ...(Array.isArray(disabled) && disabled.includes(here)
      ? ['it disables the scheduler, so that nothing collects']
      : []),
  ]
}

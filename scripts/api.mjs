/**
 * Answers whether the public interface is the reviewed one: one API report per entry point, under etc/. With `--update`
 * the reports are written; without, any difference is an error.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

import { entryPoints, root } from './package.mjs'
import { run } from './run.mjs'

const update = process.argv.includes('--update')

/** @param {import('./package.mjs').EntryPoint} entry */
const configure = ({ declarations, slug }) =>
  ExtractorConfig.prepare({
    packageJsonFullPath: join(root, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, declarations),
      compiler: { tsconfigFilePath: join(root, 'tsconfig.core.json') },
      apiReport: {
        enabled: true,
        reportFileName: slug,
        reportFolder: join(root, 'etc'),
        reportTempFolder: join(root, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Warning } },
        extractorMessageReporting: {
          default: { logLevel: ExtractorLogLevel.Warning },
          // Every name of an entry point is public; there are no stages of release.
          'ae-missing-release-tag': { logLevel: ExtractorLogLevel.None },
          // Whether everything is documented and every link holds is judged by the documentation's own check.
          'ae-undocumented': { logLevel: ExtractorLogLevel.None },
          'ae-unresolved-link': { logLevel: ExtractorLogLevel.None },
          // A word of the shared entry used by another one is noted in that one's report.
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: true },
        },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })

mkdirSync(join(root, 'etc'), { recursive: true })
const configs = entryPoints.map(configure)
const [first, ...others] = configs
if (first === undefined) throw new Error('the package has no entry point')
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
})

let red = false
for (const config of configs) {
  const { apiReportChanged, errorCount, warningCount } = Extractor.invoke(config, {
    compilerState,
    localBuild: update,
    messageCallback: (message) => {
      // Notices of the tool about itself; differences are shown below.
      if (message.messageId.startsWith('console-')) message.logLevel = ExtractorLogLevel.None
    },
  })
  red ||= errorCount > 0 || (!update && (apiReportChanged || warningCount > 0))
  if (!update && apiReportChanged) {
    const files = [config.reportFilePath, config.reportTempFilePath]
    console.log((await run('git', ['diff', '--no-index', '--no-color', ...files])).output)
  }
}

const reviewed = new Set(entryPoints.map(({ slug }) => `${slug}.api.md`))
for (const file of readdirSync(join(root, 'etc')).filter((name) => name.endsWith('.api.md') && !reviewed.has(name))) {
  if (update) rmSync(join(root, 'etc', file))
  else console.log(`etc/${file} belongs to no entry point`)
  red ||= !update
}
if (red) {
  console.log('The public interface is not the reviewed one: read the change, then npm run api:update.')
  process.exitCode = 1
}

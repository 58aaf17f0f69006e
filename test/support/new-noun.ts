import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { schemaVersion } from '../../server/backend/schema.ts'

const fixture = 'test/fixtures/new-noun'

/** Entries of a new noun: lines to insert after an existing line. An import goes to the top. */
const entries: Record<string, { imports: string[]; after: Record<string, string> }> = {
  'shared/nouns.ts': {
    imports: [
      "import { mooringEvents } from './activity/moorings.ts'",
      "import { mooringsApi } from './contracts/moorings.ts'",
      "import { mooringCodes } from './error-codes/moorings.ts'"
    ],
    after: {
      'export const api = {': '  moorings: mooringsApi,',
      'export const activityEvents = {': '  ...mooringEvents,',
      'export const problems = [': '  mooringCodes,'
    }
  },
  'server/backend/modules.ts': {
    imports: ["import { mooringsModule } from './moorings/moorings.ts'"],
    after: { 'export const modules: readonly Module[] = [': '  mooringsModule,' }
  },
  'web/routes/project-areas.ts': {
    imports: ["import { mooringsArea } from './project/moorings-area.ts'"],
    after: { 'export const projectAreas: readonly Area[] = [': '  mooringsArea,' }
  }
}

/** Copies the tree, without fixtures, into a folder and adds a noun to the copy. @returns the existing files that were changed, and the new ones */
export function treeWithNewNoun(folder: string): { edited: string[]; added: string[] } {
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\0')
    .filter(path => path && !path.startsWith('test/fixtures/') && !path.startsWith('docs/'))
  for (const path of tracked) copy(path, join(folder, path))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))

  const version = String(schemaVersion + 1)
  const filled = (text: string) => text.replaceAll('NUMBER', version.padStart(4, '0')).replaceAll('VERSION', version)
  const added = globSync(`${fixture}/**/*.txt`).map(path => {
    const target = filled(relative(fixture, path).replace(/\.txt$/, ''))
    write(join(folder, target), filled(readFileSync(path, 'utf8')))
    return target
  })
  for (const [path, entry] of Object.entries(entries)) write(join(folder, path), withEntry(readFileSync(path, 'utf8'), entry))
  const edited = tracked.filter(path => !readFileSync(path).equals(readFileSync(join(folder, path))))
  return { edited, added }
}

function withEntry(text: string, { imports, after }: (typeof entries)[string]): string {
  let edited = `${imports.join('\n')}\n${text}`
  for (const [line, entry] of Object.entries(after)) {
    if (!edited.includes(`${line}\n`)) throw new Error(`no line ${line}`)
    edited = edited.replace(`${line}\n`, `${line}\n${entry}\n`)
  }
  return edited
}

function copy(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

import { existsSync } from 'node:fs'
import { inRoot } from './paths.mjs'
import { Refusal } from './print.mjs'
import { capture } from './processes.mjs'

/**
 * Lists the files that differ from the last commit, as paths relative to the repository. New files are included, and deleted ones are not.
 * @throws Refusal if no file differs
 */
export async function changedFiles() {
  const listed = await Promise.all([
    capture('git', ['diff', '--name-only', '--relative', 'HEAD']),
    capture('git', ['ls-files', '--others', '--exclude-standard'])
  ])
  const files = listed.flatMap(({ out }) => out.split('\n')).filter(file => file !== '' && existsSync(inRoot(file)))
  if (files.length === 0) throw new Refusal('No files have changed since the last commit')
  return files
}

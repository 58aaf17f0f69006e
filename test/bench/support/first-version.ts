import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

/** Commit of version 0.1.0, the reference of the bars "… × of 0.1.0". */
const commit = '0d5cb12'

/** Checks out version 0.1.0 into a folder, with the packages of this tree. @returns a function that removes it */
export function checkOutFirstVersion(folder: string): () => void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
  git('worktree', 'add', '--detach', folder, commit)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return () => git('worktree', 'remove', '--force', folder)
}

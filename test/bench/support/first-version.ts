import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

/** Version 0.1.0, which the bars "… × of 0.1.0" are about. */
const commit = '0d5cb12'

/** Lays version 0.1.0 into a folder, with the packages of this tree. @returns how to remove it */
export function checkOutFirstVersion(folder: string): () => void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' })
  git('worktree', 'add', '--detach', folder, commit)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return () => git('worktree', 'remove', '--force', folder)
}

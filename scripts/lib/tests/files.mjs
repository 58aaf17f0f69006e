import { readdirSync } from 'node:fs'
import { inRoot } from '../paths.mjs'

export const isJourney = file => file.startsWith('test/e2e/')

/** Lists every test file, as a path relative to the repository. */
export function testFiles() {
  const files = readdirSync(inRoot('test'), { recursive: true }).map(file => `test/${file.replaceAll('\\', '/')}`)
  return files.filter(file => file.endsWith('.test.ts') && !file.includes('/node_modules/')).sort()
}

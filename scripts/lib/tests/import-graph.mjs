import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'
import { inRoot } from '../paths.mjs'

/** Lists of what the house is made of: everything meets there, so a path through one of them relates nothing to nothing. */
const composition = new Set([
  'server/backend/backend.ts',
  'server/backend/modules.ts',
  'server/gateway/gateway.ts',
  'server/isobath.ts',
  'shared/nouns.ts',
  'web/app/routes.tsx',
  'web/app/public-pages.tsx'
])

// Imports that leave something at run time: static ones that are not of types alone, lazy ones, and modules that are started by address.
const imported =
  /(?:^|\n)(?:import|export)\s(?!type\b)[^'"]*?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]\)|\bnew URL\(\s*['"](\.[^'"]+)['"]/g

const typesOnly = /(?:^|\n)import\stype\s[^'"]*?['"](\.[^'"]+)['"]/g

function importsOf(file, pattern = imported) {
  if (!['.ts', '.tsx', '.mjs'].includes(extname(file))) return []
  const found = readFileSync(inRoot(file), 'utf8').matchAll(pattern)
  return [...found]
    .map(([, fixed, lazy, address]) => normalize(join(dirname(file), fixed ?? lazy ?? address)))
    .filter(path => extname(path) !== '' && existsSync(inRoot(path)))
}

/**
 * The files that `from` loads, directly or not, without those behind a list of the house that `from` does not load itself;
 * and those that it takes types from: a test names its contract that way.
 */
export function reachedFrom(from) {
  const named = importsOf(from, typesOnly)
  const seen = new Set([from, ...named])
  const open = [from]
  while (open.length > 0) {
    const file = open.pop()
    if (composition.has(file) && file !== from) continue
    for (const next of importsOf(file)) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return seen
}

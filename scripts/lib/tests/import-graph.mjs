import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'
import { inRoot } from '../paths.mjs'

/** Modules that list the parts of the product. Such a list connects everything, so an import path through it does not make two files related. */
const composition = new Set([
  'server/backend/backend.ts',
  'server/backend/modules.ts',
  'server/gateway/gateway.ts',
  'server/isobath.ts',
  'shared/nouns.ts',
  'web/app/routes.tsx',
  'web/app/public-pages.tsx'
])

// Imports with an effect at run time: static ones except for type-only imports, dynamic ones, and modules started by URL.
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
 * Finds the files that `from` loads, directly or indirectly. Files that it loads only through a list of parts are left out, unless `from` loads the
 * list itself. Files from which it imports types are included, because that is how a test refers to its contract.
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

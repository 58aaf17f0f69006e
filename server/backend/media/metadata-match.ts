import type { Database } from '../storage/database.ts'
import { nameKey, stemKey } from './rows.ts'

interface Candidate {
  id: string
  fileName: string
}

const imageExtension = /\.(jpe?g|png|tiff?|webp)$/

/**
 * Indexes the media of a project by file name. A name to find may include a path, lack the extension or differ in case. The index covers the whole
 * project, so a table of any length needs only one query.
 */
export async function fileNameIndex(db: Database, projectId: string) {
  const rows = await db
    .selectFrom('media')
    .select(['id', 'file_name', 'name_key', 'stem_key'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  const byName = new Map<string, Candidate[]>()
  const byStem = new Map<string, Candidate[]>()
  for (const row of rows) {
    const candidate = { id: row.id, fileName: row.file_name }
    add(byName, withoutSpellings(row.name_key), candidate)
    add(byStem, row.stem_key, candidate)
  }

  /** @returns the only media item with this name, or the problem if there is none or more than one */
  return function find(given: string): Candidate | { problem: string } {
    const last = given.split(/[\\/]/).at(-1) ?? ''
    const key = nameKey(last)
    const found =
      byName.get(withoutSpellings(key)) ?? (imageExtension.test(key) ? [] : [...(byStem.get(key) ?? byStem.get(stemKey(last)) ?? [])])
    const [only, ...others] = found
    if (!only) return { problem: 'no image of this project has this file name' }
    if (others.length === 0) return only
    const exact = found.filter(candidate => candidate.fileName === last)
    if (exact.length === 1 && exact[0]) return exact[0]
    return { problem: `${found.length} images of this project have this file name` }
  }
}

/** Normalises the extensions that have two spellings: `.jpeg` and `.jpg`, `.tiff` and `.tif`. */
function withoutSpellings(key: string): string {
  return key.replace(/\.jpeg$/, '.jpg').replace(/\.tiff$/, '.tif')
}

function add(map: Map<string, Candidate[]>, key: string, candidate: Candidate): void {
  const there = map.get(key)
  if (there) there.push(candidate)
  else map.set(key, [candidate])
}

import { bareFileName } from '../../../shared/publication/models.ts'
import { person } from '../annotations/review/filter-sql.ts'
import type { Sight } from '../projects/scope.ts'
import { publicationOf } from '../publication/repository.ts'
import type { Database } from '../storage/database.ts'
import { tidyName } from '../taxonomy/names.ts'

/**
 * Reads the names of the imported files without a path. They come from the activity log of the project, because imports are removed after a few days.
 */
export async function importedFiles(db: Database, projectId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('activity')
    .select('detail')
    .where('project_id', '=', projectId)
    .where('event', '=', 'annotations.imported')
    .execute()
  const names = rows.map(({ detail }) => JSON.parse(detail).fileName)
  return new Set(names.flatMap(name => (typeof name === 'string' ? [bareFileName(tidyName(name))] : [])))
}

/**
 * Name for the unnamed program that wrote a file: the file name, with a number if that name is taken. Versions of a model often write files with the
 * same name, but each version needs its own description.
 */
export async function freeProgramName(db: Database, sight: Sight, fileName: string): Promise<string> {
  const { models } = await publicationOf(db, sight)
  const isTaken = async (name: string) =>
    models.some(({ annotator }) => annotator === name) || (await hasMarksOf(db, sight.projectId, name))
  let name = fileName
  for (let number = 2; await isTaken(name); number++) name = `${fileName} (${number})`
  return name
}

/** Returns whether an annotator has annotations. Reads a single row of the index `annotation_by_person`. */
async function hasMarksOf(db: Database, projectId: string, annotator: string): Promise<boolean> {
  const row = await db
    .selectFrom('annotation')
    .select('id')
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .where(person, '=', annotator)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

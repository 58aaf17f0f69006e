import { bareFileName } from '../../../shared/publication/models.ts'
import { person } from '../annotations/review/filter-sql.ts'
import { publicationOf } from '../publication/repository.ts'
import type { Database } from '../storage/database.ts'
import { tidyName } from '../taxonomy/names.ts'

/** Bare names of the imported files. Imports are removed after some days; the activity of a project is not. */
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
 * Name for the unnamed program behind a file: that of the file, with a number when it is taken in the project. Two versions of a model
 * often write files of one name, and each needs its own description.
 */
export async function freeProgramName(db: Database, projectId: string, fileName: string): Promise<string> {
  const { models } = await publicationOf(db, projectId)
  const isTaken = async (name: string) => models.some(({ annotator }) => annotator === name) || (await hasMarksOf(db, projectId, name))
  let name = fileName
  for (let number = 2; await isTaken(name); number++) name = `${fileName} (${number})`
  return name
}

/** True for an annotator with annotations. Reads one row of the index `annotation_by_person`, however many annotations there are. */
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

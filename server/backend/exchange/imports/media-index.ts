import { fileNameIndex } from '../../media/metadata-match.ts'
import type { Database } from '../../storage/database.ts'
import type { ImageSize } from '../reading.ts'

export interface KnownMedia extends ImageSize {
  id: string
  fileName: string
  annotationCount: number
}

export type MediaIndex = Awaited<ReturnType<typeof mediaIndex>>

/** The images of a project, found by the names that files give them. */
export async function mediaIndex(db: Database, projectId: string) {
  const findName = await fileNameIndex(db, projectId)
  const rows = await db
    .selectFrom('media')
    .select(['id', 'file_name', 'width', 'height', 'annotation_count'])
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute()
  const byId = new Map(
    rows.map(({ id, file_name: fileName, width, height, annotation_count: annotationCount }): [string, KnownMedia] => [
      id,
      { id, fileName, width, height, annotationCount }
    ])
  )
  const asked = new Map<string, KnownMedia | { problem: string }>()

  function find(name: string): KnownMedia | { problem: string } {
    const before = asked.get(name)
    if (before) return before
    const found = findName(name)
    const media = 'problem' in found ? found : (byId.get(found.id) ?? { problem: 'it was removed' })
    asked.set(name, media)
    return media
  }

  return {
    find,
    get: (id: string): KnownMedia | undefined => byId.get(id),
    /** By name. */
    all: (): Iterable<KnownMedia> => byId.values(),
    sizeOf(name: string): ImageSize | null {
      const media = find(name)
      return 'problem' in media ? null : media
    }
  }
}

import type { Role } from '../../../shared/contracts/projects.ts'
import { NotFound } from '../../lib/errors.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'

/** Finds the project of an image and checks what the viewer may do there. */
export function projectOfMedia(db: Database, access: ProjectAccess) {
  /**
   * @throws NotFound for an image that is not there, or of a project that the viewer may not see
   * @throws RoleNeeded for a member whose role is lower
   */
  return async (viewer: Viewer, mediaId: string, atLeast: Role): Promise<string> => {
    const media = await db
      .selectFrom('media')
      .select('project_id')
      .where('id', '=', mediaId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!media || !(await access.roleOf(viewer, media.project_id))) throw new NotFound('The media item')
    await access.require(viewer, media.project_id, atLeast)
    return media.project_id
  }
}

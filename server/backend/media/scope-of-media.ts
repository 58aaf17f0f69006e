import type { Role } from '../../../shared/contracts/projects.ts'
import { NotFound } from '../../lib/errors.ts'
import type { ProjectAccess, Requester } from '../projects/access.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'

/** Returns a function that opens the project of an image for a viewer, and checks the viewer's role. */
export function scopeOfMedia(db: Database, access: ProjectAccess) {
  /**
   * @throws NotFound for a missing image, or one in a project that the viewer may not see
   * @throws RoleNeeded for a member with a lower role
   */
  return async (requester: Requester, mediaId: string, atLeast: Role): Promise<Scope> => {
    const media = await db
      .selectFrom('media')
      .select('project_id')
      .where('id', '=', mediaId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!media) throw new NotFound('The image')
    return access.open(requester, media.project_id, atLeast, 'The image')
  }
}

import type { Role, Visibility } from '../../../shared/contracts/projects.ts'
import type { Flag } from '../storage/tables.ts'

declare module '../storage/tables.ts' {
  interface Tables {
    project: ProjectTable
    project_member: ProjectMemberTable
    project_invitation: ProjectInvitationTable
    activity: ActivityTable
    storage_use: StorageUseTable
  }
}

export interface ProjectTable {
  id: string
  title: string
  /** Title in lower case, for sorting. */
  title_key: string
  /** Title, region and habitat in lower case, for searching. */
  search_key: string
  description: string | null
  habitat: string | null
  region: string | null
  start_date: string | null
  end_date: string | null
  visibility: Visibility
  cover_media_id: string | null
  media_count: number
  media_bytes: number
  member_count: number
  is_example: Flag
  revision: number
  created_at: string
  modified_at: string
  deleted_at: string | null
}

export interface ProjectInvitationTable {
  id: string
  project_id: string
  /** SHA-256 of the secret that follows `#` in the link. */
  hash: string
  role: Role
  once: Flag
  uses: number
  created_by: string
  created_at: string
  expires_at: string
  revoked_at: string | null
}

export interface ProjectMemberTable {
  project_id: string
  account_id: string
  role: Role
  joined_at: string
}

export interface ActivityTable {
  id: string
  project_id: string
  actor_id: string | null
  event: string
  detail: string
  time: string
}

export interface StorageUseTable {
  /** Id of the account; empty for images without an uploader. */
  account_id: string
  /** Total size of the originals in bytes, including removed images that can still be restored. */
  media_bytes: number
}

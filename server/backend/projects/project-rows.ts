import type { Selectable, Updateable } from 'kysely'
import type { Project, ProjectDraft, ProjectEdit, Role } from '../../../shared/contracts/projects.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { ProjectTable } from './tables.ts'

export type ProjectRow = Selectable<ProjectTable> & { role: Role | null }

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    habitat: row.habitat,
    region: row.region,
    startDate: row.start_date,
    endDate: row.end_date,
    visibility: row.visibility,
    coverMediaId: row.cover_media_id,
    role: row.role,
    memberCount: row.member_count,
    mediaCount: row.media_count,
    ...(row.is_example === 1 && { isExample: true }),
    revision: row.revision,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    deletedAt: row.deleted_at
  }
}

type Fields = Omit<ProjectDraft, 'title'> & Partial<Pick<ProjectDraft, 'title'>> & Pick<ProjectEdit, 'coverMediaId'>
type Columns = Updateable<ProjectTable>

/** Converts fields to columns. Blank text becomes null. */
export function toColumns(fields: Fields): Columns {
  const columns: Columns = {}
  if (fields.title !== undefined) columns.title = fields.title.trim()
  if (fields.description !== undefined) columns.description = words(fields.description)
  if (fields.habitat !== undefined) columns.habitat = words(fields.habitat)
  if (fields.region !== undefined) columns.region = words(fields.region)
  if (fields.startDate !== undefined) columns.start_date = fields.startDate
  if (fields.endDate !== undefined) columns.end_date = fields.endDate
  if (fields.visibility !== undefined) columns.visibility = fields.visibility
  if (fields.coverMediaId !== undefined) columns.cover_media_id = fields.coverMediaId
  return columns
}

const words = (text: string | null) => text?.trim() || null

/** Keys for sorting and searching the project list, derived from the displayed text. */
export function keysOf({ title, region, habitat }: Pick<ProjectRow, 'title' | 'region' | 'habitat'>) {
  return { title_key: searchable(title), search_key: searchable([title, region, habitat].filter(Boolean).join('\n')) }
}

/** Converts text to its searchable form: lower case, Unicode NFKC. */
export function searchable(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Checks the order of the dates. @throws InvalidRequest when the end date is before the start date */
export function requireDatesInOrder({ start_date, end_date }: { start_date?: string | null; end_date?: string | null }): void {
  if (start_date && end_date && end_date < start_date) {
    throw new InvalidRequest([{ path: '/endDate', message: 'is before the start date' }])
  }
}

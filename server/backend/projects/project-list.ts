import { sql } from 'kysely'
import type { Project, ProjectListQuery } from '../../../shared/contracts/projects.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { blindSince, modifiedAsSeen, modifiedAtFor } from './modified-as-seen.ts'
import { searchable, toProject } from './project-rows.ts'

const dayMs = 24 * 60 * 60_000

/** Earliest deletion time at which a project can still be restored. */
export const restorableSince = (nowMs = Date.now()) => timestamp(nowMs - restoreWindowDays * dayMs)

const sortColumns = { modified: 'modified_at', created: 'created_at', title: 'title_key' } as const

export interface ProjectPage {
  projects: Project[]
  nextCursor: string | null
  totalCount: number
}

/**
 * Lists one page of the projects that an account may see: those with the account as a member, and internal ones. With `deleted`, the page lists the
 * deleted projects that the account may restore. Keyset pagination makes every page cost the same.
 */
export async function listProjects(db: Database, { accountId, isConfined }: Viewer, query: ProjectListQuery): Promise<ProjectPage> {
  const { search, sort = 'modified', deleted = false, limit = 50, cursor } = query
  const column = sortColumns[sort]
  const direction = sort === 'title' ? 'asc' : 'desc'
  const blind = await blindSince(db, accountId)
  const key = column === 'modified_at' ? modifiedAtFor(blind) : sql.ref<string>(`project.${column}`)

  let visible = db
    .selectFrom('project')
    .leftJoin('project_member', join =>
      join.onRef('project_member.project_id', '=', 'project.id').on('project_member.account_id', '=', accountId)
    )
  if (deleted) {
    visible = visible.where('project.deleted_at', '>', restorableSince()).where('project_member.role', '=', 'owner')
  } else {
    visible = visible
      .where('project.deleted_at', 'is', null)
      .where(eb =>
        eb.or([eb('project_member.account_id', 'is not', null), ...(isConfined ? [] : [eb('project.visibility', '=', 'internal')])])
      )
  }
  const wanted = search?.trim()
  if (wanted) visible = visible.where(sql<boolean>`project.search_key like ${containing(searchable(wanted))} escape '\\'`)

  let page = visible
    .selectAll('project')
    .select('project_member.role')
    .select(key.as('key'))
    .orderBy(key, direction)
    .orderBy('project.id', direction)
    .limit(limit + 1)
  if (cursor !== undefined) {
    const [from, id] = readCursor(cursor)
    const after = sql.raw(direction === 'asc' ? '>' : '<')
    page = page.where(sql<boolean>`(${key}, project.id) ${after} (${from}, ${id})`)
  }

  const [rows, count] = await Promise.all([
    page.execute(),
    visible.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    projects: rows.slice(0, limit).map(row => modifiedAsSeen(toProject(row), blind)),
    nextCursor: last ? writeCursor([last.key, last.id]) : null,
    totalCount: count.count
  }
}

/** `like` pattern that finds a text at any position. Wildcards in the text are escaped. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const writeCursor = (position: [string, string]) => Buffer.from(JSON.stringify(position)).toString('base64url')

/** Parses a cursor. @throws InvalidRequest for a cursor that this list did not issue */
function readCursor(cursor: string): [string, string] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === 2 && position.every(part => typeof part === 'string'))
      return position as [string, string]
  } catch {}
  throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
}

import { sql } from 'kysely'
import type { Activity } from '../../../shared/contracts/projects.ts'
import { activityEvents, type DetailOf, type EventName } from '../../../shared/nouns.ts'
import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { type PlaceViewer, shownPlaces } from '../generalisations/shown-places.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'
import type { Scope } from './scope.ts'

interface RecordOf<N extends EventName> {
  projectId: string
  actorId: string
  event: N
  detail: DetailOf<N>
}

/** Entry of the activity list, with the detail that its event requires. */
export type ActivityRecord = { [N in EventName]: RecordOf<N> }[EventName]

/** Records an activity in the transaction of the change, so that neither is stored without the other. */
export async function recordActivity(trx: AnyTransaction, { projectId, actorId, event, detail }: ActivityRecord): Promise<void> {
  await trx
    .insertInto('activity')
    .values({ id: newId(), project_id: projectId, actor_id: actorId, event, detail: JSON.stringify(detail), time: timestamp() })
    .execute()
}

export interface ActivityPage {
  items: Activity[]
  nextCursor: string | null
}

interface PageRequest {
  limit?: number
  /** Id of the last item of the previous page. Ids sort by time. */
  cursor?: string
}

/** Maximum number of projects that are searched one by one. With more projects, an account may see most of the activity on the server anyway. */
const fewProjects = 100
/** Cursor that sorts after every id in any collation, because ids are hexadecimal. */
const afterEveryId = 'g'

/** Reads the activity of projects, newest first. */
// Long: the queries of one noun.
export function activityRepository(db: Database) {
  const newestFirst = ({ limit = 20, cursor }: PageRequest) => {
    const all = db
      .selectFrom('activity')
      .innerJoin('project', 'project.id', 'activity.project_id')
      .leftJoin('account', 'account.id', 'activity.actor_id')
      .select(['activity.id', 'activity.project_id', 'activity.actor_id', 'activity.event', 'activity.detail', 'activity.time'])
      .select(['project.title', 'account.name', 'account.email'])
      .where('project.deleted_at', 'is', null)
      .orderBy('activity.id', 'desc')
      .limit(limit + 1)
    return cursor ? all.where('activity.id', '<', cursor) : all
  }

  function placesFor(accountId: string): PlacesIn {
    return async projectId => {
      const member = await db
        .selectFrom('project_member')
        .select('role')
        .where('project_id', '=', projectId)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return { role: member?.role ?? null, isBlind: false }
    }
  }

  return {
    async ofProject({ projectId, accountId, places }: Scope, page: PageRequest): Promise<ActivityPage> {
      const rows = await newestFirst(page).where('activity.project_id', '=', projectId).where(notHiddenFrom(accountId)).execute()
      return withPlaceNames(db, () => places, toPage(rows, page))
    },

    /** Reads the activity in all projects that the account is a member of. */
    async ofMember(accountId: string, page: PageRequest): Promise<ActivityPage> {
      const { limit = 20, cursor = afterEveryId } = page
      const memberships = db.selectFrom('project_member').select('project_id').where('account_id', '=', accountId)
      const count = (await memberships.limit(fewProjects + 1).execute()).length
      if (count === 0) return { items: [], nextCursor: null }
      if (count > fewProjects) {
        // Most of the recent activity is in these projects, so the table is read from its newest rows.
        const theirs = newestFirst(page).where(({ exists, selectFrom }) =>
          exists(
            selectFrom('project_member')
              .select('project_member.account_id')
              .whereRef('project_member.project_id', '=', 'activity.project_id')
              .where('project_member.account_id', '=', accountId)
          )
        )
        return withPlaceNames(db, placesFor(accountId), toPage(await theirs.where(notHiddenFrom(accountId)).execute(), page))
      }
      // Only rows that could be on the page are read from each project. An index finds the oldest of them.
      const theirs = newestFirst(page)
        .where('activity.project_id', 'in', memberships)
        .where(({ eb, selectFrom, fn }) => {
          const lastOfPage = selectFrom('activity as same')
            .select('same.id')
            .whereRef('same.project_id', '=', 'activity.project_id')
            .where('same.id', '<', cursor)
            .where(notHiddenFrom(accountId, 'same'))
            .orderBy('same.id', 'desc')
            .limit(1)
            .offset(limit)
          return eb('activity.id', '>=', fn.coalesce(lastOfPage, eb.val('')))
        })
      return withPlaceNames(db, placesFor(accountId), toPage(await theirs.where(notHiddenFrom(accountId)).execute(), page))
    }
  }
}

const hiddenEvents = Object.entries(activityEvents).flatMap(([name, { blind }]) => (blind === 'hidden' ? [name] : []))

/** SQL condition that hides certain events by others from blind members. */
const notHiddenFrom = (accountId: string, alias: 'activity' | 'same' = 'activity') => {
  const now = timestamp()
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`not (${of('event')} in (${sql.join(hiddenEvents)})
    and ${of('actor_id')} is distinct from ${accountId} and exists (
    select 1 from annotation_session_member
    join annotation_session on annotation_session.id = annotation_session_member.session_id
    where annotation_session_member.account_id = ${accountId} and annotation_session.project_id = ${of('project_id')}
      and annotation_session.starts_at <= ${now} and annotation_session.ends_at > ${now} and ${of('time')} >= annotation_session.starts_at))`
}

const ofSites: readonly string[] = ['site.created', 'site.removed', 'site.restored'] satisfies EventName[]

/** Returns the viewer whose rights determine how precisely places in a project are shown. */
type PlacesIn = (projectId: string) => PlaceViewer | Promise<PlaceViewer>

/** Removes the details of activities about sites, such as names, unless the viewer may see exact places in the project. */
async function withPlaceNames(db: Database, placesIn: PlacesIn, page: ActivityPage): Promise<ActivityPage> {
  const projectIds = new Set(page.items.filter(({ event }) => ofSites.includes(event)).map(({ projectId }) => projectId))
  const exact = new Set<string>()
  for (const projectId of projectIds) {
    const { isExact } = await shownPlaces(db, projectId, await placesIn(projectId))
    if (isExact) exact.add(projectId)
  }
  const isShown = ({ event, projectId }: Activity) => !ofSites.includes(event) || exact.has(projectId)
  return { ...page, items: page.items.map(item => (isShown(item) ? item : { ...item, detail: {} })) }
}

interface Row {
  id: string
  project_id: string
  actor_id: string | null
  event: string
  detail: string
  time: string
  title: string
  name: string | null
  email: string | null
}

function toPage(rows: Row[], { limit = 20 }: PageRequest): ActivityPage {
  const items = rows.slice(0, limit).map(row => ({
    id: row.id,
    projectId: row.project_id,
    projectTitle: row.title,
    actorId: row.actor_id,
    actorName: row.name ?? row.email ?? (row.event === 'scale.corrected' ? 'An upgrade' : 'A former member'),
    event: row.event,
    detail: JSON.parse(row.detail) as Activity['detail'],
    time: row.time
  }))
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

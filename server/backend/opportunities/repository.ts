import { sql } from 'kysely'
import type { Deadline, Opportunity, OpportunityDraft, OpportunityEdit } from '../../../shared/contracts/opportunities.ts'
import { opportunityCodes } from '../../../shared/error-codes/opportunities.ts'
import { opportunityLimit } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import { codedError } from '../../lib/coded-error.ts'
import { InvalidRequest, NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { deadlineOf, isZone } from './deadlines.ts'

const OfOthers = codedError(opportunityCodes.OPPORTUNITY_OF_OTHERS)
const Confined = codedError(opportunityCodes.OPPORTUNITIES_CONFINED)
const TooManyOpportunities = codedError(opportunityCodes.TOO_MANY_OPPORTUNITIES)

/** Key that sorts after every instant. */
const never = '~'

type Facts = Omit<
  Opportunity,
  'id' | 'state' | 'kind' | 'isOpen' | 'closesAt' | 'isSaved' | 'mayEdit' | 'postedBy' | 'createdAt' | 'modifiedAt' | 'revision'
>

const blank: Omit<Facts, 'title'> = {
  ...{ summary: null, body: null, organization: null, url: null, place: null, isRemote: null, regions: [], tags: [], careerStages: [] },
  ...{ eligibility: null, amount: null, covers: null, notCovered: null, startsOn: null, endsOn: null, howToApply: null, berth: null },
  deadlines: []
}

export interface OpportunityQuery {
  q?: string
  kind?: Opportunity['kind']
  region?: string
  career?: string
  open_only?: boolean
  saved?: boolean
  mine?: boolean
  sort?: 'deadline' | 'new'
  limit?: number
  cursor?: string
}

const select = (db: Database, { accountId }: Viewer) =>
  db
    .selectFrom('opportunity')
    .leftJoin('account', 'account.id', 'opportunity.author_id')
    .leftJoin('opportunity_save', join =>
      join.onRef('opportunity_save.opportunity_id', '=', 'opportunity.id').on('opportunity_save.account_id', '=', accountId)
    )

type Selected = ReturnType<typeof select>
type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

const withColumns = (query: Selected) => query.selectAll('opportunity').select(['opportunity_save.saved_at', 'account.name as author_name'])

/** SQL repository of opportunities. Everyone with an account sees published ones, and only the author sees a draft. */
// Long: the queries of one noun.
export function opportunityRepository(db: Database) {
  /** @throws NotFound */
  async function row(viewer: Viewer, id: string, from: Database = db): Promise<Row> {
    const found = await withColumns(select(from, viewer)).where('opportunity.id', '=', id).executeTakeFirst()
    const isSeen = found && !viewer.isConfined && (found.state !== 'draft' || found.author_id === viewer.accountId)
    if (!isSeen) throw new NotFound('The opportunity')
    return found
  }

  /** @throws NotFound @throws OfOthers */
  async function ownRow(viewer: Viewer, id: string, from: Database): Promise<Row> {
    const found = await row(viewer, id, from)
    if (!mayEdit(viewer, found)) throw new OfOthers()
    return found
  }

  const get = async (viewer: Viewer, id: string): Promise<Opportunity> => toOpportunity(viewer, await row(viewer, id))

  return {
    get,

    async list(viewer: Viewer, query: OpportunityQuery) {
      const { limit = 50, cursor, sort = 'deadline' } = query
      if (viewer.isConfined) return { items: [], nextCursor: null, total: 0 }
      const found = filtered(select(db, viewer), viewer, query)
      const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const [key, id] = cursor ? placeOf(cursor) : []
      const rows = await withColumns(found)
        .$if(key !== undefined && sort === 'deadline', rest =>
          rest.where(eb =>
            eb.or([
              eb('opportunity.sort_key', '>', key as string),
              eb.and([eb('opportunity.sort_key', '=', key as string), eb('opportunity.id', '>', id as string)])
            ])
          )
        )
        .$if(id !== undefined && sort === 'new', rest => rest.where('opportunity.id', '<', id as string))
        .$if(sort === 'deadline', rest => rest.orderBy('opportunity.sort_key').orderBy('opportunity.id'))
        .$if(sort === 'new', rest => rest.orderBy('opportunity.id', 'desc'))
        .limit(limit + 1)
        .execute()
      const items = rows.slice(0, limit)
      const last = rows.length > limit ? items.at(-1) : undefined
      return {
        items: items.map(item => toOpportunity(viewer, item)),
        nextCursor: last ? Buffer.from(`${last.sort_key} ${last.id}`).toString('base64url') : null,
        total: Number(count)
      }
    },

    /** @throws InvalidRequest for an unknown zone or a faulty address @throws Confined @throws TooManyOpportunities */
    async create(viewer: Viewer, { isDraft = false, kind, deadlines = [], ...given }: OpportunityDraft): Promise<Opportunity> {
      if (viewer.isConfined) throw new Confined()
      checkUrl(given.url)
      const [id, at] = [newId(), timestamp()]
      const facts: Facts = { ...blank, ...given, title: given.title.trim(), deadlines: read(deadlines) }
      const times = { created_at: at, modified_at: at, revision: 1 }
      const { count } = await db
        .selectFrom('opportunity')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('author_id', '=', viewer.accountId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= opportunityLimit) throw new TooManyOpportunities() // two posts at once may pass it by one
      await db
        .insertInto('opportunity')
        .values({ id, author_id: viewer.accountId, state: isDraft ? 'draft' : 'published', kind, ...columnsOf(facts), ...times })
        .execute()
      return get(viewer, id)
    },

    /** @throws NotFound @throws OfOthers @throws StaleRevision @throws InvalidRequest for an unknown zone */
    async revise(viewer: Viewer, id: string, { revision, kind, state, deadlines, ...given }: OpportunityEdit): Promise<Opportunity> {
      checkUrl(given.url)
      await db.transaction().execute(async transaction => {
        const before = await ownRow(viewer, id, transaction)
        const facts: Facts = { ...(JSON.parse(before.facts) as Facts), ...given, ...(deadlines && { deadlines: read(deadlines) }) }
        const changed = await transaction
          .updateTable('opportunity')
          .set({
            ...columnsOf(facts),
            kind: kind ?? before.kind,
            state: state ?? before.state,
            modified_at: timestamp(),
            revision: revision + 1
          })
          .where('id', '=', id)
          .where('revision', '=', revision)
          .returning('id')
          .executeTakeFirst()
        if (!changed) throw new StaleRevision()
      })
      return get(viewer, id)
    },

    /** @throws NotFound @throws OfOthers */
    async remove(viewer: Viewer, id: string): Promise<void> {
      await ownRow(viewer, id, db)
      await db.deleteFrom('opportunity').where('id', '=', id).execute()
    },

    /** @throws NotFound */
    async save(viewer: Viewer, id: string): Promise<void> {
      await row(viewer, id)
      const saved = { account_id: viewer.accountId, opportunity_id: id, saved_at: timestamp() }
      await db
        .insertInto('opportunity_save')
        .values(saved)
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },

    /** @throws NotFound */
    async unsave(viewer: Viewer, id: string): Promise<void> {
      await row(viewer, id)
      await db.deleteFrom('opportunity_save').where('account_id', '=', viewer.accountId).where('opportunity_id', '=', id).execute()
    }
  }
}

const barred = (words: readonly string[]) => `|${words.map(word => word.toLowerCase()).join('|')}|`
const asPattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`
const like = (column: string, text: string) => sql<boolean>`${sql.ref(column)} like ${asPattern(text)} escape '\\'`

function filtered(query: Selected, viewer: Viewer, { q, kind, region, career, open_only = true, saved, mine }: OpportunityQuery): Selected {
  let found = mine ? query.where('opportunity.author_id', '=', viewer.accountId) : query.where('opportunity.state', '=', 'published')
  // A saved opportunity stays in its list after it has expired, and so does one's own.
  if (open_only && !saved && !mine) found = found.where('opportunity.expires_at', '>', timestamp())
  if (saved) found = found.where('opportunity_save.saved_at', 'is not', null)
  if (kind) found = found.where('opportunity.kind', '=', kind)
  if (region) found = found.where(like('opportunity.region_key', barred([region])))
  if (career) found = found.where(like('opportunity.career_key', barred([career])))
  for (const word of q?.split(/\s+/).filter(Boolean).slice(0, 10) ?? []) found = found.where(like('opportunity.search_key', word))
  return found
}

/** @throws InvalidRequest for a cursor of another list */
function placeOf(cursor: string): [key: string, id: string] {
  const [, key, id] = /^(~|[\d:.TZ-]+) ([\w-]+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (!key || !id) throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
  return [key, id]
}

/** @throws InvalidRequest for an address that browsers cannot open */
function checkUrl(url: string | null | undefined): void {
  if (url && !URL.canParse(url)) throw new InvalidRequest([{ path: '/url', message: 'is not a web address' }])
}

/** @throws InvalidRequest for an unknown time zone */
function read(drafts: NonNullable<OpportunityDraft['deadlines']>): Deadline[] {
  for (const [place, { zone }] of drafts.entries())
    if (zone !== null && !isZone(zone)) throw new InvalidRequest([{ path: `/deadlines/${place}/zone`, message: 'is not a time zone' }])
  return drafts.map(deadlineOf).sort((one, other) => (one.earliest < other.earliest ? -1 : 1))
}

function columnsOf(facts: Facts) {
  const last = facts.deadlines.at(-1)
  return {
    facts: JSON.stringify(facts),
    search_key: [facts.title, facts.summary, facts.organization, facts.place].filter(Boolean).join('\n').toLowerCase(),
    region_key: barred(facts.regions),
    career_key: barred(facts.careerStages),
    closes_at: last?.earliest ?? null,
    sort_key: last?.earliest ?? never,
    expires_at:
      facts.deadlines
        .map(({ latest }) => latest)
        .sort()
        .at(-1) ?? never
  }
}

const mayEdit = ({ accountId, administrator }: Viewer, { author_id: author }: Row) => administrator || author === accountId

function toOpportunity(viewer: Viewer, row: Row): Opportunity {
  return {
    ...(JSON.parse(row.facts) as Facts),
    id: row.id,
    state: row.state,
    kind: row.kind,
    isOpen: row.state === 'published' && row.expires_at > timestamp(),
    closesAt: row.closes_at,
    isSaved: row.saved_at !== null,
    mayEdit: mayEdit(viewer, row),
    postedBy: row.author_name,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    revision: row.revision
  }
}

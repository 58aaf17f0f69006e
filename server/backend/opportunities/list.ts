import { sql } from 'kysely'
import type { OpportunityCard } from '../../../shared/contracts/opportunities.ts'
import { timestamp } from '../../lib/clock.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { asPattern } from '../storage/text-pattern.ts'
import type { Viewer } from '../viewer.ts'
import { barredWord, type CardFacts, cardOf, type Facts, fitFactsOf, fullCard, fullFacts } from './facts.ts'
import { type FitFacts, fitOf } from './fit.ts'
import type { OpportunityProfiles } from './profile.ts'
import { hasWords } from './search-words.ts'
import { deadlineKey } from './sort-keys.ts'
import { statedTaxa } from './stated-taxa.ts'

export interface OpportunityQuery {
  q?: string
  kind?: OpportunityCard['kind']
  region?: string
  taxon?: string
  career?: string
  open_only?: boolean
  closed_only?: boolean
  from?: string
  to?: string
  fits?: boolean
  saved?: boolean
  mine?: boolean
  moderation?: boolean
  sort?: 'deadline' | 'new' | 'fits'
  limit?: number
  cursor?: string
}

/** Maximum number of open opportunities that are compared with a person, nearest deadlines first. */
const mostCompared = 2000
const dayMs = 86_400_000

const selectOpportunities = (db: Database, { accountId }: Viewer) =>
  db
    .selectFrom('opportunity')
    .innerJoin('opportunity_index', 'opportunity_index.opportunity_id', 'opportunity.id')
    .leftJoin('opportunity_save', join =>
      join.onRef('opportunity_save.opportunity_id', '=', 'opportunity.id').on('opportunity_save.account_id', '=', accountId)
    )

type Selected = ReturnType<typeof selectOpportunities>

const cardColumns = [
  ...(['opportunity.id', 'opportunity.state', 'opportunity.kind', 'opportunity.card', 'opportunity.fit_facts'] as const),
  ...(['opportunity.closes_at', 'opportunity.expires_at', 'opportunity.open_reports', 'opportunity_save.saved_at'] as const)
] as const

/** Lists the opportunities that a person may see, page by page. */
// Long: the queries of one list.
export function opportunityLists(db: Database, profiles: OpportunityProfiles) {
  /** Reads all facts of rows without a stored card. These rows are older than the columns `card` and `fit_facts`. */
  async function oldFacts(rows: readonly { id: string; card: string }[]): Promise<Map<string, Facts>> {
    const ids = rows.filter(({ card }) => card === '').map(({ id }) => id)
    if (ids.length === 0) return new Map()
    const found = await db.selectFrom('opportunity').select(['id', 'facts']).where('id', 'in', ids).execute()
    return new Map(found.map(({ id, facts }) => [id, fullFacts(JSON.parse(facts) as Partial<Facts>)]))
  }

  async function cards(viewer: Viewer, rows: readonly CardRow[]): Promise<OpportunityCard[]> {
    const old = await oldFacts(rows)
    const facts = new Map(rows.map(row => [row.id, fitFacts(row, old)]))
    const person = await profiles.person(viewer.accountId, () => [...facts.values()].flatMap(({ taxa }) => taxa))
    const now = timestamp()
    return rows.map(row => {
      const { id, state, kind, closes_at: closesAt, saved_at: savedAt, open_reports: reports } = row
      const isOpen = state === 'published' && row.expires_at > now
      const given = old.get(id)
      return {
        ...(given ? cardOf(given) : fullCard(JSON.parse(row.card) as CardFacts)),
        ...{ id, state, kind, isOpen, closesAt, isSaved: savedAt !== null, reports: viewer.administrator ? reports : 0 },
        fit: person && isOpen ? fitOf(kind, facts.get(id)!, person) : null
      }
    })
  }

  async function byKey(viewer: Viewer, query: OpportunityQuery) {
    const { limit = 50, sort = 'deadline' } = query
    const place = query.cursor === undefined ? null : placeOf(query.cursor, sort)
    const nowMs = place?.nowMs ?? Date.now()
    const found = filtered(db, viewer, query, nowMs)
    const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const key = deadlineKey(nowMs)
    const rows = await found
      .select(['opportunity.id', key.as('key')])
      .$if(place !== null && sort === 'deadline', rest =>
        rest.where(sql<boolean>`(${key} > ${place!.key} or (${key} = ${place!.key} and opportunity.id > ${place!.id}))`)
      )
      .$if(place !== null && sort === 'new', rest => rest.where('opportunity.id', '<', place!.id))
      .$if(sort === 'deadline', rest => rest.orderBy(key).orderBy('opportunity.id'))
      .$if(sort === 'new', rest => rest.orderBy('opportunity.id', 'desc'))
      .limit(limit + 1)
      .execute()
    const items = rows.slice(0, limit)
    const last = rows.length > limit ? items.at(-1) : undefined
    return {
      // Sorting the complete cards of all matches would take longer than reading the cards of one page afterwards.
      items: await cardsOf(
        viewer,
        items.map(({ id }) => id)
      ),
      nextCursor: last ? cursorOf(sort, nowMs, Number(last.key), last.id) : null,
      total: Number(count)
    }
  }

  /** Lists open opportunities by how well they fit the viewer, best first. The fit is computed for each request, because it is never stored. */
  async function byFit(viewer: Viewer, query: OpportunityQuery) {
    const { limit = 50 } = query
    const place = query.cursor === undefined ? null : placeOf(query.cursor, 'fits')
    const nowMs = place?.nowMs ?? Date.now()
    const rows = await filtered(db, viewer, query, nowMs)
      .where('opportunity.expires_at', '>', timestamp(nowMs))
      .select(['opportunity.id', 'opportunity.kind', 'opportunity.card', 'opportunity.fit_facts'])
      .orderBy(deadlineKey(nowMs))
      .orderBy('opportunity.id')
      .limit(mostCompared)
      .execute()
    const old = await oldFacts(rows.filter(({ fit_facts: facts }) => facts === ''))
    const facts = rows.map(row => fitFacts(row, old))
    const person = await profiles.person(viewer.accountId, () => facts.flatMap(({ taxa }) => taxa))
    const ranked = rows
      .map(({ id, kind }, nth) => ({ id, nth, fit: person && fitOf(kind, facts[nth]!, person) }))
      .filter(({ fit }) => !query.fits || fit?.verdict === 'fits' || fit?.verdict === 'may fit')
      .map(({ id, nth, fit }) => ({ id, nth, rank: fit?.verdict === 'excluded' ? -1 : (fit?.score ?? 0) }))
      .sort((one, other) => other.rank - one.rank || one.nth - other.nth)
    const from = place ? ranked.findIndex(({ id }) => id === place.id) + 1 : 0
    const shown = ranked.slice(from, from + limit)
    const last = shown.at(-1)
    return {
      items: await cardsOf(
        viewer,
        shown.map(({ id }) => id)
      ),
      nextCursor: last && from + shown.length < ranked.length ? cursorOf('fits', nowMs, last.rank, last.id) : null,
      total: ranked.length
    }
  }

  /** Reads the cards of the given opportunities, in the same order. */
  async function cardsOf(viewer: Viewer, ids: readonly string[]): Promise<OpportunityCard[]> {
    if (ids.length === 0) return []
    const rows = await selectOpportunities(db, viewer).select(cardColumns).where('opportunity.id', 'in', ids).execute()
    const byId = new Map((await cards(viewer, rows)).map(card => [card.id, card]))
    return ids.flatMap(id => byId.get(id) ?? [])
  }

  return async (viewer: Viewer, query: OpportunityQuery) => {
    if (viewer.isConfined || (query.moderation && !viewer.administrator)) return { items: [], nextCursor: null, total: 0 }
    return query.fits || query.sort === 'fits' ? byFit(viewer, query) : byKey(viewer, query)
  }
}

type CardRow = Pick<
  { id: string; state: OpportunityCard['state']; kind: OpportunityCard['kind']; card: string; fit_facts: string; open_reports: number } & {
    closes_at: string | null
    expires_at: string
    saved_at: string | null
  },
  'id' | 'state' | 'kind' | 'card' | 'fit_facts' | 'open_reports' | 'closes_at' | 'expires_at' | 'saved_at'
>

function fitFacts({ id, fit_facts: text }: { id: string; fit_facts: string }, old: ReadonlyMap<string, Facts>): FitFacts {
  const given = old.get(id)
  return given ? fitFactsOf(given) : (JSON.parse(text) as FitFacts)
}

const like = (column: string, text: string) => sql<boolean>`${sql.ref(column)} like ${asPattern(text)} escape '\\'`

function filtered(db: Database, viewer: Viewer, wanted: OpportunityQuery, nowMs: number): Selected {
  const { q, kind, region, taxon, career, open_only = true, closed_only, from, to, saved, mine, moderation } = wanted
  const now = timestamp(nowMs)
  let found = selectOpportunities(db, viewer)
  if (mine) found = found.where('opportunity.author_id', '=', viewer.accountId)
  else if (moderation)
    found = found.where(eb =>
      eb.or([
        eb('opportunity.state', 'in', ['proposed', 'refused']),
        eb.and([eb('open_reports', '>', 0), eb('opportunity.state', '=', 'published')])
      ])
    )
  // Withdrawn opportunities stay in the lists of the people who saved them.
  else found = found.where('opportunity.state', 'in', saved ? ['published', 'withdrawn'] : ['published'])
  if (closed_only) found = found.where('opportunity.expires_at', '<=', now)
  else if (open_only && !saved && !mine && !moderation) found = found.where('opportunity.expires_at', '>', now)
  if (saved) found = found.where('opportunity_save.saved_at', 'is not', null)
  if (kind) found = found.where('opportunity.kind', '=', kind)
  if (region) found = found.where(like('opportunity.region_key', barredWord(region)))
  if (taxon) found = found.where(({ or }) => or(statedTaxa(taxon).map(stated => like('opportunity.taxon_key', barredWord(stated)))))
  if (career) found = found.where(like('opportunity.career_key', barredWord(career)))
  if (from || to) {
    const [first, last] = [from ? Date.parse(from) : 0, to ? Date.parse(to) + dayMs : Number.MAX_SAFE_INTEGER]
    found = found.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('opportunity_date')
          .select('place')
          .whereRef('opportunity_date.opportunity_id', '=', 'opportunity.id')
          .where('latest_ms', '>=', first)
          .where('earliest_ms', '<', last)
      )
    )
  }
  if (q?.trim()) found = found.where(hasWords(db, q))
  return found
}

const cursorOf = (sort: string, nowMs: number, key: number, id: string) =>
  Buffer.from(`${sort} ${nowMs} ${key} ${id}`).toString('base64url')

/** @throws InvalidRequest for a cursor of another list */
function placeOf(cursor: string, sort: string): { nowMs: number; key: number; id: string } {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const [, of, nowMs, key, id] = /^(deadline|new|fits) (\d{1,15}) (-?\d{1,16}) ([\w-]{1,128})$/.exec(text) ?? []
  if (of !== sort || !id) throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
  return { nowMs: Number(nowMs), key: Number(key), id }
}

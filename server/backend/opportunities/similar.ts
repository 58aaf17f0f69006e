import { sql } from 'kysely'
import type { SimilarDraft, SimilarOpportunity } from '../../../shared/contracts/opportunities.ts'
import { similarLimit } from '../../../shared/limits.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Viewer } from '../viewer.ts'
import { addressKey } from './address-key.ts'
import { readDeadlines } from './draft-deadlines.ts'
import { areCompatible, type Described, leastSimilarity, similarityOf, titleStarts } from './likeness.ts'
import { canLeave, canStay } from './merges.ts'
import { factsOf, mayEdit, type OpportunityRow, opportunityRow } from './rows.ts'
import { survivorOf } from './survivor.ts'

/** Maximum number of opportunities whose titles are compared. Opportunities that share the most words come first, then the newest. */
const mostCompared = 200
/** Maximum number of title words that are used to find opportunities. The longest words are used. */
const mostStarts = 12

interface Wanted extends Described {
  url: string | null
  /** Id of the opportunity being compared, which the results exclude; null for a draft without an id. */
  id: string | null
  /** The opportunity being compared, if the viewer may edit it; null for a draft. */
  own: OpportunityRow | null
}

/**
 * Finds likely duplicates of an opportunity. They have the same web address, or a nearly equal title and compatible funders and deadlines. Only
 * opportunities that the viewer can see in lists are returned.
 */
export function similarOpportunities(db: Database) {
  async function find(viewer: Viewer, wanted: Wanted): Promise<SimilarOpportunity[]> {
    const { own } = wanted
    if (viewer.isConfined) return []
    const atAddress = new Set(await idsAtAddress(db, viewer, wanted.url))
    const ids = [...new Set([...atAddress, ...(await idsByTitle(db, viewer, wanted.title))])].filter(id => id !== wanted.id)
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('opportunity')
      .select(['id', 'state', 'kind', 'expires_at', 'closes_at', 'author_id'])
      .select(sql<string>`case when card = '' then facts else card end`.as('facts'))
      .where('id', 'in', ids)
      .execute()
    const now = timestamp()
    return rows
      .map(row => {
        const { id, state, kind, closes_at: closesAt } = row
        const { title, organization, deadlines, isRolling } = factsOf(row)
        const isOpen = state === 'published' && row.expires_at > now
        const match = atAddress.has(id) ? ('address' as const) : ('title' as const)
        const similarity = similarityOf(title, wanted.title)
        const mayMerge = own !== null && mayEdit(viewer, row) && areMergeable(own, row)
        return { id, state, kind, title, organization, deadlines, isRolling, isOpen, closesAt, match, similarity, mayMerge }
      })
      .filter(found => found.match === 'address' || (found.similarity >= leastSimilarity && areCompatible(found, wanted)))
      .sort((one, other) => rank(other) - rank(one) || (one.id < other.id ? 1 : -1))
      .slice(0, similarLimit)
  }

  return {
    /** @throws InvalidRequest for an unknown time zone */
    async ofDraft(viewer: Viewer, draft: SimilarDraft): Promise<SimilarOpportunity[]> {
      const { title = '', organization = null, url = null, deadlines = [], opportunityId = null } = draft
      return find(viewer, { title, organization, url, deadlines: readDeadlines(deadlines), id: opportunityId, own: null })
    },

    /** @throws NotFound */
    async ofOne(viewer: Viewer, address: string): Promise<SimilarOpportunity[]> {
      const row = await opportunityRow(viewer, address, db)
      const { title, organization, url, deadlines } = factsOf(row)
      return find(viewer, { title, organization, url, deadlines, id: row.id, own: mayEdit(viewer, row) ? row : null })
    }
  }
}

type Stated = Pick<OpportunityRow, 'state'>

const areMergeable = (one: Stated, other: Stated) => (canStay(one) && canLeave(other)) || (canStay(other) && canLeave(one))

/** Opportunities with the same web address rank before all matching titles. */
const rank = ({ match, similarity }: Pick<SimilarOpportunity, 'match' | 'similarity'>) => (match === 'address' ? 1 : 0) + similarity

/** Opportunities that lists show to a viewer: published ones, the viewer's own, and, for administrators, those to moderate. */
const listed = (db: Database, { administrator, accountId }: Viewer) =>
  db
    .selectFrom('opportunity')
    .where('opportunity.state', '!=', 'merged')
    .where(eb =>
      eb.or([
        eb('opportunity.state', 'in', administrator ? ['published', 'proposed', 'refused'] : ['published']),
        eb('opportunity.author_id', '=', accountId)
      ])
    )

async function idsAtAddress(db: Database, viewer: Viewer, url: string | null): Promise<string[]> {
  const key = url && addressKey(url)
  if (!key) return []
  const own = db.selectFrom('opportunity_index').select('opportunity_id').where('url_key', '=', key)
  const ofSources = db
    .selectFrom('opportunity_source')
    .select('opportunity_id')
    .where('url_key', '=', key)
    .where('opportunity_id', 'is not', null)
  // A merged call leads to its survivor, so the address of the merged call is found too.
  const survivors = db
    .selectFrom('opportunity as found')
    .select(survivorOf('found').as('id'))
    .where(eb => eb.or([eb('found.id', 'in', own), eb('found.id', 'in', ofSources)]))
  const rows = await listed(db, viewer)
    .select('opportunity.id')
    .where('opportunity.id', 'in', survivors)
    .orderBy('opportunity.id', 'desc')
    .limit(mostCompared)
    .execute()
  return rows.map(({ id }) => id)
}

async function idsByTitle(db: Database, viewer: Viewer, title: string): Promise<string[]> {
  const starts = titleStarts(title).slice(0, mostStarts)
  if (starts.length === 0) return []
  const rows = await listed(db, viewer)
    .innerJoin('opportunity_title_word', 'opportunity_title_word.opportunity_id', 'opportunity.id')
    .select('opportunity.id')
    .where('opportunity_title_word.start', 'in', starts)
    .groupBy('opportunity.id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('opportunity.id', 'desc')
    .limit(mostCompared)
    .execute()
  return rows.map(({ id }) => id)
}

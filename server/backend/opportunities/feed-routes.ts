import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CalendarChoice, opportunityFeedsApi } from '../../../shared/contracts/opportunity-feeds.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { attemptCounter, type Limit } from '../accounts/attempts.ts'
import { clientOf } from '../accounts/client.ts'
import { refuseAfter } from '../accounts/login-throttle.ts'
import { needsProof } from '../accounts/needs-proof.ts'
import type { BackendConfig } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { type CalendarItem, calendarOf } from './calendar.ts'
import { calendarTokens } from './calendar-tokens.ts'
import { atomFeed, type FeedItem, jsonFeed, rssFeed } from './feeds.ts'
import { jsonLd, publicPage } from './json-ld.ts'
import { type OpportunityQuery, opportunityLists } from './list.ts'
import { opportunityProfiles } from './profile.ts'
import { factsOf } from './rows.ts'

/** Rate limits: reads of one calendar, and requests by one client for calendars that do not exist. */
const readLimit: Limit = { attempts: 60, windowMs: 3_600_000 }
const guessLimit: Limit = { attempts: 30, windowMs: 3_600_000 }
/** Maximum number of opportunities in a calendar, nearest deadlines first, and in a feed, newest first. */
const mostInCalendar = 600
const mostInFeed = 200
const pageOfList = 200

interface FeedRoutes {
  db: Database
  config: Pick<BackendConfig, 'registration' | 'smtpUrl' | 'publicUrl'>
}

/** Routes for personal calendars, which the token in their address opens, and for the public feeds. */
// Long: the routes of one noun.
export const opportunityFeedRoutes: FastifyPluginAsyncTypebox<FeedRoutes> = async (app, { db, config }) => {
  const tokens = calendarTokens(db)
  const attempts = attemptCounter(db)
  const list = opportunityLists(db, opportunityProfiles(db))

  app.route({
    ...opportunityFeedsApi.calendarTokens,
    handler: async request => ({ tokens: await tokens.list(viewerOf(request).accountId) })
  })

  app.route({
    ...opportunityFeedsApi.createCalendarToken,
    handler: async (request, reply) => {
      const { name, choice } = request.body
      return reply.code(201).send(await tokens.create(viewerOf(request), name, choice))
    }
  })

  app.route({
    ...opportunityFeedsApi.revokeCalendarToken,
    handler: async (request, reply) => {
      await tokens.revoke(viewerOf(request).accountId, request.params.calendarTokenId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...opportunityFeedsApi.calendar,
    handler: async (request, reply) => {
      const found = await tokens.find(request.query.token)
      if (!found) {
        refuseAfter(await attempts.count(['calendar-guess', clientOf(request).address], guessLimit))
        throw new NotFound('The calendar')
      }
      refuseAfter(await attempts.count(['calendar', found.id], readLimit))
      await tokens.noteUse(found.id)
      const isConfined = needsProof(config) && found.email_proved_at === null
      const viewer = { accountId: found.account_id, email: found.email, displayName: '', administrator: false, isConfined }
      const items = await calendarItems(db, { ...viewer, sessionId: null, scope: 'read' }, found.choice, config.publicUrl)
      reply.header('content-disposition', 'inline; filename="opportunities.ics"')
      return send(request, reply, 'text/calendar; charset=utf-8', await calendarOf(`Opportunities: ${found.name}`, items), 'private')
    }
  })

  async function calendarItems(db: Database, viewer: Viewer, choice: CalendarChoice, publicUrl: URL | null): Promise<CalendarItem[]> {
    const { of, ...filter } = choice
    const query: OpportunityQuery = { ...(of === 'saved' ? { saved: true } : of === 'fits' ? { fits: true } : filter), limit: pageOfList }
    const cards = []
    for (let cursor: string | null | undefined; cursor !== null && cards.length < mostInCalendar; ) {
      const page = await list(viewer, { ...query, ...(cursor && { cursor }) })
      cards.push(...page.items)
      cursor = page.nextCursor
    }
    if (cards.length === 0) return []
    const rows = await db
      .selectFrom('opportunity')
      .select(['id', 'revision', 'modified_at'])
      .where(
        'id',
        'in',
        cards.map(({ id }) => id)
      )
      .execute()
    const byId = new Map(rows.map(row => [row.id, row]))
    return cards.flatMap(card => {
      const row = byId.get(card.id)
      const link = publicUrl && new URL(`opportunities/${card.id}`, publicUrl.href.endsWith('/') ? publicUrl : `${publicUrl.href}/`).href
      return row ? [{ ...card, revision: row.revision, modifiedAt: row.modified_at, link }] : []
    })
  }

  async function feedItems(): Promise<FeedItem[]> {
    const rows = await db
      .selectFrom('opportunity')
      .select(['id', 'kind', 'created_at', 'modified_at', 'facts'])
      .where('state', '=', 'published')
      .where('is_public', '=', 1)
      .where('expires_at', '>', timestamp())
      .orderBy('id', 'desc')
      .limit(mostInFeed)
      .execute()
    return rows.map(row => ({
      ...{ id: row.id, kind: row.kind, createdAt: row.created_at, modifiedAt: row.modified_at, facts: factsOf(row) }
    }))
  }

  const originOf = (request: FastifyRequest) => config.publicUrl ?? new URL(`${request.protocol}://${request.host}`)
  const feeds = [
    [opportunityFeedsApi.jsonFeed, 'application/feed+json; charset=utf-8', jsonFeed],
    [opportunityFeedsApi.rssFeed, 'application/rss+xml; charset=utf-8', rssFeed],
    [opportunityFeedsApi.atomFeed, 'application/atom+xml; charset=utf-8', atomFeed],
    [opportunityFeedsApi.jsonLd, 'application/ld+json; charset=utf-8', jsonLd],
    [opportunityFeedsApi.page, 'text/html; charset=utf-8', publicPage]
  ] as const
  for (const [contract, type, write] of feeds)
    app.route({
      ...contract,
      handler: async (request, reply) =>
        send(request, reply, type, write({ origin: originOf(request), items: await feedItems() }), 'public, max-age=900')
    })
}

/** Sends a text with an ETag, or 304 to a client that already has it. */
function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string, caching: string) {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  reply.header('etag', etag).header('cache-control', caching.startsWith('private') ? 'private, no-cache' : caching)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).send(text)
}

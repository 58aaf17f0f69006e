import createError from '@fastify/error'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { isZone } from '../../../shared/clock/moment-of-clock.ts'
import { mediaApi } from '../../../shared/contracts/media.ts'
import { metadataCsvLimitBytes } from '../../../shared/limits.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { recordActivity } from '../projects/activity.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { attachMetadata } from './metadata-attach.ts'

const TableTooLarge = createError(
  'TABLE_TOO_LARGE',
  `A metadata table may have up to ${metadataCsvLimitBytes / 1024 ** 2} MiB: attach it in parts`,
  413
)

export interface MetadataRoutesOptions {
  db: Database
  access: ProjectAccess
  events: EventBus
}

/** Attaching a table is one call whose body is the file, whatever type the browser gives it. */
export const metadataRoutes: FastifyPluginAsyncTypebox<MetadataRoutesOptions> = async (app, { db, access, events }) => {
  /** A person's tables are read one after the other: each takes many times its size in memory. */
  const inTurn = oneAtATime()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  app.route({
    ...mediaApi.attachMetadata,
    handler: async (request, reply) => {
      const { projectId } = request.params
      const { dryRun = false, zone, aheadSeconds = 0 } = request.query
      const { accountId } = viewerOf(request)
      await access.require(viewerOf(request), projectId, 'editor')
      if (zone !== undefined && !isZone(zone)) throw new InvalidRequest([{ path: '/zone', message: `is no time zone: ${zone}` }], 400)
      const file = await readBody(request).catch(error => {
        reply.header('connection', 'close')
        throw error
      })
      const report = await inTurn(accountId, () =>
        attachMetadata(db, {
          projectId,
          file,
          dryRun,
          setting: zone === undefined ? null : { zone, aheadSeconds },
          onChange: (transaction, count) =>
            recordActivity(transaction, { projectId, actorId: accountId, event: 'media.metadata.attached', detail: { count } })
        })
      )
      if (report.changedCount > 0 && !dryRun) events.publish({ type: 'changed', noun: 'media', projectId })
      return report
    }
  })
}

/** @throws TableTooLarge as soon as it is known */
async function readBody(request: FastifyRequest): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > metadataCsvLimitBytes) throw new TableTooLarge()
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of request.raw.iterator({ destroyOnReturn: false })) {
    sizeBytes += (piece as Buffer).length
    if (sizeBytes > metadataCsvLimitBytes) throw new TableTooLarge()
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

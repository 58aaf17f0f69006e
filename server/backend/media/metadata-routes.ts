import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { isZone } from '../../../shared/clock/moment-of-clock.ts'
import { mediaApi } from '../../../shared/contracts/media.ts'
import { mediaCodes } from '../../../shared/error-codes/media.ts'
import { metadataCsvLimitBytes } from '../../../shared/limits.ts'
import { clientGone } from '../../lib/client-gone.ts'
import { codedError } from '../../lib/coded-error.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { EventBus } from '../events/bus.ts'
import { readBody } from '../files/read-body.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { recordActivity } from '../projects/activity.ts'
import type { Database, DatabasePlace } from '../storage/database.ts'
import { sendJson } from '../threads/json-answer.ts'
import type { InTurn } from '../threads/people-in-turn.ts'
import { attachMetadata } from './metadata-attach.ts'

const TableTooLarge = codedError(mediaCodes.METADATA_TABLE_TOO_LARGE)

export interface MetadataRoutesOptions {
  db: Database
  place: DatabasePlace
  access: ProjectAccess
  events: EventBus
  /** Queue that reads tables one after another, because a table takes many times its file size in memory. */
  inTurn: InTurn
}

/** Route that attaches a table in a single request. The body is the file, regardless of the content type. */
export const metadataRoutes: FastifyPluginAsyncTypebox<MetadataRoutesOptions> = async (app, { db, place, access, events, inTurn }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  app.route({
    ...mediaApi.attachMetadata,
    handler: async (request, reply) => {
      const { dryRun = false, zone, aheadSeconds = 0 } = request.query
      const { projectId, accountId, places } = await access.open(request, request.params.projectId, 'editor')
      if (zone !== undefined && !isZone(zone)) throw new InvalidRequest([{ path: '/zone', message: `is not a time zone: ${zone}` }], 400)
      const signal = clientGone(reply)
      const file = await readBody(request, reply, metadataCsvLimitBytes, () => new TableTooLarge())
      const { body, isChanged } = await inTurn(accountId, () =>
        attachMetadata(
          db,
          {
            ...place,
            projectId,
            places,
            file,
            dryRun,
            setting: zone === undefined ? null : { zone, aheadSeconds },
            onChange: (transaction, count) =>
              recordActivity(transaction, { projectId, actorId: accountId, event: 'media.metadata.attached', detail: { count } })
          },
          signal
        )
      )
      if (isChanged) events.publish({ type: 'changed', noun: 'media', projectId })
      return sendJson(reply, body)
    }
  })
}

import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type CapabilitiesInquiry, type MapLayerDraft, mapLayersApi } from '../../../shared/contracts/map-layers.ts'
import { clientGone } from '../../lib/client-gone.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import { requireAdministrator } from '../administration/require-administrator.ts'
import type { Services } from '../services.ts'
import { layerArchives } from './archives/layer-archives.ts'
import { capabilitiesReader } from './capabilities/read-capabilities.ts'
import { checkArchive, checkHeaders, checkHeadersStay, checkLayer } from './check-layer.ts'
import { ArchiveNotRead, CapabilitiesNotRead } from './errors.ts'
import { failureLog } from './failure-log.ts'
import { tileFiles, tilesInMemory } from './kept-tiles.ts'
import { mapLayers, toDraft } from './repository.ts'
import { byName, headerSeal, headersUnreadable } from './secret-headers.ts'
import { isOutside, layerTiles, middleOf } from './tiles.ts'

type Options = Pick<Services, 'db' | 'config' | 'dataDir' | 'fetcher' | 'log'>

/** Maximum size in bytes of the tiles kept on disk, and of the tiles kept in a process's memory. */
const [mostOnDisk, mostInMemory] = [2_000_000_000, 32_000_000]

/** Time in seconds for which a browser uses a tile of an archive without revalidating it. The archive may be replaced. */
const archiveSeconds = 60
/** Headers of a picture from another server, so that no browser runs it as a page. */
const pictureHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin'
}
/** Properties of a layer that have to fit its archive. */
const archiveFacts = ['kind', 'address', 'projection', 'minZoom', 'maxZoom', 'mayStore'] as const

/** Routes for the map layers of other servers and of archives. People see layers and tiles. Administrators also see and change the sources. */
// Long: all routes for one resource.
export const mapLayerRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, config, dataDir, fetcher, log }) => {
  const seal = headerSeal(config.tokenKey)
  const archives = layerArchives(join(dataDir, 'map-layers'))
  const layers = mapLayers(db, seal, archives.stateOf)
  const logFailure = failureLog(log)
  const tiles = layerTiles({
    ...{ fetcher, seal, logFailure },
    isOffline: config.isOffline ?? false,
    onDisk: tileFiles(join(dataDir, 'cache', 'tiles'), mostOnDisk),
    inMemory: tilesInMemory(mostInMemory),
    present: layers.present
  })

  const readCapabilities = capabilitiesReader(fetcher)

  /** Secret headers for an inquiry: those of its form, or else those stored for its layer. @throws InvalidRequest for another server */
  async function headersFor({ headers, layerId, address }: CapabilitiesInquiry): Promise<Record<string, string>> {
    checkHeaders(headers ?? [])
    if (headers || layerId === undefined) return byName(headers ?? [])
    const layer = await layers.find(layerId)
    checkHeadersStay(layer, { address }, undefined)
    const stored = seal.open(layer.id, layer.headers)
    if (!stored) throw new CapabilitiesNotRead(headersUnreadable)
    return stored
  }

  /**
   * State of an archive to store with an edit; undefined to keep the stored state. An unreadable archive keeps its stored state if no property that
   * must match the archive changes.
   */
  async function archiveVersion(before: MapLayerDraft, edit: Partial<MapLayerDraft>): Promise<string | undefined> {
    if (!archiveFacts.some(name => name in edit)) return undefined
    const after = { ...before, ...edit }
    const isSame = archiveFacts.every(name => before[name] === after[name])
    return checkArchive(after, archives).catch(error => {
      if (isSame && error instanceof InvalidRequest && error.errors[0]?.path === '/address') return undefined
      throw error
    })
  }

  app.route({ ...mapLayersApi.list, handler: async () => ({ layers: await layers.list() }) })

  app.route({
    ...mapLayersApi.tile,
    handler: async (request, reply) => {
      const { layerId, z, x, y } = request.params
      const gone = clientGone(reply)
      const layer = await layers.find(layerId)
      reply.headers(pictureHeaders)
      if (layer.kind === 'pmtiles') {
        if (isOutside(layer, { z, x, y })) throw new NotFound('The tile')
        const { tag, picture } = await archives.read(layer, { z, x, y }, request.headers['if-none-match']).catch(error => {
          if (error instanceof ArchiveNotRead) logFailure(layer.id, error.message)
          throw error
        })
        reply.header('etag', tag).header('cache-control', `private, max-age=${archiveSeconds}`)
        return picture ? reply.type(picture.type).send(picture.body) : reply.code(304).send()
      }
      const { body, type, maxAge } = await tiles.read(layer, { z, x, y }, gone)
      return reply
        .header('cache-control', maxAge === null ? 'private, no-store' : `private, max-age=${maxAge}`)
        .type(type)
        .send(body)
    }
  })

  app.route({
    ...mapLayersApi.listAll,
    handler: async request => {
      requireAdministrator(request)
      return { layers: await layers.listAll() }
    }
  })

  app.route({
    ...mapLayersApi.archives,
    handler: async request => {
      requireAdministrator(request)
      return { archives: await archives.list() }
    }
  })

  app.route({
    ...mapLayersApi.capabilities,
    handler: async request => {
      requireAdministrator(request)
      return { layers: await readCapabilities({ ...request.body, headers: await headersFor(request.body) }) }
    }
  })

  app.route({
    ...mapLayersApi.test,
    handler: async (request, reply) => {
      requireAdministrator(request, 'The map layer')
      const gone = clientGone(reply)
      const layer = await layers.find(request.params.layerId)
      reply.headers(pictureHeaders).header('cache-control', 'private, no-store')
      const picture =
        layer.kind === 'pmtiles' ? (await archives.read(layer, middleOf(layer), undefined)).picture : await tiles.test(layer, gone)
      if (!picture) throw new NotFound('The tile')
      return reply.type(picture.type).send(picture.body)
    }
  })

  app.route({
    ...mapLayersApi.create,
    handler: async (request, reply) => {
      const { accountId } = requireAdministrator(request)
      checkLayer(request.body, fetcher)
      const version = request.body.kind === 'pmtiles' ? await checkArchive(request.body, archives) : null
      return reply.code(201).send(await layers.create(request.body, accountId, version))
    }
  })

  app.route({
    ...mapLayersApi.revise,
    handler: async request => {
      requireAdministrator(request, 'The map layer')
      const before = await layers.find(request.params.layerId)
      const after = { ...toDraft(before), ...request.body }
      checkLayer(after, fetcher)
      checkHeadersStay(before, after, request.body.headers)
      const version = after.kind === 'pmtiles' ? await archiveVersion(toDraft(before), request.body) : null
      const revised = await layers.revise(before, request.body, version)
      if (before.address !== after.address || !after.mayStore || request.body.headers) await tiles.forget(before.id)
      return revised
    }
  })

  app.route({
    ...mapLayersApi.remove,
    handler: async (request, reply) => {
      requireAdministrator(request, 'The map layer')
      await layers.remove(request.params.layerId)
      await tiles.forget(request.params.layerId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...mapLayersApi.order,
    handler: async request => {
      requireAdministrator(request)
      return { layers: await layers.order(request.body.layerIds) }
    }
  })
}

import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mapLayersApi } from '../../../shared/contracts/map-layers.ts'
import { requireAdministrator } from '../administration/require-administrator.ts'
import type { Services } from '../services.ts'
import { checkHeadersStay, checkLayer } from './check-layer.ts'
import { tileFiles, tilesInMemory } from './kept-tiles.ts'
import { mapLayers, toAdminLayer } from './repository.ts'
import { headerSeal } from './secret-headers.ts'
import { layerTiles } from './tiles.ts'

type Options = Pick<Services, 'db' | 'config' | 'dataDir' | 'fetcher'>

/** Maximum size in bytes of the tiles kept on disk, and of those kept in the memory of a process. */
const [mostOnDisk, mostInMemory] = [2_000_000_000, 32_000_000]

/** Routes for the map layers of other servers. People see layers and tiles; administrators also see and change where these come from. */
// Long: all routes for one resource.
export const mapLayerRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, config, dataDir, fetcher }) => {
  const seal = headerSeal(config.tokenKey)
  const layers = mapLayers(db, seal)
  const tiles = layerTiles({
    ...{ fetcher, seal },
    isOffline: config.isOffline ?? false,
    onDisk: tileFiles(join(dataDir, 'cache', 'tiles'), mostOnDisk),
    inMemory: tilesInMemory(mostInMemory),
    present: layers.present
  })

  app.route({ ...mapLayersApi.list, handler: async () => ({ layers: await layers.list() }) })

  app.route({
    ...mapLayersApi.tile,
    handler: async (request, reply) => {
      const { layerId, z, x, y } = request.params
      const layer = await layers.find(layerId)
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      const { body, type, maxAge } = await tiles.read(layer, { z, x, y }, left.signal)
      return reply
        .header('cache-control', maxAge === null ? 'private, no-store' : `private, max-age=${maxAge}`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('cross-origin-resource-policy', 'same-origin')
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
    ...mapLayersApi.create,
    handler: async (request, reply) => {
      const { accountId } = requireAdministrator(request)
      checkLayer(request.body, fetcher)
      return reply.code(201).send(await layers.create(request.body, accountId))
    }
  })

  app.route({
    ...mapLayersApi.revise,
    handler: async request => {
      requireAdministrator(request, 'The map layer')
      const before = await layers.find(request.params.layerId)
      const after = { ...toAdminLayer(before), ...request.body }
      checkLayer(after, fetcher)
      checkHeadersStay(before, after, request.body.headers)
      const revised = await layers.revise(before, request.body)
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

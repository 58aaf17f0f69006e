import { newId } from '../../../server/lib/ids.ts'
import { mapLayersApi } from '../../../shared/contracts/map-layers.ts'
import type { NounLines } from '../noun-lines.ts'

const example = mapLayersApi.create.example as { name: string; attribution: string }

export const lines: NounLines = {
  /** A layer in a private network that it does not allow, so that no test sends requests to another server. */
  async make({ storage: { db } }) {
    await db.deleteFrom('map_layer').execute()
    const layerId = newId()
    const at = '2026-06-04T07:12:00.000Z'
    await db
      .insertInto('map_layer')
      .values({
        ...{
          id: layerId,
          name: example.name,
          kind: 'xyz',
          address: 'http://127.0.0.1:1/{z}/{x}/{y}.png',
          wms_layers: null,
          wms_styles: null
        },
        ...{
          projection: 'EPSG:3857',
          min_zoom: 0,
          max_zoom: 12,
          bounds: null,
          attribution: example.attribution,
          attribution_url: null,
          licence: null
        },
        ...{
          may_store: 1,
          is_own_network: 0,
          is_on: 0,
          header_names: '[]',
          headers: null,
          archive_version: null,
          position: 1,
          revision: 1
        },
        ...{ created_by: null, created_at: at, modified_at: at }
      })
      .execute()
    return { layerId, z: '0', x: '0', y: '0' }
  },
  unread: {
    'GET /map/layers/:layerId/tiles/:z/:x/:y': 'a picture from another server, the same for everyone',
    'GET /admin/map-layers/:layerId/test': 'a picture from another server'
  },
  unmade: {
    'refused to everyone but administrators': [
      'POST /admin/map-layers',
      'POST /admin/map-layers/capabilities',
      'PATCH /admin/map-layers/:layerId',
      'DELETE /admin/map-layers/:layerId',
      'PUT /admin/map-layers/order'
    ]
  }
}
